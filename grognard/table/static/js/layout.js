/** Space on the screen: the area that cards cover, the place of notices, and hexes that must stay visible. */

import { lit } from "./acts.js";
import { shape } from "./dom.js";

/** @typedef {import("./screen.js").Screen} Screen */

/** A notice next to the cards needs at least this width. */
const NOTICE = 240;

/** Above the cards at the bottom a notice needs at least this height; the cards keep at least that much. */
const LINES = 76;
const LEAST = 72;
/** In windows like this the cards are beside the prompt. */
const LOW = "(max-height: 560px) and (min-width: 701px)";
/** On a phone this much of the board stays free between the prompt and the cards. */
const STRIP = 112;

/** Pass to the camera how much of the board cards cover, and place the notices. @param {Screen} screen */
export function insets(screen) {
  const { board, low, prompt } = screen;
  const small = innerWidth < 700;
  // The cards at the bottom end below the prompt, in windows of any height.
  const below = low.parentElement?.clientHeight ?? innerHeight;
  const beside = !small && matchMedia(LOW).matches;
  const room = beside ? below - 28 : below - prompt.element.offsetTop - prompt.element.offsetHeight - (small ? 84 : 42);
  const free = small ? STRIP : 0;
  shape(low, { "--low-room": `${Math.max(LEAST, room - free)}px` });
  const cards = [...low.children].reduce((sum, card) => sum + /** @type {HTMLElement} */ (card).offsetHeight, 0);
  const wide = !small && !beside && cards > 240 && board.port.clientWidth > 900;
  const dock = prompt.dock.offsetHeight;
  board.camera.inset = {
    top: dock + (small ? 16 : 24),
    right: small ? 12 : beside && cards > 40 ? low.offsetWidth + 84 : 76,
    bottom: small ? 70 + cards : cards > 40 && !wide && !beside ? cards + 30 : 20,
    left: wide ? low.offsetWidth + 30 : 16,
  };
  board.camera.dock = {
    below: dock + (small ? 14 : 22),
    beside: prompt.element.offsetWidth + 28,
    foot: small ? 66 : 0,
  };
  notices(screen, small, cards);
  screen.elsewhere.place();
}

/** Place notices over the board only: under the prompt on a phone, else at the bottom between the cards and the tools.
 * @param {Screen} screen @param {boolean} small @param {number} cards */
function notices({ board, low, prompt, tools }, small, cards) {
  const field = board.port.getBoundingClientRect();
  const left = field.left + 16;
  const right = tools.getBoundingClientRect().left - 16;
  const beside = low.getBoundingClientRect().right + 16;
  const aside = cards > 40 && right - beside >= NOTICE;
  const from = aside ? beside : left;
  // Without room above the cards a notice covers them, and not the prompt.
  const above = low.getBoundingClientRect().top - prompt.element.getBoundingClientRect().bottom >= LINES;
  shape(
    document.documentElement,
    small
      ? {
          "--notice-left": "12px",
          "--notice-width": `${innerWidth - 24}px`,
          "--notice-bottom": "auto",
          "--notice-top": `${(prompt.element.parentElement ?? prompt.element).getBoundingClientRect().bottom + 8}px`,
        }
      : {
          "--notice-left": `${from}px`,
          "--notice-width": `${right - from}px`,
          "--notice-top": "auto",
          "--notice-bottom": `${innerHeight - field.bottom + 16 + (cards > 40 && !aside && above ? low.offsetHeight + 12 : 0)}px`,
        },
  );
}

/** The hexes that the player should see now: of a hint, else under attack, else those that may be chosen. @param {Screen} screen */
export function concern({ table, board, hint }) {
  if (hint.open && board.advised.length) return { words: "Show the hint", labels: board.advised };
  if (!table.mine) return null;
  const attacked = table.looking("target").map((unit) => table.board.units[unit].at);
  if (attacked.length) return { words: "Show the target", labels: attacked };
  const labels = [...lit(table.view, table.game.verbs, "hex").keys()];
  return labels.length ? { words: "Show what may be chosen", labels } : null;
}

/** Bring the whole fight into view that a decision in the enemy's turn is about; the scale does not grow.
 * @param {Screen} screen */
export function showFight(screen) {
  const { camera } = screen.board;
  const places = fight(screen);
  if (!screen.table.mine || !places.length) return;
  if (places.every((place) => camera.sees(place))) return;
  screen.before ??= camera.mark();
  camera.frameOn(places, MARGIN, Math.min(FAR, camera.scale), camera.scale);
}

/** After the fight, return to the view before it. @param {Screen} screen */
export function returnView(screen) {
  if (!screen.before || fight(screen).length) return;
  screen.board.camera.back(screen.before);
  screen.before = null;
}

/** The hexes of the fight that is under way. @param {Screen} screen */
function fight({ table, board }) {
  const units = table.looking("target", "attacking").map((unit) => table.board.units[unit].at);
  return [table.view.where, ...units].map((hex) => board.geo.hexes[hex]).filter(Boolean);
}

/** Around a fight this much of the map is shown, and it is not shown smaller than this. */
const MARGIN = 160;
const FAR = 0.4;
