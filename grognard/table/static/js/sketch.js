/** Lines, flags and words on the map, for oneself: kept in this browser for each match. */

import { dialog, h, icon, replace, s } from "./dom.js";
import { speak } from "./voice.js";

/** @typedef {{kind: "line", hexes: string[]} | {kind: "flag", hexes: string[]} | {kind: "text", hexes: string[], words: string}} Stroke */
/** @typedef {import("./camera.js").Point} Point */

const KEY = "grognard.sketch";
/** Matches whose drawings are kept. */
const KEPT = 40;
const TOOLS = /** @type {const} */ ([
  ["line", "Line", "Drag from hex to hex"],
  ["flag", "Flag", "Click a hex"],
  ["text", "Words", "Click a hex, then write"],
  ["erase", "Erase", "Click a hex"],
]);

/** @returns {Record<string, Stroke[]>} */
function all() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

export class Sketch {
  /** @param {import("./table.js").Table} table @param {import("./board.js").Board} board */
  constructor(table, board) {
    this.table = table;
    this.board = board;
    this.name = `${table.info.match} ${table.seats.join(" ")}`.trim();
    /** @type {Stroke[]} */
    this.strokes = all()[this.name] ?? [];
    this.layer = s("g", { class: "sketch" });
    board.layers.counts.after(this.layer);
    this.tool = "line";
    /** the hexes of a line that is being drawn @type {string[]} */
    this.drawing = [];
    this.usual = board.camera.hands;
    this.hands = {
      ...this.usual,
      tap: (/** @type {Point} */ p) => this.tap(p),
      grab: (/** @type {Point} */ p) => this.grab(p),
      drag: (/** @type {Point} */ p) => this.drag(p),
      drop: () => this.drop(),
    };
    this.hint = h("p", { class: "faint" });
    this.element = h(
      "section",
      { class: "card sketching", "aria-label": "Draw on the map", hidden: true },
      h(
        "fieldset",
        { class: "segmented" },
        h("legend", {}, "Draw on the map, for yourself"),
        TOOLS.map(([value, label, words]) =>
          h(
            "label",
            {},
            h("input", {
              type: "radio",
              name: "sketch",
              value,
              checked: value === this.tool,
              onchange: () => this.choose(value, words),
            }),
            h("span", {}, label),
          ),
        ),
      ),
      this.hint,
      h(
        "div",
        { class: "row end" },
        h("button", { class: "small", onclick: () => this.keep([]) }, "Erase all"),
        h("button", { class: "small primary", onclick: () => this.toggle() }, icon("check"), "Done"),
      ),
    );
    this.choose("line", TOOLS[0][2]);
    this.draw();
  }

  get open() {
    return !this.element.hidden;
  }

  toggle() {
    this.element.hidden = this.open;
    this.board.camera.hands = this.open ? this.hands : this.usual;
    if (this.open) speak(`Draw on the map. ${this.hint.textContent}`);
  }

  /** @param {string} tool @param {string} words */
  choose(tool, words) {
    this.tool = tool;
    this.hint.textContent = `${words}.`;
  }

  /** @param {Point} p */
  tap(p) {
    const hex = this.board.geo.at(p.x, p.y);
    if (!hex) return;
    if (this.tool === "erase") this.keep(this.strokes.filter((stroke) => !stroke.hexes.includes(hex)));
    if (this.tool === "flag") this.keep([...this.strokes, { kind: "flag", hexes: [hex] }]);
    if (this.tool === "text") this.write(hex);
  }

  /** Ask for the words at a hex. @param {string} hex */
  write(hex) {
    const words = h("input", { maxlength: "60", "aria-label": `Words at ${hex}` });
    const box = dialog(`Words at ${hex}`, [
      h(
        "form",
        {
          class: "stack",
          onsubmit: (/** @type {Event} */ e) => {
            e.preventDefault();
            box.close();
            if (words.value.trim())
              this.keep([...this.strokes, { kind: "text", hexes: [hex], words: words.value.trim() }]);
          },
        },
        words,
        h("div", { class: "row end" }, h("button", { class: "primary" }, "Write")),
      ),
    ]);
    words.focus();
  }

  /** @param {Point} p */
  grab(p) {
    const hex = this.board.geo.at(p.x, p.y);
    if (this.tool !== "line" || !hex) return false;
    this.drawing = [hex];
    return true;
  }

  /** @param {Point} p */
  drag(p) {
    const hex = this.board.geo.at(p.x, p.y);
    if (!hex || this.drawing.at(-1) === hex) return;
    this.drawing.push(hex);
    this.draw();
  }

  drop() {
    const { drawing } = this;
    this.drawing = [];
    if (drawing.length > 1) this.keep([...this.strokes, { kind: "line", hexes: drawing }]);
  }

  /** @param {Stroke[]} strokes */
  keep(strokes) {
    this.strokes = strokes;
    const others = Object.entries(all()).filter(([name]) => name !== this.name);
    const kept = strokes.length ? [...others, [this.name, strokes]] : others;
    try {
      localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(kept.slice(-KEPT))));
    } catch {
      // storage may be forbidden; then the drawing lasts as long as the page
    }
    this.draw();
  }

  draw() {
    /** @type {Stroke[]} */
    const shown = this.drawing.length > 1 ? [...this.strokes, { kind: "line", hexes: this.drawing }] : this.strokes;
    replace(this.layer, shown.map((stroke) => this.stroke(stroke)).filter(Boolean));
  }

  /** @param {Stroke} stroke */
  stroke(stroke) {
    const places = stroke.hexes.map((label) => this.board.geo.hexes[label]).filter(Boolean);
    if (!places.length) return null;
    const { unit } = this.board.counters;
    const [{ x, y }] = places;
    if (stroke.kind === "line") {
      const d = `M${places.map((place) => `${place.x.toFixed(1)} ${place.y.toFixed(1)}`).join("L")}`;
      return s("path", { class: "line", d, "stroke-width": 7 * unit });
    }
    if (stroke.kind === "flag") {
      const d = `M${x} ${y + 14 * unit}V${y - 34 * unit}l${30 * unit} ${11 * unit}l${-30 * unit} ${11 * unit}`;
      return s("path", { class: "flag", d, "stroke-width": 4 * unit });
    }
    return s("text", { x, y: y - 30 * unit, "font-size": 22 * unit, "stroke-width": 5 * unit }, stroke.words);
  }
}
