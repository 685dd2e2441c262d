/** Counters on the board: stacks that fan out, marks, slides from hex to hex. */

import { s } from "./dom.js";
import { markLook } from "./words.js";

const SIZE = 70;
/** In a stack each counter leaves the head of the one below it free, where its name is; as far as so many counters. */
const STEP = { x: 5, y: 10 };
const SHOWN = 4;

/** @typedef {import("./types.js").Place} Place */

export class Counters {
  /** @param {import("./geo.js").Geo} geo @param {SVGGElement} layer @param {SVGDefsElement} defs */
  constructor(geo, layer, defs) {
    this.geo = geo;
    this.layer = layer;
    this.defs = defs;
    this.unit = geo.step / 100;
    /** @type {Map<string, SVGGElement>} */
    this.faces = new Map();
    /** @type {Map<string, string[]>} units in a hex, bottom first */
    this.stacks = new Map();
    /** @type {Map<string, {x: number, y: number}>} */
    this.spots = new Map();
    /** @type {string | null} */
    this.fanned = null;
    /** @type {Record<string, SVGSVGElement>} */
    this.art = {};
    /** @type {Record<string, Place>} */
    this.units = {};
  }

  /** The drawings of all counters; symbols they share are kept once. @param {Record<string, string>} drawings */
  dress(drawings) {
    this.defs.replaceChildren();
    const parser = new DOMParser();
    const seen = new Set();
    for (const [unit, text] of Object.entries(drawings)) {
      const art = /** @type {any} */ (parser.parseFromString(text, "image/svg+xml").documentElement);
      for (const symbol of [...art.querySelectorAll("defs > *")]) {
        if (!seen.has(symbol.id)) this.defs.append(document.adoptNode(symbol));
        seen.add(symbol.id);
      }
      art.querySelector("defs")?.remove();
      this.art[unit] = art;
    }
    for (const [unit, face] of this.faces) face.querySelector(".face")?.replaceWith(this.face(unit));
  }

  /** @param {string} unit */
  face(unit) {
    const face = s("g", { class: "face" });
    for (const part of [...(this.art[unit]?.childNodes ?? [])]) face.append(document.importNode(part, true));
    return face;
  }

  /** A counter as a picture of its own, for lists. @param {string} unit */
  picture(unit) {
    const turned = this.units[unit]?.marks?.includes("reduced");
    const art = s("svg", { viewBox: "-38 -38 76 76", class: turned ? "chit reduced" : "chit", "aria-hidden": "true", focusable: "false" });
    for (const part of [...(this.art[unit]?.childNodes ?? [])]) art.append(document.importNode(part, true));
    return art;
  }

  /** @param {Record<string, Place>} units */
  place(units) {
    this.units = units;
    this.stacks.clear();
    for (const [unit, { at }] of Object.entries(units)) {
      if (!this.geo.hexes[at]) continue;
      this.stacks.set(at, [...(this.stacks.get(at) ?? []), unit]);
    }
    const present = new Set([...this.stacks.values()].flat());
    for (const [unit, element] of this.faces) {
      if (!present.has(unit)) {
        element.remove();
        this.faces.delete(unit);
      }
    }
    const order = this.geo.reading(this.stacks.keys());
    for (const hex of order) {
      for (const unit of this.stacks.get(hex) ?? []) this.stand(unit, hex, units[unit].marks ?? []);
    }
    this.order(order);
    for (const hex of order) this.spread(hex, hex === this.fanned);
  }

  /** Draw lower ones over upper ones, touching the page only where the order changed. @param {string[]} order */
  order(order) {
    let next = this.layer.firstElementChild;
    for (const hex of order) {
      for (const unit of this.stacks.get(hex) ?? []) {
        const element = this.faces.get(unit);
        if (!element) continue;
        if (element === next) next = next.nextElementSibling;
        else this.layer.insertBefore(element, next);
      }
    }
  }

  /** @param {string} unit @param {string} hex @param {string[]} marks */
  stand(unit, hex, marks) {
    let element = this.faces.get(unit);
    if (!element) {
      element = s("g", { class: "unit", "data-unit": unit }, this.face(unit));
      this.faces.set(unit, element);
      this.layer.append(element);
    }
    element.dataset.hex = hex;
    const key = marks.join();
    if (element.dataset.marks === key) return;
    element.dataset.marks = key;
    element.querySelector(".marks")?.remove();
    element.querySelector(".veil")?.remove();
    const spent = marks.some((mark) => markLook(mark).look === "spent");
    if (spent) element.querySelector(".face")?.after(s("rect", { class: "veil", x: -SIZE / 2, y: -SIZE / 2, width: SIZE, height: SIZE, rx: 7 }));
    // A unit with a reduced side is turned over; then no letter need say so.
    const shown = element.querySelector(".back") ? marks.filter((mark) => mark !== "reduced") : marks;
    if (shown.length) element.append(this.marks(shown));
    element.classList.toggle("spent", spent);
    element.classList.toggle("inhand", marks.includes("chosen"));
    element.classList.toggle("reduced", marks.includes("reduced"));
  }

