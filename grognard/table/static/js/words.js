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
export const answerIn = (verbs) => Object.values(verbs).map((verb) => verb.answer).find(Boolean) ?? "";

/** What a standing is made of, by the usual names; any other key stands for itself. @type {Record<string, string>} */
const STATUS = {
  vp: "Victory points", score: "Score", vp_parts: "Points come from", support: "Support points left", order: "Order of phases",
  markers: "Markers", towns: "Towns", losses: "Units lost", fpf: "Defensive fire",
};

/** A key of the standing, a line of a chart or the like in words: the game's own if it gives any, else the usual ones.
 * @param {import("./types.js").Game} game @param {string} key @returns {string} */
export function word(game, key) {
  const given = game.words?.[key] ?? game.sides.find((side) => side.id === key)?.name ?? STATUS[key];
  if (given) return given;
  const named = Object.values(game.verbs).map((verb) => verb.words[key]).find(Boolean);
  if (named) return capital(named);
  const [first, ...rest] = key.replaceAll("_", " ").split(" ");
  return capital([first, ...rest].map((part) => game.sides.find((side) => side.id === part)?.name ?? (/^[a-z]+-[a-z]+$/.test(part) ? part.replace("-", " ") : part)).join(" "));
}

/** What a machine commander is called. @param {string} level */
export const commanderName = (level) => (level === "random" ? "the random commander" : `the ${level}`);

/** How marks on counters are drawn: a letter and a class; any other mark shows its first letter.
 * @type {Record<string, {letter: string, look: string}>} */
const MARKS = {
  chosen: { letter: "", look: "chosen" },
  target: { letter: "", look: "target" },
  attacking: { letter: "", look: "attacking" },
  firing: { letter: "", look: "attacking" },
  moved: { letter: "✓", look: "spent" },
  fought: { letter: "✓", look: "spent" },
  advanced: { letter: "✓", look: "spent" },
  attacked: { letter: "×", look: "spent" },
  "must attack": { letter: "!", look: "duty" },
  "must be attacked": { letter: "!", look: "duty" },
  displaced: { letter: "D", look: "harm" },
  disrupted: { letter: "D", look: "harm" },
  isolated: { letter: "I", look: "harm" },
  unsupplied: { letter: "U", look: "harm" },
};

/** @param {string} mark */
export const markLook = (mark) => MARKS[mark] ?? { letter: mark.charAt(0).toUpperCase(), look: "plain" };

/** @param {number} amount */
export const signed = (amount) => (amount > 0 ? `+${amount}` : amount < 0 ? `−${-amount}` : "0");

/** @param {number} count @param {string} one @param {string} [many] */
export const count = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** @param {[number, number]} chance */
export const percent = ([part, whole]) => `${Math.round((100 * part) / whole)}%`;

/** What is printed on a counter now: a unit that was reduced is turned over, and its second figures (attack2 beside
 * attack) take the place of the first. @param {import("./types.js").Counter} counter @param {string[]} [marks] */
export function figures(counter, marks = []) {
  const { printed, values = {} } = counter;
  const second = Object.keys(values).filter((name) => Object.hasOwn(values, `${name}2`));
  if (!marks.includes("reduced") || !second.length) return printed;
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

/** The figures of a unit in words. @param {import("./types.js").Counter} counter @param {string[]} marks */
export function strength(counter, marks) {
  const now = figures(counter, marks);
  return marks.includes("reduced") ? `${now}, reduced${now === counter.printed ? "" : ` (full ${counter.printed})`}` : now;
}

const NUMBERS = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve"];

/** How many units were lost in a place. @param {number} many */
export const lostHere = (many) => `${NUMBERS[many] ?? many} ${many === 1 ? "unit was" : "units were"} lost here`;

/** The order in which boxes off the map are shown: who is due first, the dead last. @param {string} box */
export const boxRank = (box) => ({ due: 0, reserve: 1, exited: 3, eliminated: 4, removed: 5 })[box] ?? 2;

/** Off-map boxes by their usual names. @param {string} box */
export const boxName = (box) =>
  /** @type {Record<string, string>} */ ({
    due: "Reinforcements due", eliminated: "Eliminated", exited: "Left the map", aside: "Not in play", reserve: "In reserve",
    removed: "Out of the game", unseen: "Beneath enemy stacks",
  })[box] ?? plain(box);
