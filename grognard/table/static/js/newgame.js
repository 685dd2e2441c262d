/** The form for a new match: opponent, side, level, clock and scenario. The defaults are ready to play. */

import { post } from "./api.js";
import { dialog, h, icon, replace } from "./dom.js";
import { keepLinks, linkRow } from "./links.js";
import { remember } from "./prefs.js";
import { capital } from "./voice.js";
import { count } from "./words.js";

/** @typedef {import("./types.js").Title} Title */

/** The default level of the computer. */
const USUAL = "captain";

/** @param {Title} title @param {{scenario?: string}} wish */
export function newMatch(title, wish) {
  const machines = title.commanders ?? [];
  const plan = {
    scenario: wish.scenario ?? title.scenarios[0]?.id,
    way: machines.length ? "machine" : "screen",
    side: title.sides[0].id,
    level: (machines.find((machine) => machine.name === USUAL) ?? machines[0])?.id ?? "",
    days: "",
    /** whether players may ask for hints; null until the player decides, then off by default against a friend @type {boolean | null} */
    hints: null,
  };
  const body = h("div", { class: "new-match" });
  const wrong = h("p", { class: "off", role: "alert" });

  /** @param {string} name @param {string} label @param {{value: string, label: string, note?: string, icon?: string}[]} options @param {"scenario" | "way" | "side" | "level" | "days"} key */
  const choose = (name, label, options, key) =>
    h(
      "fieldset",
      { class: `choices pick-${name}` },
      h("legend", {}, label),
      options.map((option) =>
        h(
          "label",
          {},
          h("input", {
            type: "radio",
            name,
            value: option.value,
            checked: plan[key] === option.value,
            onchange: () => {
              plan[key] = option.value;
              show();
            },
          }),
          h(
            "span",
            {},
            option.icon && icon(option.icon),
            h("strong", {}, option.label),
            option.note && h("small", {}, option.note),
          ),
        ),
      ),
    );

  /** The side that only answers in the chosen scenario, or "". */
  const answers = () => title.scenarios.find((scenario) => scenario.id === plan.scenario)?.answers ?? "";
  /** The sides that a player may choose: in a match against the computer not the one that only answers. */
  const sides = () => title.sides.filter((side) => plan.way !== "machine" || side.id !== answers());

  const show = () => {
    if (!sides().some((side) => side.id === plan.side)) plan.side = sides()[0].id;
    const alone = title.sides.find((side) => side.id === answers());
    const focused = /** @type {HTMLInputElement | null} */ (document.activeElement);
    const key =
      focused && body.contains(focused) ? `input[name="${focused.name}"][value="${CSS.escape(focused.value)}"]` : "";
    replace(
      body,
      choose(
        "way",
        "Opponent",
        [
          machines.length
            ? {
                value: "machine",
                label: "Computer",
                note: alone
                  ? `it answers for the ${alone.name} side`
                  : machines.length === 1
                    ? machines[0].about
                    : "choose its level",
                icon: "machine",
              }
            : null,
          { value: "screen", label: "Hot seat", note: "both sides on this device", icon: "two" },
          { value: "friend", label: "A friend", note: "online, by invitation link", icon: "link" },
        ].filter((option) => option !== null),
        "way",
      ),
      plan.way !== "screen" &&
        choose(
          "side",
          "You play",
          sides().map((side) => ({ value: side.id, label: side.name })),
          "side",
        ),
      plan.way === "machine" &&
        machines.length > 1 &&
        !alone &&
        choose(
          "level",
          "Level",
          machines.map((machine) => ({
            value: machine.id,
            label: machine.name.charAt(0).toUpperCase() + machine.name.slice(1),
            note: machine.about,
          })),
          "level",
        ),
      plan.way === "friend" &&
        choose(
          "days",
          "Clock",
          [
            { value: "", label: "No clock" },
            { value: "1", label: "1 day per decision" },
            { value: "3", label: "3 days per decision" },
            { value: "7", label: "1 week per decision" },
          ],
          "days",
        ),
      title.scenarios.length > 1
        ? choose(
            "scenario",
            "Scenario",
            title.scenarios.map((scenario) => ({
              value: scenario.id,
              label: scenario.title,
              note: `${count(scenario.turns, "turn")} · ${scenario.about}`,
            })),
            "scenario",
          )
        : null,
      machines.length > 0 &&
        h(
          "label",
          { class: "check" },
          h("input", {
            type: "checkbox",
            name: "hints",
            checked: plan.hints ?? plan.way !== "friend",
            onchange: (/** @type {Event} */ e) => {
              plan.hints = /** @type {HTMLInputElement} */ (e.target).checked;
            },
          }),
          h(
            "span",
            {},
            "Allow hints ",
            h(
              "small",
              {},
              plan.way === "friend"
                ? "both players can ask a commander for advice"
                : "you can ask a commander for advice",
            ),
          ),
        ),
      wrong,
      h(
        "div",
        { class: "row end" },
        h(
          "button",
          { class: "primary big", id: "begin", onclick: () => void begin() },
          plan.way === "friend" ? "Create invitation links" : "Start match",
        ),
      ),
    );
    if (key) /** @type {HTMLElement | null} */ (body.querySelector(key))?.focus();
  };

  const begin = async () => {
    /** @type {Record<string, string>} */
    const seats = {};
    for (const side of title.sides) {
      // The house chooses who answers.
      if (plan.way === "machine" && side.id === answers()) continue;
      seats[side.id] =
        plan.way === "screen" || side.id === plan.side ? "me" : plan.way === "friend" ? "friend" : plan.level;
    }
    const days = plan.way === "friend" && plan.days ? Number(plan.days) : null;
    try {
      const made = await post("/api/matches", {
        game: title.id,
        scenario: plan.scenario,
        seats,
        ...(days ? { clock: { days } } : {}),
        ...(plan.hints === null ? {} : { hints: plan.hints }),
      });
      keepLinks(made.match, made.links);
      const mine = made.tokens[plan.side] ?? Object.values(made.tokens)[0];
      remember({
        token: mine,
        match: made.match,
        game: title.id,
        title: title.title,
        scenario: plan.scenario ?? "",
        side: plan.way === "screen" ? title.sides.map((side) => side.id).join(" ") : plan.side,
        how: plan.way,
      });
      if (plan.way !== "friend") return location.assign(`/m/${mine}`);
      replace(
        body,
        h("p", {}, "Send the first link to your friend. Anyone with a link can play that side, so keep yours private."),
        title.sides
          .filter((side) => side.id !== plan.side)
          .map((side) => linkRow(`Your friend (${side.name})`, made.links[side.id])),
        linkRow(`You (${title.sides.find((side) => side.id === plan.side)?.name})`, made.links[plan.side]),
        linkRow("Spectators", made.links.spectator),
        h(
          "div",
          { class: "row end" },
          h(
            "button",
            { class: "primary big", id: "begin", onclick: () => location.assign(`/m/${mine}`) },
            "Go to the match",
          ),
        ),
      );
    } catch (error) {
      wrong.textContent = capital(/** @type {Error} */ (error).message);
    }
  };

  show();
  dialog(title.title, [body], { wide: true });
  document.getElementById("begin")?.focus({ preventScroll: true });
}
