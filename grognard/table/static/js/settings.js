/** Looks and other choices of the player; help. */

import { dialog, h } from "./dom.js";
import { HELP } from "./keys.js";
import { looks, setLooks, touch } from "./prefs.js";

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
  /** @param {string} label @param {"contrast" | "calm" | "costs" | "large"} key */
  const check = (label, key) =>
    h(
      "label",
      { class: "check" },
      h("input", {
        type: "checkbox",
        checked: looks[key],
        onchange: (/** @type {Event} */ e) => setLooks({ [key]: /** @type {HTMLInputElement} */ (e.target).checked }),
      }),
      label,
    );
  const names = /** @type {Record<string, string>} */ ({
    default: "Calm",
    contrast: "High contrast",
    deuteranopia: "Colour-blind safe",
  });
  dialog("Looks", [
    radios(
      "theme",
      "Light",
      [
        ["auto", "As the system"],
        ["light", "Light"],
        ["dark", "Dark"],
      ],
      looks.theme,
      (theme) => setLooks({ theme: /** @type {any} */ (theme) }),
    ),
    radios(
      "palette",
      "Counters",
      palettes.map((name) => [name, names[name] ?? name]),
      looks.palette,
      (palette) => setLooks({ palette }),
    ),
    check("High contrast of panels and marks", "contrast"),
    check("Larger letters", "large"),
    check("No animation", "calm"),
    check("Show what every hex in reach costs", "costs"),
  ]);
}

/** @param {string} [note] */
export function showHelp(note) {
  dialog(
    "How the table works",
    [
      h(
        "p",
        {},
        `The card at the top says whose decision it is, what to do, and the rule. Units and hexes that may be chosen are lit: ${touch() ? "tap one" : "click one, or drag a unit"}. What is not allowed says why, with its rule. Undo takes back everything since the last roll of the dice.`,
      ),
      h(
        "p",
        {},
        touch()
          ? "Pull the board with one finger, pinch to zoom, hold a hex to read it. A stack fans out at the first tap; hold a counter for all that may be done with it."
          : "Drag the board to pan, turn the wheel or pinch to zoom. The right button lists all that may be done with a counter. On a touch screen, hold a hex to read it.",
      ),
      !touch() &&
        h(
          "table",
          { class: "keys" },
          h("caption", {}, "Keys"),
          h(
            "tbody",
            {},
            HELP.map(([key, words]) => h("tr", {}, h("th", { scope: "row" }, h("kbd", {}, key)), h("td", {}, words))),
          ),
        ),
      note && h("p", { class: "faint" }, note),
    ],
    { wide: true },
  );
}
