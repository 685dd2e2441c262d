/** The chances of an attack: as a bar, or for each of several ways to make it. */

import { choice } from "./acts.js";
import { h, rule, shape } from "./dom.js";
import { percent, signed } from "./words.js";

/** @typedef {import("./types.js").Preview} Preview */

/** Parts of the bar below the first share have no room for a label; those below the second have room for one line. */
const NO_ROOM = 0.07;
const NARROW = 0.15;

/** @param {[number, number]} chance */
const roomOf = ([part, whole]) => (part / whole < NO_ROOM ? "slim" : part / whole < NARROW ? "narrow" : "");

/** The ways to make an attack, side by side: price, columns, modifiers, chances, and the chance to win.
 * @param {Preview} p
 * @param {{table: import("./table.js").Table, to: {chart: () => void}}} builder */
export function alternatives(p, builder) {
  const { table, to } = builder;
  const ways = p.alternatives ?? [];
  if (!ways.length) return null;
  const { view } = table;
  return h(
    "div",
    { class: "ways", role: "group", "aria-label": "Ways to attack" },
    ways.map((way) => {
      const [verb, arg] = way.action.split(" ");
      const open = table.mine && Boolean(view.actions[verb]?.includes(arg));
      return h(
        "section",
        { class: `way ${way.chosen ? "chosen" : ""} ${way.possible ? "" : "barred"}`, "aria-label": way.title },
        h(
          "button",
          {
            class: "small",
            "aria-pressed": String(way.chosen),
            "aria-disabled": String(!open && !way.chosen),
            onclick: () =>
              open ? table.act(choice(verb, arg, table.game.verbs)) : !way.chosen && table.why(way.action),
          },
          way.title,
        ),
        h("p", { class: "price" }, way.price),
        h("p", {}, h("button", { class: "link", onclick: () => to.chart() }, way.columns)),
        h(
          "ul",
          { class: "plain" },
          way.modifiers.map((m) => h("li", {}, h("strong", {}, signed(m.amount)), ` ${m.what} `, rule(m.rule))),
          h("li", { class: "total" }, h("strong", {}, signed(way.total)), " on the die"),
        ),
        odds(way.chances, table.game),
        h("p", { class: "wins" }, h("strong", {}, percent(way.victory)), " to win the battle"),
      );
    }),
  );
}

/** The likeliest results of many, the better half of them first, in words that fit a narrow column.
 * @param {Record<string, [number, number]>} chances @param {import("./types.js").Game} game */
function odds(chances, game) {
  const all = Object.entries(chances).sort((a, b) => b[1][0] - a[1][0]);
  const few = all.slice(0, MANY);
  const rest = all.slice(MANY).reduce((sum, [, [part]]) => sum + part, 0);
  const whole = all[0]?.[1][1] ?? 1;
  return h(
    "dl",
    { class: "many-odds" },
    few.map(([result, chance]) =>
      h(
        "div",
        { class: toneOf(outcomeOf(result, game)?.harms ?? "", 0), title: outcomeOf(result, game)?.meaning ?? result },
        h("dt", {}, result),
        h("dd", {}, percent(chance)),
      ),
    ),
    rest > 0 && h("div", {}, h("dt", {}, "other"), h("dd", {}, percent([rest, whole]))),
  );
}

/** Results listed one by one where a way to attack has more. */
const MANY = 6;

/** The chance of each result as a bar with labels. @param {Preview} p @param {import("./types.js").Game} game */
export function chances(p, game) {
  const entries = Object.entries(p.chances);
  const bar = h(
    "div",
    { class: "bar", "aria-hidden": "true" },
    entries.map(([result, [part, whole]], n) =>
      shape(h("span", { class: `part ${toneOf(harmsOf(p, result, game), n)}` }), {
        "flex-grow": String(part / whole),
      }),
    ),
  );
  const list = h(
    "dl",
    { class: "odds" },
    entries.map(([result, chance], n) =>
      shape(
        h(
          "div",
          {
            class: `${toneOf(harmsOf(p, result, game), n)} ${roomOf(chance)}`,
            title: `${result} ${percent(chance)}`,
          },
          h("dt", {}, result),
          h("dd", {}, percent(chance)),
        ),
        { "flex-grow": String(chance[0] / chance[1]) },
      ),
    ),
  );
  return h("div", { class: "chances", role: "group", "aria-label": "Chance of each result" }, bar, list);
}

/** The side that a result harms: as the game says for this attack, or else as the chart says.
 * @param {Preview} p @param {string} result @param {import("./types.js").Game} game */
const harmsOf = (p, result, game) =>
  (p.effects?.find((effect) => effect.results.includes(result)) ?? outcomeOf(result, game))?.harms ?? "";

/** The look of a result by whom it harms. @param {string} harms @param {number} n */
function toneOf(harms, n) {
  const tone = { defender: "good", attacker: "bad" }[harms];
  return tone ? `${tone} ${n % 2 ? "second" : ""}` : "even";
}

/** The meaning of a combat result, if a chart has it. @param {string} result @param {import("./types.js").Game} game */
export const outcomeOf = (result, { charts }) =>
  charts.flatMap((chart) => chart.outcomes).find((outcome) => outcome.results.includes(result));