  /** @param {string[]} marks */
  marks(marks) {
    const group = s("g", { class: "marks" });
    let n = 0;
    for (const mark of marks) {
      const { letter, look } = markLook(mark);
      if (!letter) {
        group.append(s("rect", { class: `frame ${look}`, x: -38, y: -38, width: 76, height: 76, rx: 9 }));
        continue;
      }
      const y = -27 + 17 * n++;
      group.append(
        s("g", { class: `badge ${look}` }, s("title", {}, mark), s("circle", { cx: 33, cy: y, r: 8.5 }),
          s("text", { x: 33, y: y + 4 }, letter)));
    }
    return group;
  }

  /** Where the counters of a hex lie, apart or one over the other. @param {string} hex @param {boolean} apart */
  spread(hex, apart) {
    const stack = this.stacks.get(hex) ?? [];
    const { x, y } = this.geo.hexes[hex];
    const many = stack.length;
    stack.forEach((unit, n) => {
      const element = this.faces.get(unit);
      if (!element) return;
      // What lies deeper than the strips go lies under the lowest of them.
      const high = Math.min(many, SHOWN);
      const place = Math.max(0, n - (many - high)) - (high - 1) / 2;
      const columns = Math.min(many, 4);
      const rows = Math.ceil(many / columns);
      const spot = apart && many > 1
        ? { x: x + ((n % columns) - (Math.min(columns, many) - 1) / 2) * (SIZE + 8) * this.unit,
            y: y + (Math.floor(n / columns) - (rows - 1) / 2) * (SIZE + 8) * this.unit }
        : { x: x - place * STEP.x * this.unit, y: y + place * STEP.y * this.unit };
      this.spots.set(unit, spot);
      element.style.transform = `translate(${spot.x.toFixed(1)}px, ${spot.y.toFixed(1)}px) scale(${this.unit})`;
      element.classList.toggle("fanned", apart && many > 1);
      element.classList.toggle("upper", !apart && n > 0);
      this.number(element, !apart && many > SHOWN && n === many - 1 ? many : 0);
    });
  }

  /** How many counters a stack has, if that cannot be seen. @param {SVGGElement} element of its top counter @param {number} many */
  number(element, many) {
    if ((element.dataset.many ?? "") === (many ? String(many) : "")) return;
    element.querySelector(".many")?.remove();
    delete element.dataset.many;
    if (!many) return;
    element.dataset.many = String(many);
    element.append(s("g", { class: "many" }, s("title", {}, `${many} units`), s("circle", { cx: -31, cy: 31, r: 12 }), s("text", { x: -31, y: 36 }, many)));
  }

  /** Fan out one stack and fold the last one. @param {string | null} hex */
  fan(hex) {
    if (hex && (this.stacks.get(hex)?.length ?? 0) < 2) hex = null;
    if (hex === this.fanned) return;
    const before = this.fanned;
    this.fanned = hex;
    if (before && this.stacks.has(before)) this.spread(before, false);
    if (hex) {
      this.spread(hex, true);
      for (const unit of this.stacks.get(hex) ?? []) {
        const element = this.faces.get(unit);
        if (element && element !== this.layer.lastElementChild) this.layer.append(element);
      }
    }
  }

  /** The counter under a point; of a folded stack the topmost. @param {{x: number, y: number}} p @param {string | null} hex */
  at(p, hex) {
    const half = (SIZE / 2) * this.unit;
    for (const place of [this.fanned, hex]) {
      const stack = place ? (this.stacks.get(place) ?? []) : [];
      for (const unit of [...stack].reverse()) {
        const spot = this.spots.get(unit);
        if (spot && Math.abs(spot.x - p.x) <= half && Math.abs(spot.y - p.y) <= half) return unit;
      }
    }
    return null;
  }

  /** Frame the counters that advice is about. @param {Set<string>} units */
  advise(units) {
    for (const [unit, element] of this.faces) {
      element.querySelector(".advised")?.remove();
      if (units.has(unit)) element.append(s("rect", { class: "frame advised", x: -40, y: -40, width: 80, height: 80, rx: 10 }));
    }
  }

  /** Light the counters that may be chosen or struck. @param {Map<string, string>} tones unit -> tone */
  light(tones) {
    for (const [unit, element] of this.faces) {
      const tone = tones.get(unit);
      if ((element.dataset.lit ?? "") === (tone ?? "")) continue;
      element.querySelector(".halo")?.remove();
      if (tone) {
        element.dataset.lit = tone;
        element.prepend(s("rect", { class: `halo ${tone}`, x: -41, y: -41, width: 82, height: 82, rx: 11 }));
      } else {
        delete element.dataset.lit;
      }
    }
  }
}
