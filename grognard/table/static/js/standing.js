/** The status of the match: score and the like, named as the game names them. */

import { h, replace } from "./dom.js";
import { count, word } from "./words.js";

/** @typedef {import("./table.js").Table} Table */

/** Facts that the prompt shows already. */
const SAID = new Set(["turn", "turns", "phase", "phasing"]);
/** Points, and in games without points the progress towards victory: they come first. */
const MAIN = new Set(["vp", "score", "progress"]);
/** Up to this number units are named; more are counted. */
const FEW = 5;

/** @param {Table} table @param {(text: string, about?: string[]) => Node} text */
export function standing(table, text) {
  const element = h("section", { class: "standing", "aria-label": "Status" });
  /** @param {unknown} value @returns {boolean} */
  const empty = (value) =>
    value === null ||
    value === undefined ||
    value === "" ||
    value === 0 ||
    typeof value === "boolean" ||
    (typeof value === "object" && Object.values(/** @type {object} */ (value)).every(empty));

  /** @param {string[]} units */
  const forces = (units) => {
    if (units.length <= FEW) return text(units.join(", "), units);
    return table.game.sides
      .map((side) => [side.name, units.filter((unit) => table.game.counters[unit].side === side.id).length])
      .filter(([, many]) => many)
      .map(([side, many]) => `${side} ${many}`)
      .join(", ");
  };

  /** @param {any} value @returns {import("./dom.js").Child | import("./dom.js").Child[]} */
  const shown = (value) => {
    if (Array.isArray(value)) return value.flatMap((part, n) => [n ? ", " : "", shown(part)]).flat();
    if (typeof value === "object") return small(value);
    if (typeof value === "number") return String(value);
    const named = word(table.game, value);
    return text(
      named.toLowerCase() === String(value).toLowerCase() ? value : named,
      table.game.counters[value] ? [value] : [],
    );
  };

  /** A mapping as a nested list. Many units are counted by state. @param {Record<string, any>} value */
  const small = (value) => {
    const parts = Object.entries(value).filter(([, part]) => !empty(part));
    const units = parts.every(([key, part]) => table.game.counters[key] && typeof part !== "object");
    if (!units || parts.length <= FEW) {
      return h(
        "dl",
        {},
        parts.map(([key, part]) =>
          h("div", {}, h("dt", {}, units ? text(key, [key]) : word(table.game, key)), h("dd", {}, shown(part))),
        ),
      );
    }
    /** @type {Map<string, string[]>} */
    const states = new Map();
    for (const [unit, state] of parts) states.set(String(state), [...(states.get(String(state)) ?? []), unit]);
    return h(
      "dl",
      {},
      [...states].map(([state, members]) =>
        h(
          "div",
          { title: count(members.length, "unit") },
          h("dt", {}, word(table.game, state)),
          h("dd", {}, forces(members)),
        ),
      ),
    );
  };

  /** @param {string} key @param {any} value */
  const rows = (key, value) => {
    if (MAIN.has(key)) {
      return Object.entries(value).map(([side, points]) =>
        h(
          "div",
          { class: "main" },
          h("dt", {}, key === "progress" ? side : `${word(table.game, side)} points`),
          h("dd", {}, String(points)),
        ),
      );
    }
    if (empty(value)) return [];
    const many = typeof value === "object" && !Array.isArray(value);
    return [h("div", { class: many ? "many" : "" }, h("dt", {}, word(table.game, key)), h("dd", {}, shown(value)))];
  };

  table.on("change", () => {
    // Facts shown by a gauge are not repeated.
    const tracked = new Set((table.board.gauges ?? []).map((gauge) => gauge.title));
    const main = (/** @type {string} */ key) => Number(MAIN.has(key));
    const found = Object.entries(table.view.status)
      .filter(([key]) => !SAID.has(key) && !tracked.has(word(table.game, key)))
      .sort((a, b) => main(b[0]) - main(a[0]))
      .flatMap(([key, value]) => rows(key, value));
    replace(element, h("h2", {}, "Status"), h("dl", {}, found));
    element.hidden = !found.length;
  });
  return element;
}
