/** Links for hexes and units in texts: pointing at one marks it on the board, clicking goes there. */

import { h } from "./dom.js";
import { plain } from "./words.js";

/** @typedef {import("./types.js").Game} Game */
/** @typedef {{lead: string, bare: string, tail: string, gap: string, hex: string, unit: string, number: string}} Word */

/** Words before the number of a unit. */
const KINDS = /^(?:units?|counters?|artillery|battalions?|regiments?|brigades?|divisions?|corps|army|battery)$/i;
/** Phrases that follow a unit. Some of these words can also be counted ("2 moves left"). */
const DOES = new RegExp(
  [
    "^ (?:moves?|retreats?|advances?|attacks?|barrages?) (?:to|from|on|into|at|with|again|along|one|two|three|\\d+)\\b",
    "^ (?:advances|attacks)[.]?$",
    "^ (?:defends|adds|leaves|enters|arrives|returns|stops|fires|joins|must|may|would return)\\b",
    "^ (?:is|was|has been) (?:eliminated|displaced|declined|set up|removed|destroyed|placed|supplied|isolated|out of|in supply)\\b",
  ].join("|"),
);
/** Words next to numbers that are never units. */
const BEFORE = /^(?:turns?|rules?|rolls?|dice|die|shows|range|step|column|lesson|moment|differential|a|of)$/i;
const AFTER = /^(?:points?|hex|hexes|turns?|units?|steps?|more|times?|odds|against|gives|percent|days?)$/i;
/** The end of a list item. */
const ENDS = /^[).]*(?:[,;:.]|$|\s+(?:and|or|with|at)\b)/;

/** Units by their ids, and by names that only one unit has. @param {Game} game */
function unitNames(game) {
  /** @type {Map<string, string>} */
  const found = new Map(Object.keys(game.counters).map((id) => [id, id]));
  for (const [id, { name }] of Object.entries(game.counters)) {
    if (!found.has(name) && alike(game, id).length === 0) found.set(name, id);
  }
  return found;
}

/** Other counters with the same name. @param {Game} game @param {string} unit */
const alike = (game, unit) =>
  Object.entries(game.counters)
    .filter(([id, other]) => id !== unit && other.name === game.counters[unit].name)
    .map(([, other]) => other);

/** The words that distinguish a counter from others with the same name, if there are any: side, type, formation or strength.
 * @param {Game} game @param {string} unit */
export function apart(game, unit) {
  const counter = game.counters[unit];
  const others = alike(game, unit);
  if (!others.length) return "";
  const near = others.filter((other) => other.side === counter.side);
  if (!near.length) return game.sides.find((side) => side.id === counter.side)?.name ?? "";
  const difference = [counter.type, counter.formation ?? "", counter.printed].find(
    (word, n) => word && near.every((other) => [other.type, other.formation ?? "", other.printed][n] !== word),
  );
  return (difference === counter.type ? plain(difference).toLowerCase() : difference) ?? "";
}

/** The name of a counter for a list of choices, with its formation if others of its side have the same name.
 * @param {Game} game @param {string} unit */
export function unitLabel(game, unit) {
  const counter = game.counters[unit];
  if (!counter) return unit;
  const { name, formation } = counter;
  return formation && apart(game, unit) === formation ? `${name} (${formation})` : name;
}

/** The full description of a counter, for the tooltip of its name. @param {Game} game @param {string} unit */
export function fullName(game, unit) {
  const { side, name, type, formation, printed } = game.counters[unit];
  const who = game.sides.find((other) => other.id === side)?.name;
  return [[who, name].filter(Boolean).join(" "), plain(type).toLowerCase(), formation, printed]
    .filter(Boolean)
    .join(" · ");
}

/** @param {string} text @param {Record<string, unknown>} hexes @param {Map<string, string>} units @returns {{start: string, words: Word[]}} */
function parse(text, hexes, units) {
  const parts = text.split(/([\p{L}\d/().-]+)/u);
  const words = [];
  for (let n = 1; n < parts.length; n += 2) {
    const known = units.has(parts[n]) || Object.hasOwn(hexes, parts[n]);
    const [, lead, bare, tail] = (!known && /^([(]*)(.*?)([).]*)$/.exec(parts[n])) || ["", "", parts[n], ""];
    const hex = Object.hasOwn(hexes, bare) ? bare : "";
    const called = hex ? "" : (units.get(bare) ?? "");
    // "+5" and "1:1" are numbers.
    const free =
      /(?:^|[\s(])$/.test(parts[n - 1] + lead) && (n + 2 >= parts.length || /^[,;:.)]*\s/.test(tail + parts[n + 1]));
    words.push({
      lead,
      bare,
      tail,
      gap: parts[n + 1],
      hex,
      unit: /^\d+$/.test(bare) ? "" : called,
      number: /^\d+$/.test(bare) && free ? called : "",
    });
  }
  return { start: parts[0], words };
}

