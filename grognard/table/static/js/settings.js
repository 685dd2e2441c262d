/** The dialogs for appearance and help. */

import { dialog, h } from "./dom.js";
import { keyHelp } from "./keys.js";
import { mayNotify } from "./notify.js";
import { looks, setLooks, touch } from "./prefs.js";
import { toast } from "./voice.js";

/** @param {string[]} [palettes] */
export function showLooks(palettes = ["default", "contrast", "deuteranopia"]) {
  /** @param {string} name @param {string} label @param {[string, string][]} values @param {string} now @param {(value: string) => void} set */
  const radios = (name, label, values, now, set) =>
    h(
      "fieldset",
      { class: "segmented" },
      h("legend", {}, label),
      values.map(([value, words]) =>
        h(
          "label",
          {},
          h("input", { type: "radio", name, value, checked: value === now, onchange: () => set(value) }),
          h("span", {}, words),
        ),
      ),
    );
  /** @param {string} label @param {"contrast" | "calm" | "costs" | "large" | "sounds" | "notices"} key
   * @param {() => Promise<boolean>} [leave] what the browser has to allow first */
  const check = (label, key, leave) =>
    h(
      "label",
      { class: "check" },
      h("input", {
        type: "checkbox",
        checked: looks[key],
        onchange: async (/** @type {Event} */ e) => {
          const box = /** @type {HTMLInputElement} */ (e.target);
          if (box.checked && leave && !(await leave())) {
            box.checked = false;
            toast("The browser does not allow notifications from this site.", { kind: "refused" });
          }
          setLooks({ [key]: box.checked });
        },
      }),
      label,
    );
  const names = /** @type {Record<string, string>} */ ({
    default: "Standard",
    contrast: "High contrast",
    deuteranopia: "Colour-blind safe",
  });
  dialog("Appearance", [
    radios(
      "theme",
      "Theme",
      [
        ["auto", "System"],
        ["light", "Light"],
        ["dark", "Dark"],
      ],
      looks.theme,
      (theme) => setLooks({ theme: /** @type {any} */ (theme) }),
    ),
    radios(
      "palette",
      "Counter colours",
      palettes.map((name) => [name, names[name] ?? name]),
      looks.palette,
      (palette) => setLooks({ palette }),
    ),
    check("High contrast for panels and marks", "contrast"),
    check("Larger text", "large"),
    check("No animations", "calm"),
    check("Show movement costs on the map", "costs"),
    check("Sounds for dice and turn", "sounds"),
    check("Notify me when it is my turn and I look elsewhere", "notices", mayNotify),
  ]);
}

/** @param {string} [note] @param {Record<string, import("./types.js").Verb>} [verbs] the verbs of the game at the table */
export function showHelp(note, verbs) {
  dialog(
    "Help",
    [
      h(
        "p",
        {},
        `The card at the top says whose turn it is, what to do, and which rule applies. Units and hexes that you may choose are highlighted: ${touch() ? "tap one" : "click one, or drag a unit"}. If an action is not legal, a message gives the reason and the rule. You can undo everything since the last roll of the dice.`,
      ),
      h(
        "p",
        {},
        touch()
          ? "Drag the map with one finger and pinch to zoom. Hold a hex to see its details. Tap a stack to fan it out; hold a counter to list all its actions."
          : "Drag the map to move it, and use the wheel or pinch to zoom. Right-click a counter to list all its actions. On a touch screen, hold a hex to see its details.",
      ),
      !touch() &&
        h(
          "table",
          { class: "keys" },
          h("caption", {}, "Keyboard"),
          h(
            "tbody",
            {},
            keyHelp(verbs).map(([key, words]) =>
              h("tr", {}, h("th", { scope: "row" }, h("kbd", {}, key)), h("td", {}, words)),
            ),
          ),
        ),
      note && h("p", { class: "faint" }, note),
    ],
    { wide: true },
  );
}
