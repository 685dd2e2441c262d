/** Marks on the hexes that decide the game or score: a star in the tone of the side that wants them. */

import { looks } from "./prefs.js";
import { replace, s } from "./dom.js";

/** @typedef {import("./types.js").Objective} Objective */

/** How far left of the middle of its hex a star is, clear of the counters, and its size; in hundredths of a hex. */
const LEFT = 43;
const SIZE = 9;
/** A set of more hexes than this, such as an edge of the map, has an outline only. */
const MANY = 15;

export class AimMarks {
  /** @param {import("./table.js").Table} table @param {import("./board.js").Board} board */
  constructor(table, board) {
    this.table = table;
    this.board = board;
    this.layer = s("g", { class: "objectives" });
    board.layers.beneath.before(this.layer);
    this.drawn = "";
  }

  /** The objectives in a hex. @param {string} hex @returns {Objective[]} */
  at(hex) {
    return (this.table.board.objectives ?? []).filter((aim) => aim.hexes.includes(hex));
  }

  draw() {
    const { board, table } = this;
    const all = looks.aims ? (table.board.objectives ?? []) : [];
    const key = JSON.stringify(all);
    if (key === this.drawn) return;
    this.drawn = key;
    const { geo } = board;
    const { unit } = board.counters;
    replace(
      this.layer,
      all.flatMap((aim) => {
        const n = table.game.sides.findIndex((side) => side.id === aim.side);
        if (aim.hexes.length > MANY) return [s("path", { class: `goal side-${n}`, d: geo.border(aim.hexes) })];
        return aim.hexes
          .filter((label) => geo.hexes[label])
          .map((label) => {
            const { x, y } = geo.hexes[label];
            const look = `star side-${n}`;
            return s("path", { class: look, "data-hex": label, d: star(x - LEFT * unit, y, SIZE * unit) });
          });
      }),
    );
  }
}

/** A star with five points. @param {number} x @param {number} y @param {number} size */
function star(x, y, size) {
  const points = Array.from({ length: 10 }, (_, n) => {
    const angle = (n * Math.PI) / 5 - Math.PI / 2;
    const far = n % 2 ? size * 0.45 : size;
    return `${(x + far * Math.cos(angle)).toFixed(1)} ${(y + far * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${points.join("L")}Z`;
}