/** Whether a number is a unit, judged by its context. @param {Word[]} words @param {number} n @param {string[]} sides @param {Set<string>} hints */
function isUnit(words, n, sides, hints) {
  const [two, one, word] = [words[n - 2], words[n - 1], words[n]];
  const rest =
    word.tail +
    word.gap +
    words
      .slice(n + 1)
      .map((w) => w.lead + w.bare + w.tail + w.gap)
      .join("");
  const before = one ? one.bare + one.tail : "";
  const close = !one || !one.gap.trim();
  if (hints.has(word.number) || DOES.test(rest)) return true;
  if (close && KINDS.test(before)) return true;
  if (!ENDS.test(rest)) return close && /^move$/i.test(before) && /^ on\b/.test(rest);
  if (!close) return one.gap.trim() === ":" && (sides.includes(before) || /^(?:here|arriving)$/.test(before));
  if (/^on$/i.test(before)) return /^attacks?$/i.test(two?.bare ?? "");
  if (/^(?:with|by)$/.test(before)) return Boolean(two && (two.hex || two.unit));
  return before === "for" && two?.bare === "hex";
}

/** Whether a number in a list is a unit because its neighbours are. @param {Word[]} words @param {number} n */
function isListed(words, n) {
  const joined = (/** @type {number} */ from) => words[from]?.gap.trim() === "," && !words[from].tail;
  const and = (/** @type {number} */ at) => words[at]?.bare === "and" && !words[at - 1]?.gap.trim();
  if (joined(n) && words[n + 1]?.unit) return true;
  if (!words[n].gap.trim() && and(n + 1) && words[n + 2]?.unit) return true;
  const last = (joined(n - 1) && words[n - 1].unit) || (and(n - 1) && words[n - 2]?.unit);
  const rest = words[n].tail + words[n].gap + (words[n + 1] ? words[n + 1].bare : "");
  return Boolean(last) && ENDS.test(rest);
}

/** Find the numbers that are units. @param {Word[]} words @param {string[]} sides @param {Set<string>} hints */
function recognise(words, sides, hints) {
  const blocked = (/** @type {number} */ n) =>
    (n > 0 &&
      BEFORE.test(words[n - 1].bare) &&
      !words[n - 1].gap.trim() &&
      !(words[n - 1].bare === "of" && hints.has(words[n].number))) ||
    (!words[n].tail && !words[n].gap.trim() && AFTER.test(words[n + 1]?.bare ?? ""));
  const open = words.map((_, n) => n).filter((n) => words[n].number && !blocked(n));
  for (const n of open) if (isUnit(words, n, sides, hints)) words[n].unit = words[n].number;
  for (let found = true; found;) {
    const next = open.find((n) => !words[n].unit && isListed(words, n));
    found = next !== undefined;
    if (next !== undefined) words[next].unit = words[next].number;
  }
}

/** @param {Game} game @param {{point: (labels: string[]) => void, go: (label: string) => void,
 *   where: (unit: string) => string | undefined}} to */
export function linker(game, to) {
  const { hexes } = game.grid;
  const units = unitNames(game);
  const sides = game.sides.map((side) => side.name);
  /** @param {() => string | undefined} label @param {Record<string, any>} more @param {...any} words */
  const link = (label, more, ...words) =>
    h(
      "button",
      {
        tabindex: "-1",
        onpointerenter: () => to.point([label() ?? ""]),
        onpointerleave: () => to.point([]),
        onclick: () => to.go(label() ?? ""),
        ...more,
      },
      ...words,
    );
  const differences = new Map(Object.keys(game.counters).map((unit) => [unit, apart(game, unit)]));
  /** @param {string} unit */
  const unitLink = (unit) => {
    const more = differences.get(unit);
    return link(
      () => to.where(unit),
      { class: "hexlink unitlink", title: fullName(game, unit), "data-names": unit },
      game.counters[unit].name,
      more && h("small", {}, ` ${more}`),
    );
  };

  /** @param {string} text @param {string[]} [about] units that the text is about @param {boolean} [named] whether the names of
   * towns follow their hexes @returns {DocumentFragment} */
  return (text, about = [], named = false) => {
    const out = document.createDocumentFragment();
    const { start, words } = parse(text, hexes, units);
    recognise(words, sides, new Set(about));
    out.append(start);
    for (const word of words) {
      if (word.hex)
        out.append(
          word.lead,
          link(
            () => word.hex,
            { class: "hexlink" },
            word.bare,
            named && hexes[word.hex].name && h("small", { class: "town" }, ` ${hexes[word.hex].name}`),
          ),
          word.tail,
          word.gap,
        );
      else if (word.unit) out.append(word.lead, unitLink(word.unit), word.tail, word.gap);
      else out.append(word.lead, word.bare, word.tail, word.gap);
    }
    out.normalize();
    return out;
  };
}

/** The unit that an action is about, if any. @param {Game} game @param {string} action @returns {string[]} */
export function unitsOf(game, action) {
  const [verb, ...rest] = action.split(" ");
  return game.verbs[verb]?.kind === "unit" && rest.length ? [rest.join(" ")] : [];
}

/** Hexes named in a text. @param {string} text @param {Record<string, unknown>} hexes */
export const hexesIn = (text, hexes) => (text.match(/[\p{L}\d]+/gu) ?? []).filter((word) => Object.hasOwn(hexes, word));
