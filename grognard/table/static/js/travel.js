/** Units travel hex by hex in the replay, along the path that its events name; quiet for those who want no motion. */

import { motion } from "./prefs.js";
import { hexesIn } from "./text.js";

/** Milliseconds from hex to hex, and for the longest way. */
const STEP = 150;
const MOST = 900;

/** @param {import("./table.js").Table} table @param {import("./board.js").Board} board
 * @param {import("./types.js").LogEntry | undefined} entry @param {Record<string, import("./types.js").Place>} before
 * @param {number} speed */
export function travel(table, board, entry, before, speed) {
  if (!entry || !motion()) return;
  const { geo, counters } = board;
  for (const [unit, { at }] of Object.entries(table.board.units)) {
    const from = before[unit]?.at ?? "";
    const element = counters.faces.get(unit);
    const spot = counters.spots.get(unit);
    if (from === at || !geo.hexes[from] || !geo.hexes[at] || !element || !spot) continue;
    const way = path(entry, from, at, geo.hexes).map((label) => geo.hexes[label]);
    const frames = [...way.slice(0, -1), spot].map(({ x, y }) => ({
      transform: `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) scale(${counters.unit})`,
    }));
    element.animate(frames, { duration: Math.min(MOST, STEP * way.length) / speed, easing: "ease-in-out" });
  }
}

/** The hexes of a move in order; only its ends if its event does not name the way.
 * @param {import("./types.js").LogEntry} entry @param {string} from @param {string} to
 * @param {import("./types.js").Grid["hexes"]} hexes */
function path(entry, from, to, hexes) {
  for (const { text } of entry.events) {
    const named = hexesIn(text, hexes);
    if (!named.includes(from) || !named.includes(to)) continue;
    const way = [from, ...named.filter((label) => label !== from && label !== to), to];
    if (way.every((label, n) => !n || hexes[way[n - 1]].neighbours.includes(label))) return way;
  }
  return [from, to];
}
