/** Words for players. What is special to a game comes with the game: its verbs, marks, boxes and words. */

/** A key as words: first letter large, no dashes. @param {string} key */
export const plain = (key) => capital(key.replaceAll("_", " ").replaceAll("-", " "));

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** The words of one action. Without its argument a verb loses the word that leads to it as well.
 * @param {import("./types.js").Verb} verb @param {string} arg */
export const say = (verb, arg) =>
  capital((arg ? verb.say.replace("{}", arg) : verb.say.replace(/( at| to| in)? \{\}$/, "")).trim());

/** How the side attacked may still answer in a game with these verbs. @param {Record<string, import("./types.js").Verb>} verbs */
export const answerIn = (verbs) =>
  Object.values(verbs)
    .map((verb) => verb.answer)
    .find(Boolean) ?? "";

/** The score, by the names that the standing and the report know it under. @type {Record<string, string>} */
const SCORES = { vp: "Victory points", score: "Score" };

/** A key of the standing, a line of a chart or the like in words: the game's own if it gives any, else the usual ones.
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

/** What a machine commander is called. @param {string} level */
export const commanderName = (level) => (level === "random" ? "the random commander" : `the ${level}`);

/** How a mark on a counter is drawn: a letter and a look, or without a letter a frame.
 * @param {import("./types.js").Game} game @param {string} mark @returns {import("./types.js").Mark} */
export const markLook = (game, mark) =>
  game.marks[mark] ?? { letter: mark.charAt(0).toUpperCase(), look: "plain", turns: false };

/** The mark that has turned a counter over, if one has. @param {import("./types.js").Game} game @param {string[]} marks */
export const turned = (game, marks) => marks.find((mark) => markLook(game, mark).turns) ?? "";

/** @param {number} amount */
export const signed = (amount) => (amount > 0 ? `+${amount}` : amount < 0 ? `−${-amount}` : "0");

/** @param {number} count @param {string} one @param {string} [many] */
export const count = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** @param {[number, number]} chance */
export const percent = ([part, whole]) => `${Math.round((100 * part) / whole)}%`;

/** What is printed on a counter now: on the back of one that was turned over, second figures (attack2 next to attack)
 * take the place of the first.
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

/** What else is to be said of a unit: its badge, and its marks but the one that `strength` has named.
 * @param {import("./types.js").Game} game @param {import("./types.js").Place} place */
export const said = (game, { marks = [], badge }) =>
  [badge?.title ?? "", ...marks.filter((mark) => !markLook(game, mark).turns)].filter(Boolean);

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

/** How many units were lost in a place. @param {number} many */
export const lostHere = (many) => `${NUMBERS[many] ?? many} ${many === 1 ? "unit was" : "units were"} lost here`;

/** The order in which boxes off the map are listed. @param {import("./types.js").Game} game @param {string} a @param {string} b */
export const boxOrder = (game, a, b) => Object.keys(game.boxes).indexOf(a) - Object.keys(game.boxes).indexOf(b);

/** How many counters lie in a hex, and how many of them cannot be seen. @param {number} many @param {number} seen */
export const heightWords = (many, seen) =>
  `${count(many, "unit")}${seen < many ? `, ${many - seen} of them not seen` : ""}`;
