/** The board: the map as a picture, with highlights, counters, the path and the cursor above it. */

import { Camera } from "./camera.js";
import { Counters } from "./counters.js";
import { h, s, shape } from "./dom.js";
import { Geo } from "./geo.js";

/** @typedef {import("./camera.js").Point} Point */

const OVERLAY_TONES = 6;

/** The part of the map from which on lit hexes have an outline only. */
const WIDE = 0.4;

export class Board {
  /**
   * @param {import("./types.js").Game} game
   * @param {import("./camera.js").Camera["hands"]} hands
   */
  constructor(game, hands) {
    this.game = game;
    this.geo = new Geo(game.grid);
    const { width, height } = this.geo;
    this.ground = h("img", { class: "ground", alt: "", draggable: "false", decoding: "async" });
    this.defs = s("defs");
    this.layers = {
      overlays: s("g", { class: "overlays" }),
      lit: s("g", { class: "lit" }),
      plan: s("g", { class: "lit plan" }),
      reach: s("g", { class: "reach" }),
      path: s("g", { class: "path" }),
      beneath: s("g", { class: "beneath" }),
      units: s("g", { class: "units" }),
      counts: s("g", { class: "counts" }),
      above: s("g", { class: "above" }),
      flags: s("g", { class: "flags" }),
    };
    this.svg = s(
      "svg",
      { class: "pieces", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true", focusable: "false" },
      this.defs,
      ...Object.values(this.layers),
    );
    this.world = h("div", { class: "world" }, this.ground, this.svg);
    this.port = h(
      "div",
      {
        class: "port",
        tabindex: "0",
        role: "application",
        id: "board",
        "aria-label": `Map of ${game.title}`,
        "aria-describedby": "board-help",
      },
      this.world,
    );
    this.counters = new Counters(game, this.geo, this.layers.units, this.defs);
    this.camera = new Camera(this.port, this.world, game.grid.size, hands);
    this.cursorMark = s("path", { class: "cursor" });
    this.hoverMark = s("path", { class: "hover" });
    this.flashMark = s("path", { class: "flash" });
    this.declaredMark = s("path", { class: "declared" });
    this.unusedMark = s("path", { class: "unused" });
    this.layers.overlays.before(this.unusedMark);
    this.layers.beneath.append(this.declaredMark, this.flashMark, this.hoverMark, this.cursorMark);
    /** @type {string | null} */
    this.cursor = null;
  }

  /** Dim what the scenario does not use of the board. @param {import("./types.js").Unused | null | undefined} unused */
  dim(unused) {
    this.unusedMark.setAttribute("d", unused?.outline ?? "");
    this.camera.part = unused?.frame ?? [0, 0, this.geo.width, this.geo.height];
  }

  /** @param {string} palette */
  async dress(palette) {
    const query = `?palette=${encodeURIComponent(palette)}`;
    this.palette = palette;
    this.ground.src = `${this.game.map ?? `/art/${this.game.id}/map.svg`}${query}`;
    const reply = await fetch(`/art/${this.game.id}/counters.json${query}`);
    const drawings = await reply.json();
    // The first drawing of a palette is slow; the player may have chosen another in the meantime.
    if (this.palette === palette) this.counters.dress(drawings);
  }

  /** @param {Record<string, import("./types.js").Place>} units @param {string[]} hand @param {Record<string, number>} heights */
  place(units, hand, heights) {
    this.counters.place(units, hand, heights);
  }

  /** Light what may be chosen. Targets that may be attacked but need not be are drawn thin, and no tint covers most of the
   * map. @param {Map<string, string[]>} hexes label -> verbs @param {Map<string, string[]>} units unit -> verbs
   * @param {Set<string>} faint hexes drawn paler */
  light(hexes, units, faint) {
    const { lit } = this.layers;
    lit.replaceChildren();
    /** @type {Record<string, string[]>} */
    const tones = {};
    for (const [label, verbs] of hexes) {
      const { tone } = this.game.verbs[verbs[0]];
      (tones[tone === "strike" && faint.has(label) ? "may" : tone] ??= []).push(label);
    }
    for (const [name, labels] of Object.entries(tones)) {
      if (labels.length < WIDE * this.geo.labels.length)
        lit.append(s("path", { class: `area ${name}`, d: this.geo.area(labels, 0.94) }));
      lit.append(s("path", { class: `edge ${name}`, d: this.geo.border(labels) }));
    }
    const struck = ["may", "strike"].flatMap((tone) =>
      (tones[tone] ?? []).flatMap((label) =>
        (this.counters.stacks.get(label) ?? []).map((unit) => /** @type {const} */ ([unit, tone])),
      ),
    );
    this.counters.light(new Map([...struck, ...this.chosen(units)]));
  }

  /** Tones of the units that a click may choose; only targets are shown in the tone of an attack. @param {Map<string, string[]>} units @returns {[string, string][]} */
  chosen(units) {
    const open = [...units].map(
      ([unit, names]) =>
        /** @type {const} */ ([unit, names.map((name) => this.game.verbs[name]).find((verb) => !verb.quiet)]),
    );
    return open.flatMap(([unit, verb]) => (verb ? [[unit, verb.tone === "strike" ? "aid" : verb.tone]] : []));
  }

  /** Mark a hex that has something declared for it when no counter shows it. @param {string} label */
  declared(label) {
    this.declaredMark.setAttribute("d", this.geo.hexes[label] ? this.geo.outline(label, 0.78) : "");
  }

  /** Show the movement cost on every hex in reach, and a ring where the enemy may interrupt.
   * @param {Record<string, string>} costs @param {Set<string>} open hexes that are lit
   * @param {Set<string>} faint hexes drawn paler @param {string[]} ringed */
  reach(costs, open, faint, ringed) {
    const { reach } = this.layers;
    reach.replaceChildren();
    const down = this.geo.radius * 0.5;
    for (const [label, cost] of Object.entries(costs)) {
      const hex = this.geo.hexes[label];
      if (!hex || this.counters.stacks.has(label)) continue;
      const look = faint.has(label) ? "faint" : open.has(label) ? "" : "through";
      reach.append(s("text", { x: hex.x, y: hex.y + down * 0.35, class: look }, cost));
    }
    for (const label of ringed) {
      const hex = this.geo.hexes[label];
      if (hex) reach.append(s("circle", { class: "ring", cx: hex.x, cy: hex.y, r: this.geo.radius * 0.72 }));
    }
  }

  /** Light the hexes that a planned move may go to. @param {string[]} labels */
  planned(labels) {
    const { plan } = this.layers;
    plan.replaceChildren();
    if (labels.length) plan.append(s("path", { class: "edge go", d: this.geo.border(labels) }));
  }

  /** Draw a flag in each hex that the player has marked for standing orders. @param {string[]} labels */
  flag(labels) {
    const { flags } = this.layers;
    flags.replaceChildren();
    const r = this.geo.radius;
    for (const label of labels) {
      const hex = this.geo.hexes[label];
      if (!hex) continue;
      const [x, y] = [hex.x - r * 0.5, hex.y - r * 0.72];
      flags.append(
        s("path", {
          class: "flag",
          "data-hex": label,
          d: `M${x} ${y + r * 0.5}V${y}l${r * 0.36} ${r * 0.13}l${-r * 0.36} ${r * 0.13}`,
        }),
      );
    }
  }

  /** @param {string[]} labels @param {string} [cost] */
  path(labels, cost = "") {
    const { path } = this.layers;
    path.replaceChildren();
    if (labels.length < 2) return;
    const points = labels.map((label) => this.geo.hexes[label]).filter(Boolean);
    const d = `M${points.map((p) => `${p.x.toFixed(1)} ${p.y.toFixed(1)}`).join("L")}`;
    const end = points[points.length - 1];
    path.append(s("path", { class: "under", d }), s("path", { class: "way", d }));
    for (const p of points.slice(1, -1)) path.append(s("circle", { cx: p.x, cy: p.y, r: 5 * this.counters.unit }));
    path.append(s("circle", { class: "end", cx: end.x, cy: end.y, r: 20 * this.counters.unit }));
    if (cost) path.append(s("text", { x: end.x, y: end.y + 7 * this.counters.unit }, cost));
  }

  /** Draw the sets of hexes that the player has switched on. @param {Record<string, string[]>} sets @param {Set<string>} shown */
  overlays(sets, shown) {
    const { overlays } = this.layers;
    overlays.replaceChildren();
    this.layers.counts.replaceChildren();
    let row = 0;
    Object.entries(sets).forEach(([name, all], n) => {
      if (!shown.has(name)) return;
      const labels = new Set(all);
      if (labels.size < all.length) this.counts(all, n % OVERLAY_TONES, row++);
      const look = `tone-${n % OVERLAY_TONES}`;
      overlays.append(
        s("path", { class: `area ${look}`, d: this.geo.area(labels) }),
        s("path", { class: `edge ${look}`, d: this.geo.border(labels) }),
      );
    });
  }

  /** Show how often a hex occurs in a set, at its lower right, above the counters. @param {string[]} labels @param {number} look @param {number} row */
  counts(labels, look, row) {
    /** @type {Map<string, number>} */
    const times = new Map();
    for (const label of labels) times.set(label, (times.get(label) ?? 0) + 1);
    for (const [label, many] of times) {
      const hex = this.geo.hexes[label];
      if (!hex || many < 2) continue;
      const { unit } = this.counters;
      const width = (16 + 9 * String(many).length) * unit;
      const [x, y] = [hex.x + 34 * unit - row * (width + 3 * unit), hex.y + 37 * unit];
      this.layers.counts.append(
        s(
          "g",
          { class: `count tone-${look}`, "data-hex": label },
          s("rect", { x: x - width / 2, y: y - 12 * unit, width, height: 24 * unit, rx: 12 * unit }),
          shape(s("text", { x, y: y + 6 * unit }, many), { "font-size": `${18 * unit}px` }),
        ),
      );
    }
  }

  /** @param {string | null} label */
  hover(label) {
    this.hoverMark.setAttribute("d", label ? this.geo.outline(label, 0.97) : "");
  }

  /** @param {string | null} label @param {boolean} [reveal] */
  setCursor(label, reveal = true) {
    this.cursor = label;
    this.cursorMark.setAttribute("d", label ? this.geo.outline(label, 0.93) : "");
    if (label && reveal) {
      this.camera.moves++;
      this.camera.reveal(this.geo.hexes[label]);
    }
  }

  /** Flash some hexes. @param {string[]} labels */
  flash(labels) {
    this.flashMark.setAttribute(
      "d",
      this.geo.area(
        labels.filter((label) => this.geo.hexes[label]),
        1.02,
      ),
    );
    this.flashMark.classList.remove("now");
    void this.flashMark.getBoundingClientRect();
    this.flashMark.classList.add("now");
  }

  /** Mark some hexes while the pointer is on a text that names them. @param {string[]} labels */
  point(labels) {
    this.pointMark ??= this.layers.above.appendChild(s("path", { class: "pointed" }));
    this.pointMark.setAttribute(
      "d",
      this.geo.area(
        labels.filter((label) => this.geo.hexes[label]),
        0.98,
      ),
    );
  }

  /** Draw the border of some hexes, such as those in range of the counter under the pointer. @param {string[]} labels */
  range(labels) {
    this.rangeMark ??= this.layers.above.appendChild(s("path", { class: "range" }));
    this.rangeMark.setAttribute("d", this.geo.border(labels));
  }

  /** Show advice: frame its units and draw arrows to their destinations.
   * @param {string[]} units @param {[string, string][]} ways pairs of hexes; either may be empty */
  advise(units, ways) {
    this.counters.advise(new Set(units));
    this.adviceMark?.remove();
    const known = [...new Set(ways.flat())].filter((label) => this.geo.hexes[label]);
    this.advised = known;
    const ends = known.filter((label) => ways.some(([, to]) => to === label));
    if (!known.length) return;
    const arrows = ways.filter(([from, to]) => from !== to && this.geo.hexes[from] && this.geo.hexes[to]);
    const marks = [
      this.geo.area(ends, 0.9),
      ...arrows.map(([from, to]) =>
        arrow(this.geo.hexes[from], this.geo.hexes[to], this.counters.unit, this.counters.stacks.has(to) ? 36 : 0),
      ),
    ];
    this.adviceMark = s(
      "g",
      { class: "advised" },
      marks.flatMap((d) => [s("path", { class: "under", d }), s("path", { d })]),
    );
    this.layers.above.append(this.adviceMark);
  }

  /** Draw a counter that follows the pointer. @param {string | null} unit @param {Point} [p] */
  ghost(unit, p) {
    if (!unit || !p) {
      this.ghostMark?.remove();
      this.ghostMark = undefined;
      return;
    }
    if (!this.ghostMark) {
      this.ghostMark = s("g", { class: "ghost" }, this.counters.face(unit));
      this.layers.above.append(this.ghostMark);
    }
    this.ghostMark.style.transform = `translate(${p.x}px, ${p.y}px) scale(${this.counters.unit * 1.08})`;
  }

  palette = "";
  /** the hexes of the advice shown @type {string[]} */
  advised = [];
  /** @type {SVGPathElement | undefined} */
  pointMark = undefined;
  /** @type {SVGPathElement | undefined} */
  rangeMark = undefined;
  /** @type {SVGGElement | undefined} */
  ghostMark = undefined;
  /** @type {SVGGElement | undefined} */
  adviceMark = undefined;
}

/** An arrow from the edge of a counter into a hex, ending short of the units there.
 * @param {Point} from @param {Point} to @param {number} unit @param {number} short */
function arrow(from, to, unit, short) {
  const way = Math.atan2(to.y - from.y, to.x - from.x);
  const off = (/** @type {Point} */ p, /** @type {number} */ angle, /** @type {number} */ far) => ({
    x: p.x + Math.cos(angle) * far * unit,
    y: p.y + Math.sin(angle) * far * unit,
  });
  const tip = off(to, way, -short);
  const line = (/** @type {Point[]} */ ...points) =>
    `M${points.map((p) => `${p.x.toFixed(1)} ${p.y.toFixed(1)}`).join("L")}`;
  return line(off(from, way, 44), tip) + line(off(tip, way + 2.6, 22), tip, off(tip, way - 2.6, 22));
}
