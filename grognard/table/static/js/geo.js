/** Geometry of the hex grid: the hex under a point, outlines of sets of hexes, neighbours by direction. */

/** @typedef {import("./types.js").Grid} Grid */

export class Geo {
  /** @param {Grid} grid */
  constructor(grid) {
    this.hexes = grid.hexes;
    this.labels = Object.keys(grid.hexes);
    this.width = grid.size[0];
    this.height = grid.size[1];
    this.step = grid.hex || this.measure();
    this.radius = this.step / Math.sqrt(3);
    this.turn = this.bearing();
    /** flat-top hexes have a neighbour straight above */
    this.flat = Math.abs(Math.cos(this.turn * 3)) < 0.5;
    this.corners = [0, 1, 2, 3, 4, 5].map((i) => {
      const angle = this.turn + Math.PI / 6 + (i * Math.PI) / 3;
      return [this.radius * Math.cos(angle), this.radius * Math.sin(angle)];
    });
    /** @type {Map<string, string[]>} */
    this.cells = new Map();
    for (const label of this.labels) {
      const { x, y } = this.hexes[label];
      const key = `${Math.floor(x / this.step)} ${Math.floor(y / this.step)}`;
      this.cells.set(key, [...(this.cells.get(key) ?? []), label]);
    }
  }

  measure() {
    for (const label of this.labels) {
      const { x, y, neighbours } = this.hexes[label];
      const other = this.hexes[neighbours[0]];
      if (other) return Math.hypot(other.x - x, other.y - y);
    }
    return 100;
  }

  /** The direction of one neighbour; the others are at steps of 60 degrees from it. */
  bearing() {
    for (const label of this.labels) {
      const { x, y, neighbours } = this.hexes[label];
      const other = this.hexes[neighbours[0]];
      if (other) return Math.atan2(other.y - y, other.x - x);
    }
    return Math.PI / 2;
  }

  /** The hex under a point, or null. @param {number} x @param {number} y */
  at(x, y) {
    const column = Math.floor(x / this.step);
    const row = Math.floor(y / this.step);
    let best = null;
    let least = this.radius * this.radius;
    for (let i = column - 1; i <= column + 1; i++) {
      for (let j = row - 1; j <= row + 1; j++) {
        for (const label of this.cells.get(`${i} ${j}`) ?? []) {
          const hex = this.hexes[label];
          const far = (hex.x - x) ** 2 + (hex.y - y) ** 2;
          if (far < least) [best, least] = [label, far];
        }
      }
    }
    return best;
  }

  /** One hex as a closed path. @param {string} label @param {number} [grow] */
  outline(label, grow = 1) {
    const hex = this.hexes[label];
    if (!hex) return "";
    const points = this.corners.map(([x, y]) => `${(hex.x + x * grow).toFixed(1)} ${(hex.y + y * grow).toFixed(1)}`);
    return `M${points.join("L")}Z`;
  }

  /** All hexes of a set, filled. @param {Iterable<string>} labels @param {number} [grow] */
  area(labels, grow = 1) {
    let path = "";
    for (const label of labels) path += this.outline(label, grow);
    return path;
  }

  /** The border of a set of hexes. @param {Iterable<string>} labels */
  border(labels) {
    const inside = new Set(labels);
    let path = "";
    for (const label of inside) {
      const hex = this.hexes[label];
      if (!hex) continue;
      for (let i = 0; i < 6; i++) {
        const angle = this.turn + ((i + 1) * Math.PI) / 3;
        const other = this.at(hex.x + this.step * Math.cos(angle), hex.y + this.step * Math.sin(angle));
        if (other && inside.has(other)) continue;
        const [a, b] = [this.corners[i], this.corners[(i + 1) % 6]];
        path += `M${(hex.x + a[0]).toFixed(1)} ${(hex.y + a[1]).toFixed(1)}L${(hex.x + b[0]).toFixed(1)} ${(hex.y + b[1]).toFixed(1)}`;
      }
    }
    return path;
  }

  /** The number of hexes from one to another, as the crow flies. @param {string} from @param {string} to */
  distance(from, to) {
    const [a, b] = [this.hexes[from], this.hexes[to]];
    // Along two of the three directions of the grid; steps of opposite sign share a hex.
    const [x, y] = [b.x - a.x, b.y - a.y];
    const side = (/** @type {number} */ n) => [
      Math.cos(this.turn + (n * Math.PI) / 3) * this.step,
      Math.sin(this.turn + (n * Math.PI) / 3) * this.step,
    ];
    const [[ux, uy], [vx, vy]] = [side(0), side(1)];
    const whole = ux * vy - uy * vx;
    const p = Math.round((x * vy - y * vx) / whole);
    const q = Math.round((ux * y - uy * x) / whole);
    return p * q < 0 ? Math.max(Math.abs(p), Math.abs(q)) : Math.abs(p) + Math.abs(q);
  }

  /** The neighbour nearest to a direction, or null. @param {string} label @param {number} degrees */
  towards(label, degrees) {
    const hex = this.hexes[label];
    const wanted = (degrees * Math.PI) / 180;
    let best = null;
    let most = 0.6;
    for (const other of hex?.neighbours ?? []) {
      const there = this.hexes[other];
      if (!there) continue;
      const along = Math.cos(Math.atan2(there.y - hex.y, there.x - hex.x) - wanted);
      if (along > most) [best, most] = [other, along];
    }
    return best;
  }

  /** Hexes in reading order: row by row from the top. @param {Iterable<string>} labels */
  reading(labels) {
    return [...labels]
      .filter((label) => this.hexes[label])
      .sort((a, b) => {
        const [p, q] = [this.hexes[a], this.hexes[b]];
        return Math.round((p.y - q.y) / this.step) || p.x - q.x;
      });
  }
}
