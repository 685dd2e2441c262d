/** Space on the screen: the area that cards cover, the place of notices, and hexes that must stay visible. */

import { lit } from "./acts.js";
import { shape } from "./dom.js";

/** @typedef {import("./screen.js").Screen} Screen */

/** A notice next to the cards needs at least this width. */
const NOTICE = 240;

/** Above the cards at the bottom a notice needs at least this height; the cards keep at least that much. */
const LINES = 76;
const LEAST = 72;
/** On a phone this much of the board stays free between the prompt and the cards. */
const STRIP = 90;

/** Pass to the camera how much of the board cards cover, and place the notices. @param {Screen} screen */
export function insets(screen) {
  const { board, low, prompt } = screen;
  const small = innerWidth < 700;
  // The cards at the bottom end below the prompt, in windows of any height.
  const below = low.parentElement?.clientHeight ?? innerHeight;
  const room = below - prompt.element.offsetTop - prompt.element.offsetHeight - (small ? 84 : 42);
  const free = small ? STRIP : 0;
  shape(low, { "--low-room": `${Math.max(LEAST, room - free)}px` });
  const cards = [...low.children].reduce((sum, card) => sum + /** @type {HTMLElement} */ (card).offsetHeight, 0);
  const wide = !small && cards > 240 && board.port.clientWidth > 900;
  board.camera.inset = {
    top: prompt.element.offsetHeight + (small ? 16 : 24),
    right: small ? 12 : 76,
    bottom: small ? 70 + cards : cards > 40 && !wide ? cards + 30 : 20,
    left: wide ? low.offsetWidth + 30 : 16,
  };
  notices(screen, small, cards);
  const place = board.geo.hexes[targets(screen)[0] ?? ""];
  if (place && cards > 40 && cards !== screen.cards) board.camera.reveal(place);
  screen.cards = cards;
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

/** Hexes of the units under attack, or else of the selected units. @param {Screen} screen */
function targets({ table, board }) {
  const hexes = (/** @type {string[]} */ units) =>
    units.map((unit) => table.board.units[unit].at).filter((at) => board.geo.hexes[at]);
  const attacked = hexes(table.looking("target"));
  return attacked.length ? attacked : hexes(table.view.hand);
}

/** After an action, move the board if nothing that the action is about is visible; the scale stays.
 * @param {Screen} screen */
export function keepInSight(screen) {
  const { table, board } = screen;
  if (!table.mine) return;
  const { camera, geo } = board;
  const attacked = table.looking("target").map((unit) => table.board.units[unit].at);
  const hexes = attacked.length ? attacked : [...lit(table.view, table.game.verbs, "hex").keys()];
  const places = hexes.map((hex) => geo.hexes[hex]).filter(Boolean);
  if (!places.length || places.some((place) => camera.sees(place))) return;
  camera.centre(camera.nearest(places));
}

/** Bring the whole fight into view that a decision in the enemy's turn is about; the scale does not grow. Return whether
 * there is one. @param {Screen} screen */
export function showFight({ table, board }) {
  const { camera, geo } = board;
  const units = table.looking("target", "attacking").map((unit) => table.board.units[unit].at);
  const places = [table.view.where, ...units].map((hex) => geo.hexes[hex]).filter(Boolean);
  if (!table.mine || !places.length) return false;
  if (!places.every((place) => camera.sees(place)))
    camera.frameOn(places, MARGIN, Math.min(FAR, camera.scale), camera.scale);
  return true;
}

/** Around a fight this much of the map is shown, and it is not shown smaller than this. */
const MARGIN = 160;
const FAR = 0.4;
