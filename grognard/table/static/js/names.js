/** Names of places above the counters: far out by themselves, closer by a switch. Far out the counters are plain too. */

import { looks, onLooks } from "./prefs.js";
import { replace, s } from "./dom.js";

/** Counters smaller than this, in pixels, are plain. */
const PLAIN = 31;
/** The least size of a name in pixels, and its size in hundredths of a hex. */
const LEAST = 11.5;
const SIZE = 20;
/** The width of a letter and the height of a line, of the size of the font. */
const LETTER = 0.64;
const LINE = 1.5;

export class Names {
  /** @param {import("./types.js").Game} game @param {import("./board.js").Board} board
   * @param {() => string[]} aims the hexes of objectives */
  constructor(game, board, aims) {
    this.board = board;
    this.aims = aims;
    this.layer = s("g", { class: "names" });
    board.layers.counts.after(this.layer);
    this.places = gathered(game.grid.hexes);
    this.drawn = "";
    onLooks(() => this.follow());
  }

  /** The counters have changed their places. */
  redraw() {
    this.drawn = "";
    this.follow();
  }

  /** Follow the scale of the board. */
  follow() {
    const { board } = this;
    const { scale } = board.camera;
    const far = scale * board.counters.unit * 70 < PLAIN;
    board.svg.classList.toggle("far", far);
    const shown = far || looks.names;
    const size = Math.round(Math.max(SIZE * board.counters.unit, LEAST / scale));
    const key = shown ? String(size) : "";
    if (key === this.drawn) return;
    this.drawn = key || " ";
    replace(this.layer, shown ? this.fitting(size) : []);
  }

  /** The names that do not run into each other, at this size. @param {number} size */
  fitting(size) {
    /** @type {[number, number, number][]} */
    const taken = [];
    const up = this.board.geo.radius * 0.72;
    return this.places.flatMap(({ name, x, y }) => {
      const half = (name.length * LETTER * size) / 2;
      const at = y - up;
      if (taken.some(([px, py, other]) => Math.abs(py - at) < size * LINE && Math.abs(px - x) < half + other))
        return [];
      taken.push([x, at, half]);
      return [s("text", { x, y: at + size * 0.35, "font-size": size, "stroke-width": size * 0.26 }, name)];
    });
  }
}

/** Every name once, in the middle of its hexes; places of several hexes first.
 * @param {import("./types.js").Grid["hexes"]} hexes */
function gathered(hexes) {
  /** @type {Map<string, {x: number, y: number, label: string}[]>} */
  const found = new Map();
  for (const [label, { name, x, y }] of Object.entries(hexes)) {
    if (name) found.set(name, [...(found.get(name) ?? []), { x, y, label }]);
  }
  return [...found]
    .map(([name, all]) => ({
      name,
      label: all[0].label,
      many: all.length,
      x: all.reduce((sum, p) => sum + p.x, 0) / all.length,
      y: Math.min(...all.map((p) => p.y)),
    }))
    .sort((a, b) => b.many - a.many);
}
