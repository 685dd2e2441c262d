/** Counters on the board: stacks that fan out, marks, and movement from hex to hex. */

import { s } from "./dom.js";
import { heightWords, markLook, turned } from "./words.js";

const SIZE = 70;
/** In a stack each counter leaves the top of the one below it visible, where its name is; at most SHOWN counters do. */
const STEP = { x: 5, y: 10 };
const SHOWN = 4;

/** @typedef {import("./types.js").Place} Place */

export class Counters {
  /** @param {import("./types.js").Game} game @param {import("./geo.js").Geo} geo @param {SVGGElement} layer @param {SVGDefsElement} defs */
  constructor(game, geo, layer, defs) {
    this.game = game;
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
    /** the number of counters in each hex where some are hidden @type {Record<string, number>} */
    this.heights = {};
    /** blank counters in hexes where all counters are hidden @type {Map<string, SVGGElement>} */
    this.piles = new Map();
    this.ground = s("g", { class: "piles" });
    layer.before(this.ground);
  }

  /** Set the drawings of all counters; symbols they share are kept once. @param {Record<string, string>} drawings */
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
    for (const [unit, face] of this.faces) {
      face.querySelector(".face")?.replaceWith(this.face(unit));
      face.querySelector(".plain")?.replaceWith(this.plain(unit));
    }
  }

  /** @param {string} unit */
  face(unit) {
    const face = s("g", { class: "face" });
    for (const part of [...(this.art[unit]?.childNodes ?? [])]) face.append(document.importNode(part, true));
    return face;
  }

  /** A counter for a look from afar: its side, its type, and its strength in large figures. @param {string} unit */
  plain(unit) {
    const art = this.art[unit];
    const half = SIZE / 2;
    const body = { x: -half, y: -half, width: SIZE, height: SIZE, rx: 6 };
    const rects = [...(art?.querySelectorAll("rect") ?? [])];
    const colours = (rects.find((rect) => rect.getAttribute("stroke")) ?? rects[0])?.attributes;
    const fill = colours?.getNamedItem("fill")?.value ?? "#ddd";
    const use = art?.querySelector('use[href^="#type-"]');
    const type = use?.cloneNode(true);
    if (type instanceof Element) type.setAttribute("transform", "translate(-31 -43) scale(.31)");
    const ink = [...(art?.querySelectorAll("text[fill]") ?? [])].at(-1)?.getAttribute("fill") ?? "#1d1812";
    const figure = leading(this.game, unit, this.units[unit]?.marks ?? []);
    const strength = s("text", { class: "figure", y: 29, fill: ink }, figure);
    return s(
      "g",
      { class: "plain" },
      s("rect", { ...body, fill, stroke: "#1d1812", "stroke-width": 3 }),
      type,
      strength,
    );
  }

  /** A separate picture of a counter, for lists. @param {string} unit */
  picture(unit) {
    const back = turned(this.game, this.units[unit]?.marks ?? []);
    const art = s("svg", {
      viewBox: "-38 -38 76 76",
      class: back ? "chit turned" : "chit",
      "aria-hidden": "true",
      focusable: "false",
    });
    for (const part of [...(this.art[unit]?.childNodes ?? [])]) art.append(document.importNode(part, true));
    return art;
  }

  /** @param {Record<string, Place>} units @param {string[]} hand selected units @param {Record<string, number>} heights */
  place(units, hand, heights) {
    this.units = units;
    this.heights = heights;
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
      for (const unit of this.stacks.get(hex) ?? []) this.stand(unit, hex, units[unit], hand.includes(unit));
    }
    this.order(order);
    for (const hex of order) this.spread(hex, hex === this.fanned);
    this.pile();
  }

  /** Draw a blank counter in each hex where all counters are hidden. */
  pile() {
    for (const [hex, element] of this.piles) {
      if (this.heights[hex] && !this.stacks.has(hex)) continue;
      element.remove();
      this.piles.delete(hex);
    }
    for (const [hex, many] of Object.entries(this.heights)) {
      if (!this.geo.hexes[hex] || this.stacks.has(hex)) continue;
      const element =
        this.piles.get(hex) ??
        s(
          "g",
          { class: "pile", "data-hex": hex },
          s("rect", { x: -SIZE / 2, y: -SIZE / 2, width: SIZE, height: SIZE, rx: 7 }),
        );
      const { x, y } = this.geo.hexes[hex];
      element.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) scale(${this.unit})`;
      this.number(element, many, 0);
      this.piles.set(hex, element);
      this.ground.append(element);
    }
  }

  /** Draw lower hexes over upper ones; move only the elements whose order changed. @param {string[]} order */
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

  /** @param {string} unit @param {string} hex @param {Place} place @param {boolean} held */
  stand(unit, hex, { marks = [], badge }, held) {
    let element = this.faces.get(unit);
    if (!element) {
      element = s("g", { class: "unit", "data-unit": unit }, this.face(unit), this.plain(unit));
      this.faces.set(unit, element);
      this.layer.append(element);
    }
    element.dataset.hex = hex;
    const key = [
      ...marks,
      held ? "hand" : "",
      badge ? `${badge.text} ${badge.look} ${badge.title} ${badge.foot}` : "",
    ].join();
    if (element.dataset.look === key) return;
    element.dataset.look = key;
    element.dataset.marks = marks.join();
    for (const part of element.querySelectorAll(".marks, .veil, .pill")) part.remove();
    const figure = element.querySelector(".plain .figure");
    if (figure) figure.textContent = badge?.text && !badge.foot ? badge.text : leading(this.game, unit, marks);
    const spent = marks.some((mark) => markLook(this.game, mark).look === "spent");
    if (spent)
      element
        .querySelector(".face")
        ?.after(s("rect", { class: "veil", x: -SIZE / 2, y: -SIZE / 2, width: SIZE, height: SIZE, rx: 7 }));
    // A unit with a printed back is turned over, so it needs no letter.
    const shown = element.querySelector(".back") ? marks.filter((mark) => !markLook(this.game, mark).turns) : marks;
    if (shown.length || held) element.append(this.marks(shown, held));
    if (badge) element.append(pill(badge));
    element.classList.toggle("spent", spent);
    element.classList.toggle("inhand", held);
    element.classList.toggle("turned", turned(this.game, marks) !== "");
  }

  /** @param {string[]} marks @param {boolean} held */
  marks(marks, held) {
    const group = s("g", { class: "marks" });
    const frame = (/** @type {string} */ look) =>
      group.append(s("rect", { class: `frame ${look}`, x: -38, y: -38, width: 76, height: 76, rx: 9 }));
    let n = 0;
    if (held) frame("chosen");
    for (const mark of marks) {
      const { letter, look } = markLook(this.game, mark);
      if (!letter) {
        frame(look);
        continue;
      }
      const y = -27 + 17 * n++;
      group.append(
        s(
          "g",
          { class: `badge ${look}` },
          s("title", {}, mark),
          s("circle", { cx: 33, cy: y, r: 8.5 }),
          s("text", { x: 33, y: y + 4 }, letter),
        ),
      );
    }
    return group;
  }

  /** Place the counters of a hex, fanned out or stacked. @param {string} hex @param {boolean} apart */
  spread(hex, apart) {
    const stack = this.stacks.get(hex) ?? [];
    const { x, y } = this.geo.hexes[hex];
    const many = stack.length;
    stack.forEach((unit, n) => {
      const element = this.faces.get(unit);
      if (!element) return;
      // Counters below the visible ones lie exactly under the lowest of them.
      const high = Math.min(many, SHOWN);
      const place = Math.max(0, n - (many - high)) - (high - 1) / 2;
      const columns = Math.min(many, 4);
      const rows = Math.ceil(many / columns);
      const spot =
        apart && many > 1
          ? {
              x: x + ((n % columns) - (Math.min(columns, many) - 1) / 2) * (SIZE + 8) * this.unit,
              y: y + (Math.floor(n / columns) - (rows - 1) / 2) * (SIZE + 8) * this.unit,
            }
          : { x: x - place * STEP.x * this.unit, y: y + place * STEP.y * this.unit };
      this.spots.set(unit, spot);
      element.style.transform = `translate(${spot.x.toFixed(1)}px, ${spot.y.toFixed(1)}px) scale(${this.unit})`;
      element.classList.toggle("fanned", apart && many > 1);
      element.classList.toggle("upper", !apart && n > 0);
      const all = this.heights[hex] ?? many;
      this.size(element, !apart && n === many - 1 && all > 1 ? all : 0);
      this.number(element, !apart && n === many - 1 && (many > SHOWN || all > many) ? all : 0, many);
    });
  }

  /** The size of a stack on its top counter, for a look from afar. @param {SVGGElement} element @param {number} many */
  size(element, many) {
    const plain = element.querySelector(".plain");
    if (!plain || (plain.querySelector(".size")?.textContent ?? "") === (many ? String(many) : "")) return;
    plain.querySelector(".size")?.remove();
    if (!many) return;
    const [x, y] = [31, -31];
    plain.append(s("g", { class: "size" }, s("circle", { cx: x, cy: y, r: 21 }), s("text", { x, y: y + 10 }, many)));
  }

  /** Show the number of counters in a stack if it is not visible. @param {SVGGElement} element of its top counter @param {number} many @param {number} seen */
  number(element, many, seen) {
    const key = many ? `${many} ${seen}` : "";
    if ((element.dataset.many ?? "") === key) return;
    element.querySelector(".many")?.remove();
    delete element.dataset.many;
    if (!many) return;
    element.dataset.many = key;
    // The number is at the top of the counter, clear of its figures.
    const [x, y] = seen === 0 ? [0, 0] : seen < many ? [-36, -33] : [-31, 31];
    element.append(
      s(
        "g",
        { class: seen < many ? "many hides" : "many" },
        s("title", {}, heightWords(many, seen)),
        s("circle", { cx: x, cy: y, r: 12 }),
        s("text", { x, y: y + 5 }, many),
      ),
    );
  }

  /** Fan out one stack and close the last one. @param {string | null} hex */
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

  /** The counter under a point; the top one of a closed stack. @param {{x: number, y: number}} p @param {string | null} hex */
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
      if (units.has(unit))
        element.append(s("rect", { class: "frame advised", x: -40, y: -40, width: 80, height: 80, rx: 10 }));
    }
  }

  /** Frame the units that are to be sent together. @param {Set<string>} units */
  gather(units) {
    for (const [unit, element] of this.faces) {
      element.querySelector(".gathered")?.remove();
      if (units.has(unit))
        element.append(s("rect", { class: "frame gathered", x: -40, y: -40, width: 80, height: 80, rx: 10 }));
    }
  }

  /** Highlight the counters that may be chosen or attacked. @param {Map<string, string>} tones unit -> tone */
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

/** The figure of a counter that matters most from afar: its strength, or else its attack; of its back if it is turned.
 * @param {import("./types.js").Game} game @param {string} unit @param {string[]} marks */
function leading(game, unit, marks) {
  const { values = {}, type = "" } = game.counters[unit];
  const back = turned(game, marks) ? "2" : "";
  const key = ["strength", "attack", ...Object.keys(game.figures)].find((name) => values[name]);
  return key ? String(values[`${key}${back}`] ?? values[key]) : type.slice(0, 2).toUpperCase();
}

/** How far below the middle the foot of a counter is. */
const FOOT = 25;

/** A short text on the left side of a counter, or at its foot. @param {import("./types.js").Badge} badge */
function pill({ text, title, look, foot }) {
  const width = 14 + 8.5 * text.length;
  const left = foot === "middle" ? -width / 2 - 2 : -40;
  return s(
    "g",
    { class: `pill ${look}`, ...(foot ? { transform: `translate(2 ${FOOT})` } : {}) },
    s("title", {}, title),
    s("rect", { x: left, y: -11, width, height: 20, rx: 10 }),
    s("text", { x: left + width / 2, y: 4 }, text),
  );
}
