/** Wording of actions. Games choose their verbs; these are the usual ones, and any other stands for itself. */

/**
 * say: the words of one action, {} is its argument. ask: the words over a list of such actions.
 * tone: go, strike, probe, aid or leave. main: may be the one big button. answer: what the side attacked may do before the roll.
 * quiet: never meant by a mere click on a counter.
 * @typedef {{say: string, ask?: string, tone?: string, main?: boolean, answer?: string, quiet?: boolean}} Wording
 */

/** @type {Record<string, Wording>} */
const VERBS = {
  select: { say: "Take {} in hand", ask: "Take in hand" },
  move: { say: "Move to {}", ask: "Move to" },
  enter: { say: "Come on at {}", ask: "Come on at" },
  place: { say: "Place in {}", ask: "Place in" },
  to: { say: "Go to {}", ask: "Go to" },
  done: { say: "Done", main: true },
  attack: { say: "Attack {}", ask: "Attack", tone: "strike" },
  also: { say: "Also {}", ask: "Also", tone: "strike" },
  probe: { say: "Probe {}", ask: "Probe", tone: "probe" },
  order: { say: "{}", ask: "Order" },
  air: { say: "Air support at {}", ask: "Air support at", tone: "aid" },
  naval: { say: "Naval fire at {}", ask: "Naval fire at", tone: "aid" },
  supply: { say: "Supply {}", ask: "Supply", tone: "aid" },
  drop: { say: "Leave {} behind", ask: "Leave behind", tone: "leave" },
  stop: { say: "Stop here", main: true },
  propose: { say: "Place them for me", main: true },
  remove: { say: "Remove {}", ask: "Remove", tone: "leave" },
  decline: { say: "Decline with {}", ask: "Decline with" },
  with: { say: "Attack with {}", ask: "Attack with", tone: "aid" },
  barrage: { say: "Barrage by {}", ask: "Barrage by", tone: "aid" },
  support: { say: "Add {} support", ask: "Support points", tone: "aid" },
  resolve: { say: "Roll the die", main: true, tone: "strike" },
  fpf: { say: "Defensive fire by {}", ask: "Defensive fire by", tone: "aid", answer: "lend defensive fire" },
  pass: { say: "Pass", main: true },
  retreat: { say: "Retreat {} first", ask: "Retreat first" },
  advance: { say: "Advance with {}", ask: "Advance with" },
  roll: { say: "The die shows {}", ask: "The die shows" },
  stay: { say: "Stay", main: true },
  cancel: { say: "Cancel" },
  fire: { say: "Fire at {}", ask: "Fire at", tone: "strike" },
  bombard: { say: "Bombard {}", ask: "Bombard", tone: "strike" },
  assault: { say: "Assault {}", ask: "Assault", tone: "strike" },
  exit: { say: "Leave the map at {}", ask: "Leave the map at", tone: "leave" },
  full: { say: "Full supply {}", ask: "Full supply" },
  flood: { say: "Open the dam" },
  land: { say: "Drop into {}", ask: "Drop into", tone: "strike" },
  lift: { say: "Take {} back to the box", ask: "Take back to the box", tone: "leave" },
  box: { say: "Into the holding box" },
  replace: { say: "Replacements for {}", ask: "Replacements for", tone: "aid" },
  reclaim: { say: "Bring back {}", ask: "Bring back", tone: "aid" },
  recall: { say: "Bring back {}", ask: "Bring back", tone: "aid" },
  withdraw: { say: "Withdraw {}", ask: "Withdraw", tone: "leave" },
  top: { say: "Put {} on top", ask: "Put on top", tone: "aid", quiet: true },
  bombers: { say: "Call the bombers", tone: "aid" },
  yield: { say: "Retreat instead" },
  lose: { say: "Take the loss on {}", ask: "Take the loss on", tone: "leave" },
};

/** A key as words: first letter large, no dashes. @param {string} key */
export const plain = (key) => key.charAt(0).toUpperCase() + key.slice(1).replaceAll("_", " ").replaceAll("-", " ");

/** @param {string} verb @param {string} arg */
export function say(verb, arg) {
  const words = VERBS[verb]?.say ?? (arg ? `${plain(verb)} {}` : plain(verb));
  const text = (arg ? words.replace("{}", arg) : words.replace(/( at| to| in)? \{\}$/, "")).trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** @param {string} verb */
export const ask = (verb) => VERBS[verb]?.ask ?? plain(verb);

/** @param {string} verb */
export const tone = (verb) => VERBS[verb]?.tone ?? "go";

/** @param {string} verb */
export const main = (verb) => Boolean(VERBS[verb]?.main);

/** @param {string} verb */
export const quiet = (verb) => Boolean(VERBS[verb]?.quiet);

/** How the side attacked may still answer in a game with these verbs. @param {Record<string, string>} verbs */
export const answerIn = (verbs) => Object.keys(verbs).map((verb) => VERBS[verb]?.answer).find(Boolean) ?? "";

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
  const order = Object.values(game.verbs).some((kind) => kind.startsWith("word:") && kind.slice(5).split(" ").includes(key));
  if (order) return plain(wordOf(key));
  const [first, ...rest] = key.replaceAll("_", " ").split(" ");
  const named = [first, ...rest].map((part) => game.sides.find((side) => side.id === part)?.name ?? (/^[a-z]+-[a-z]+$/.test(part) ? part.replace("-", " ") : part)).join(" ");
  return named.charAt(0).toUpperCase() + named.slice(1);
}

/** The words of a choice between words: `first-second` is an order. @param {string} arg */
export const wordOf = (arg) => arg.replaceAll("-", ", then ").replaceAll("_", " ");

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
