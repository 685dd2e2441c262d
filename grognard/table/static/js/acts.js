/** The legal actions of a view. Knows kinds of verbs, not games. */

import { unitLabel } from "./text.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Choice} Choice */
/** @typedef {Record<string, import("./types.js").Verb>} Verbs */

/** @param {string} verb @param {string} arg @param {Verbs} verbs @returns {Choice} */
export const choice = (verb, arg, verbs) => ({
  verb,
  arg,
  text: arg ? `${verb} ${arg}` : verb,
  kind: verbs[verb].kind,
  how: verbs[verb],
});

/** All choices of a view. @param {View} view @param {Verbs} verbs @returns {Choice[]} */
export function choices(view, verbs) {
  return Object.entries(view.actions).flatMap(([verb, args]) => args.map((arg) => choice(verb, arg, verbs)));
}

/** The standing orders of a view, but for those about hexes: what the player may say at any time.
 * @param {View} view @param {Verbs} verbs @returns {Choice[]} */
export const orders = (view, verbs) =>
  Object.entries(view.orders ?? {})
    .filter(([verb]) => verbs[verb].kind !== "hex")
    .flatMap(([verb, args]) => args.map((arg) => choice(verb, arg, verbs)));

/** All standing orders of a view, hexes last: there may be many of them.
 * @param {View} view @param {Verbs} verbs @returns {Choice[]} */
export const everyOrder = (view, verbs) => [
  ...orders(view, verbs),
  ...Object.entries(view.orders ?? {})
    .filter(([verb]) => verbs[verb].kind === "hex")
    .flatMap(([verb, args]) => args.map((arg) => choice(verb, arg, verbs))),
];

/** The standing orders about a hex. @param {View} view @param {Verbs} verbs @param {string | null} hex @returns {Choice[]} */
export const ordersAt = (view, verbs, hex) =>
  Object.entries(view.orders ?? {})
    .filter(([verb, args]) => hex && verbs[verb].kind === "hex" && args.includes(hex))
    .map(([verb]) => choice(verb, hex ?? "", verbs));

/** @param {View} view @param {Choice} choice */
export const allowed = (view, { verb, arg }) => Boolean(view.actions[verb]?.includes(arg));

/** @param {View} view @param {Choice} choice */
export const isOrder = (view, { verb, arg }) => Boolean(view.orders?.[verb]?.includes(arg));

/** @param {View} view @param {Verbs} verbs @param {import("./types.js").Kind} kind */
export const verbsOf = (view, verbs, kind) => Object.keys(view.actions).filter((verb) => verbs[verb].kind === kind);

/** Arguments of one kind, each with the verbs that take it. @param {View} view @param {Verbs} verbs @param {string} kind */
export function lit(view, verbs, kind) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const verb of verbsOf(view, verbs, kind)) {
    for (const arg of view.actions[verb]) found.set(arg, [...(found.get(arg) ?? []), verb]);
  }
  return found;
}

/**
 * All choices for a unit, a hex, or both.
 * @param {View} view @param {Verbs} verbs @param {string | null} unit @param {string | null} hex @returns {Choice[]}
 */
export function choicesAt(view, verbs, unit, hex) {
  const found = [];
  for (const [verb, args] of Object.entries(view.actions)) {
    const { kind } = verbs[verb];
    if (kind === "unit" && unit && args.includes(unit)) found.push(choice(verb, unit, verbs));
    if (kind === "hex" && hex && args.includes(hex)) found.push(choice(verb, hex, verbs));
  }
  return found;
}

/**
 * The choices that a click may mean: some verbs have priority, and quiet verbs never count.
 * @param {Choice[]} found
 */
export function plainly(found) {
  const loud = found.filter((c) => !c.how.quiet);
  const firsts = loud.filter((c) => c.how.before === "all");
  if (firsts.length) return firsts;
  const helps = (/** @type {Choice} */ c) =>
    c.kind === "unit" && !c.how.before && !["go", "strike"].includes(c.how.tone);
  return loud.filter((c) => !helps(c) || !loud.some((other) => other.how.before === "helps" && other.arg === c.arg));
}

/** Buttons: verbs without an argument; the main one is shown large. @param {View} view @param {Verbs} verbs */
export function buttons(view, verbs) {
  const found = verbsOf(view, verbs, "none").map((verb) => choice(verb, "", verbs));
  const primary = found.find((c) => c.how.main) ?? (found.length === 1 ? found[0] : null);
  return { primary, others: found.filter((c) => c !== primary) };
}

/** Choices whose argument is a word or a side; they become buttons too. @param {View} view @param {Verbs} verbs */
export const wordChoices = (view, verbs) =>
  choices(view, verbs).filter((c) => c.arg !== "" && !["unit", "hex", "number", "none"].includes(c.kind));

/**
 * The only choice left after a unit was selected, unless it is a button.
 * @param {View} view @param {Verbs} verbs @returns {Choice | null}
 */
export function forced(view, verbs) {
  const all = choices(view, verbs);
  return all.length === 1 && all[0].kind !== "none" ? all[0] : null;
}

/**
 * The button that is left when nothing else can be done.
 * @param {View} view @param {Verbs} verbs @returns {Choice | null}
 */
export function lastButton(view, verbs) {
  const all = choices(view, verbs);
  return all.length === 1 && all[0].kind === "none" ? all[0] : null;
}

/**
 * The action that a click most likely meant, used to ask why it is refused: a verb on offer, or the one used last.
 * @param {View} view @param {Verbs} verbs @param {string | null} unit @param {boolean} own @param {string | null} hex
 * @param {(kind: string) => string} last the verb of a kind that was used last
 */
export function meant(view, verbs, unit, own, hex, last) {
  const units = verbsOf(view, verbs, "unit").filter((verb) => !verbs[verb].quiet);
  const loud = verbsOf(view, verbs, "hex").filter((verb) => !verbs[verb].quiet);
  // Verbs with priority select something; with that done, another verb was meant.
  const hexes = view.hand.length
    ? [...loud].sort((a, b) => Number(verbs[a].before !== "") - Number(verbs[b].before !== ""))
    : loud;
  if (unit && own && units.length) return `${units[0]} ${unit}`;
  if (hex && (hexes.length || (!own && last("hex")))) return `${hexes[0] ?? last("hex")} ${hex}`;
  return unit && own && last("unit") ? `${last("unit")} ${unit}` : "";
}

/** The choices of the legal verbs with a key. @param {View} view @param {Verbs} verbs @param {string} key */
export const keyed = (view, verbs, key) => choices(view, verbs).filter((c) => c.how.key !== "" && c.how.key === key);

/** The label of a choice. @param {Choice} c @param {import("./types.js").Game} game */
export function wording({ kind, arg, how }, game) {
  if (kind === "unit") return say(how, unitLabel(game, arg));
  if (kind === "side") return say(how, game.sides.find((side) => side.id === arg)?.name ?? arg);
  return say(how, how.words[arg] ?? arg);
}
