/** A small map of a match for lists: a dot for each counter. It is asked for when it comes into view. */

import { Seat } from "./api.js";
import { h, replace, s } from "./dom.js";

/** @typedef {{width: number, height: number, units: {x: number, y: number, side: number}[]}} Glance */

/** @type {Map<string, Promise<Glance>>} */
const kept = new Map();

/** @param {string} token */
export function smallMap(token) {
  const box = h("span", { class: "small-map", "aria-hidden": "true" });
  const watch = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    watch.disconnect();
    void draw(box, token);
  });
  watch.observe(box);
  return box;
}

/** @param {HTMLElement} box @param {string} token */
async function draw(box, token) {
  const asked = kept.get(token) ?? /** @type {Promise<Glance>} */ (new Seat(token).get("/glance"));
  kept.set(token, asked);
  try {
    const { width, height, units } = await asked;
    const r = Math.max(width, height) / 46;
    const dots = units.map(({ x, y, side }) => s("circle", { class: `dot-${side}`, cx: x, cy: y, r }));
    replace(box, s("svg", { viewBox: `0 0 ${width} ${height}`, focusable: "false" }, dots));
  } catch {
    // the list does without the map
  }
}
