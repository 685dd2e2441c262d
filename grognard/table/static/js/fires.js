/** Both fires of a combat in which both sides roll: strength, column, modifiers, and the steps lost on each roll. */

import { h, rule } from "./dom.js";
import { capital } from "./voice.js";
import { signed } from "./words.js";

/** @typedef {import("./types.js").Preview} Preview */
/** @typedef {import("./types.js").Fire} Fire */

/** The two fires side by side, in the order in which they are rolled.
 * @param {Preview} p
 * @param {{table: import("./table.js").Table, to: {chart: () => void}}} builder */
export function fires(p, { table, to }) {
  const all = p.fires ?? [];
  if (!all.length) return null;
  return [
    h(
      "div",
      { class: "ways fires", role: "group", "aria-label": "Fire of both sides" },
      all.map((fire) => card(fire, table.sideName(fire.side), to)),
    ),
    p.first && h("p", {}, `${table.sideName(p.first)} fires first; its losses count before the other side fires.`),
    h("p", { class: "faint" }, "Results are the steps lost by attacker : defender."),
  ];
}

/** @param {Fire} fire @param {string} name @param {{chart: () => void}} to */
const card = (fire, name, to) =>
  h(
    "section",
    { class: "way", "aria-label": `Fire: ${name}`, "data-side": fire.side },
    h("h3", {}, `${name}: ${fire.strength}`, " ", h("small", {}, fire.attacks ? "attack" : "defense")),
    h("p", {}, h("button", { class: "link", onclick: () => to.chart() }, `column ${fire.column.replace("-", "–")}`)),
    h(
      "ul",
      { class: "plain" },
      fire.modifiers.map((m) => h("li", {}, h("strong", {}, signed(m.amount)), ` ${capital(m.what)} `, rule(m.rule))),
      h("li", { class: "total" }, h("strong", {}, signed(fire.total)), " on the die"),
    ),
    fire.rolled > 0
      ? h("p", {}, `rolled ${fire.rolled}`)
      : h(
          "ul",
          { class: "plain by-roll", "aria-label": "Steps lost on each roll" },
          ranges(fire.by_roll).map(([rolls, steps]) => h("li", {}, `${rolls}: `, h("strong", {}, stepsOf(steps)))),
        ),
  );

/** @param {string} steps */
const stepsOf = (steps) => (steps === "0" ? "no effect" : steps === "1" ? "1 step" : `${steps} steps`);

/** Neighbouring rolls with the same result, such as ["1–4", "1"]. @param {string[]} byRoll @returns {[string, string][]} */
function ranges(byRoll) {
  /** @type {[number, number, string][]} */
  const found = [];
  byRoll.forEach((result, n) => {
    const last = found[found.length - 1];
    if (last?.[2] === result) last[1] = n + 1;
    else found.push([n + 1, n + 1, result]);
  });
  return found.map(([from, to, result]) => [from === to ? `${from}` : `${from}–${to}`, result]);
}
