/** The effects of the results of an attack, and the reactions that the enemy still has. */

import { h, rule } from "./dom.js";
import { outcomeOf } from "./odds.js";
import { capital } from "./voice.js";

/** @typedef {import("./types.js").Preview} Preview */
/** @typedef {(text: string, about?: string[]) => Node} Linked */

/** Every possible result in words: what it does here, or else what the chart says; alike ones together.
 * @param {Preview} p @param {import("./types.js").Game} game @param {Linked} text @param {string[]} about */
export function meanings(p, game, text, about) {
  /** @type {Map<string, {results: string[], text: string, rule: string}>} */
  const found = new Map();
  for (const result of Object.keys(p.chances)) {
    const here = p.effects?.find((effect) => effect.results.includes(result));
    const words = here?.text ?? outcomeOf(result, game)?.meaning ?? "";
    if (!words) continue;
    const known = found.get(words);
    if (known) known.results.push(result);
    else found.set(words, { results: [result], text: words, rule: here?.rule ?? "" });
  }
  if (!found.size) return null;
  return h(
    "dl",
    { class: "meanings" },
    [...found.values()].map((line) =>
      h(
        "div",
        { class: line.rule ? "" : "usual" },
        h("dt", {}, line.results.join(", ")),
        h("dd", {}, text(line.text, about), " ", rule(line.rule)),
      ),
    ),
  );
}

/** @param {Preview} p @param {Linked} text */
export function reactions(p, text) {
  const notes = p.reactions ?? [];
  if (!notes.length) return null;
  return notes.map((note) => h("p", { class: "faint reaction" }, text(capital(note.text)), " ", rule(note.rule)));
}
