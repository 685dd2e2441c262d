/** Texts for players. Game-specific words come with the game: its verbs, marks, boxes and names. */

/** A key as words: capitalized, without dashes. @param {string} key */
export const plain = (key) => capital(key.replaceAll("_", " ").replaceAll("-", " "));

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** The label of an action. Without an argument the preposition before it is left out too.
 * @param {import("./types.js").Verb} verb @param {string} arg */
export const say = (verb, arg) =>
  capital((arg ? verb.say.replace("{}", arg) : verb.say.replace(/( at| to| in)? \{\}$/, "")).trim());

/** How the defender may still react before the roll in a game with these verbs. @param {Record<string, import("./types.js").Verb>} verbs */
export const answerIn = (verbs) =>
  Object.values(verbs)
    .map((verb) => verb.answer)
    .find(Boolean) ?? "";

/** Names of the score in status and report. @type {Record<string, string>} */
const SCORES = { vp: "Victory Points", score: "Score" };

/** A status key, a chart line or the like in words: as the game names it, or else in ordinary words.
 * @param {import("./types.js").Game} game @param {string} key @returns {string} */
export function word(game, key) {
  const given = game.words?.[key] ?? game.sides.find((side) => side.id === key)?.name ?? SCORES[key];
  if (given) return given;
  const named = Object.values(game.verbs)
    .map((verb) => verb.words[key])
    .find(Boolean);
  if (named) return capital(named);
  const [first, ...rest] = key.replaceAll("_", " ").split(" ");
  return capital(
    [first, ...rest]
      .map(
        (part) =>
          game.sides.find((side) => side.id === part)?.name ??
          (/^[a-z]+-[a-z]+$/.test(part) ? part.replace("-", " ") : part),
      )
      .join(" "),
  );
}

/** The name of a commander in a sentence. @param {string} level */
export const commanderName = (level) => (level === "random" ? "the random commander" : `the ${level}`);

/** The look of a mark on a counter: a letter, or a frame if it has none.
 * @param {import("./types.js").Game} game @param {string} mark @returns {import("./types.js").Mark} */
export const markLook = (game, mark) =>
  game.marks[mark] ?? { letter: mark.charAt(0).toUpperCase(), look: "plain", turns: false };

/** The mark that turns the counter over, if any. @param {import("./types.js").Game} game @param {string[]} marks */
export const turned = (game, marks) => marks.find((mark) => markLook(game, mark).turns) ?? "";

/** @param {number} amount */
export const signed = (amount) => (amount > 0 ? `+${amount}` : amount < 0 ? `−${-amount}` : "0");

/** @param {number} count @param {string} one @param {string} [many] */
export const count = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** @param {[number, number]} chance */
export const percent = ([part, whole]) => `${Math.round((100 * part) / whole)}%`;

/** The printed figures of a counter now. On the back of a counter, second figures (such as attack2) replace the first.
 * @param {import("./types.js").Game} game @param {import("./types.js").Counter} counter @param {string[]} [marks] */
export function figures(game, counter, marks = []) {
  const { printed, values = {} } = counter;
  const second = Object.keys(values).filter((name) => Object.hasOwn(values, `${name}2`));
  if (!turned(game, marks) || !second.length) return printed;
  const parts = printed.split("-");
  let from = 0;
  for (const name of second) {
    const n = parts.indexOf(String(values[name]), from);
    if (n < 0) return printed;
    parts[n] = String(values[`${name}2`]);
    from = n + 1;
  }
  return parts.join("-");
}

/** The figures of a unit in words. @param {import("./types.js").Game} game @param {import("./types.js").Counter} counter @param {string[]} marks */
export function strength(game, counter, marks) {
  const now = figures(game, counter, marks);
  const how = turned(game, marks);
  return how ? `${now}, ${how}${now === counter.printed ? "" : ` (full ${counter.printed})`}` : now;
}

/** Further facts about a unit: its badge, and its marks except the one that `strength` includes.
 * @param {import("./types.js").Game} game @param {import("./types.js").Place} place */
export const said = (game, { marks = [], badge }) =>
  [badge ? `${badge.title} ${badge.text}` : "", ...marks.filter((mark) => !markLook(game, mark).turns)].filter(Boolean);

const NUMBERS = [
  "No",
  "One",
  "Two",
  "Three",
  "Four",
  "Five",
  "Six",
  "Seven",
  "Eight",
  "Nine",
  "Ten",
  "Eleven",
  "Twelve",
];

/** The number of units lost in a hex, in words. @param {number} many */
export const lostHere = (many) => `${NUMBERS[many] ?? many} ${many === 1 ? "unit was" : "units were"} lost here`;

/** Compare boxes off the map by the order in which the game lists them. @param {import("./types.js").Game} game @param {string} a @param {string} b */
export const boxOrder = (game, a, b) => Object.keys(game.boxes).indexOf(a) - Object.keys(game.boxes).indexOf(b);

/** The number of counters in a hex, and how many of them are hidden. @param {number} many @param {number} seen */
export const heightWords = (many, seen) =>
  `${count(many, "unit")}${seen < many ? `, ${many - seen} of them hidden` : ""}`;

/** The counted kinds of another side's actions, and the verbs that begin one of each. @type {[string, string, string[]][]} */
const COUNTED = [
  ["unit placed", "units placed", ["place"]],
  ["move", "moves", ["move", "enter"]],
  ["attack", "attacks", ["attack"]],
  ["probe", "probes", ["probe"]],
];

/** The actions of a side, as far as the log of this seat shows it: "German turn: 12 moves, 3 attacks". A move of several
 * steps counts once.
 * @param {string} side its name @param {import("./types.js").LogEntry[]} entries */
export function summary(side, entries) {
  const verbs = entries.map((entry) => entry.action.split(" ")[0]);
  const parts = COUNTED.flatMap(([one, many, names]) => {
    const times = verbs.filter((verb, n) => names.includes(verb) && !isStep(verbs, n)).length;
    return times ? [count(times, one, many)] : [];
  });
  return `${side} turn: ${parts.join(", ") || count(entries.length, "action")}`;
}

/** Whether an action continues the move before it. @param {string[]} verbs @param {number} n */
const isStep = (verbs, n) => verbs[n] === "move" && ["move", "enter"].includes(verbs[n - 1] ?? "");
