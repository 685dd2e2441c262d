/** The player's settings and the matches this browser has seats in, kept in the browser only. */

const LOOKS = "grognard.looks";
const SEATS = "grognard.seats";
const UNLISTED = "grognard.unlisted";
const SOLVED = "grognard.solved";
const ADVISER = "grognard.adviser";

/** @typedef {{theme: "auto" | "light" | "dark", contrast: boolean, palette: string, calm: boolean, costs: boolean,
 *   large: boolean, panel: boolean, met: boolean, aims: boolean, names: boolean,
 *   sounds: boolean, notices: boolean}} Looks */

/** @type {Looks} */
const DEFAULTS = {
  theme: "auto",
  contrast: false,
  palette: "default",
  calm: false,
  costs: true,
  large: false,
  panel: true,
  met: false,
  aims: true,
  names: false,
  sounds: false,
  notices: false,
};

/** @param {string} key @param {any} fallback */
function read(key, fallback) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "") ?? fallback;
  } catch {
    return fallback;
  }
}

/** @param {string} key @param {any} value */
function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // private windows may forbid storage; then nothing is remembered
  }
}

/** @type {Looks} */
export const looks = { ...DEFAULTS, ...read(LOOKS, {}) };

/** @type {Set<(looks: Looks) => void>} */
const hearers = new Set();

/** @param {(looks: Looks) => void} hearer */
export function onLooks(hearer) {
  hearers.add(hearer);
}

/** @param {Partial<Looks>} change */
export function setLooks(change) {
  Object.assign(looks, change);
  write(LOOKS, looks);
  applyLooks();
  for (const hearer of hearers) hearer(looks);
}

export function applyLooks() {
  const root = document.documentElement;
  const dark = looks.theme === "dark" || (looks.theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
  root.dataset.theme = dark ? "dark" : "light";
  root.dataset.contrast = looks.contrast || matchMedia("(prefers-contrast: more)").matches ? "more" : "normal";
  root.dataset.motion = looks.calm || matchMedia("(prefers-reduced-motion: reduce)").matches ? "calm" : "full";
  root.dataset.size = looks.large ? "large" : "normal";
}

/** @returns {import("./types.js").Remembered[]} */
export function remembered() {
  return read(SEATS, []).sort((/** @type {any} */ a, /** @type {any} */ b) => b.when - a.when);
}

/** @param {Partial<import("./types.js").Remembered> & {token: string}} seat */
export function remember(seat) {
  // A lesson that is begun again replaces the earlier attempt.
  const seats = remembered().filter(
    (other) => other.token === seat.token || !seat.lesson || other.lesson !== seat.lesson || other.game !== seat.game,
  );
  const known = seats.find((other) => other.token === seat.token);
  if (known) Object.assign(known, seat, { when: Date.now() });
  else seats.push(/** @type {any} */ ({ how: "", side: "", ...seat, when: Date.now() }));
  write(SEATS, seats);
}

/** @param {string} token */
export function forget(token) {
  write(
    SEATS,
    remembered().filter((seat) => seat.token !== token),
  );
}

/** Put back a seat as it was. @param {import("./types.js").Remembered} seat */
export function restore(seat) {
  write(SEATS, [...remembered().filter((other) => other.token !== seat.token), seat]);
}

/** Tokens of seats of the account that are not listed in this browser. @returns {string[]} */
export const unlisted = () => read(UNLISTED, []);

/** @param {string} token @param {boolean} away */
export function unlist(token, away) {
  const others = unlisted().filter((other) => other !== token);
  write(UNLISTED, away ? [...others, token] : others);
}

/** Numbers of the lessons of a game that were solved in this browser. @param {string} game @returns {number[]} */
export const solved = (game) => read(SOLVED, {})[game] ?? [];

/** @param {string} game @param {number} lesson */
export function solve(game, lesson) {
  const numbers = solved(game);
  if (!numbers.includes(lesson)) write(SOLVED, { ...read(SOLVED, {}), [game]: [...numbers, lesson] });
}

/** The commander last chosen for advice. @returns {string} */
export const adviser = () => read(ADVISER, "");

/** @param {string} level */
export const setAdviser = (level) => write(ADVISER, level);

export const motion = () => document.documentElement.dataset.motion !== "calm";

/** Whether the device has a touch screen; texts then leave out the keys. */
export const touch = () => matchMedia("(pointer: coarse)").matches;
