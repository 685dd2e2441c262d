/** Several units at once: Shift and click, Shift and drag, or a whole stack; one click sends all of them.
 *
 * Each unit gets an order of its own, in one request: all or none, as far as the first roll or question. One undo takes
 * all of it back. */

import { h, icon, replace, s } from "./dom.js";
import { speak, toast } from "./voice.js";
import { count } from "./words.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./camera.js").Point} Point */

/** The verbs of a single order, and the one that ends it where a unit could go on. */
const [TAKE, GO, END] = ["select", "move", "stop"];

export class Crowd {
  /** @param {Table} table @param {import("./board.js").Board} board */
  constructor(table, board) {
    this.table = table;
    this.board = board;
    /** @type {Set<string>} */
    this.units = new Set();
    this.frame = s("rect", { class: "lasso" });
    /** @type {Point | null} */
    this.corner = null;
    this.element = h("section", { class: "card crowd", "aria-label": "Selected units", hidden: true });
    table.on("change", () => this.keep());
  }

  /** The units that could be taken now. */
  get open() {
    const { table } = this;
    const verbs = table.game.verbs;
    if (!table.mine || !verbs[TAKE] || !verbs[GO] || table.view.hand.length) return [];
    return table.view.actions[TAKE] ?? [];
  }

  get active() {
    return this.units.size > 0;
  }

  // -- choosing ------------------------------------------------------------------------------

  /** Add a unit, or let it go. @param {string} unit */
  toggle(unit) {
    if (!this.open.includes(unit)) return;
    if (!this.units.delete(unit)) this.units.add(unit);
    this.show();
  }

  /** Add all units of a hex that can be taken, or let all of them go. @param {string} hex */
  toggleHex(hex) {
    const there = this.at(hex);
    const all = there.every((unit) => this.units.has(unit));
    for (const unit of there) {
      if (all) this.units.delete(unit);
      else this.units.add(unit);
    }
    if (there.length) this.show();
  }

  /** The units in a hex that can be taken. @param {string} hex */
  at(hex) {
    const open = new Set(this.open);
    return (this.board.counters.stacks.get(hex) ?? []).filter((unit) => open.has(unit));
  }

  /** A click with Shift: on a single counter that counter, on a stack all of it. @param {string | null} unit @param {string | null} hex */
  pick(unit, hex) {
    const fanned = hex !== null && this.board.counters.fanned === hex;
    if (unit && (fanned || this.at(hex ?? "").length < 2)) this.toggle(unit);
    else if (hex) this.toggleHex(hex);
  }

  // -- drawing a frame -----------------------------------------------------------------------

  /** @param {Point} p */
  begin(p) {
    this.corner = p;
    this.board.layers.above.append(this.frame);
    this.stretch(p);
  }

  /** @param {Point} p */
  stretch(p) {
    if (!this.corner) return;
    const { x, y } = this.corner;
    this.frame.setAttribute("x", String(Math.min(x, p.x)));
    this.frame.setAttribute("y", String(Math.min(y, p.y)));
    this.frame.setAttribute("width", String(Math.abs(x - p.x)));
    this.frame.setAttribute("height", String(Math.abs(y - p.y)));
  }

  /** @param {Point | null} p */
  finish(p) {
    const from = this.corner;
    this.corner = null;
    this.frame.remove();
    if (!from || !p) return;
    const inside = (/** @type {Point} */ at) =>
      at.x >= Math.min(from.x, p.x) &&
      at.x <= Math.max(from.x, p.x) &&
      at.y >= Math.min(from.y, p.y) &&
      at.y <= Math.max(from.y, p.y);
    const { hexes } = this.board.geo;
    for (const unit of this.open) {
      const hex = hexes[this.table.board.units[unit]?.at];
      if (hex && inside(hex)) this.units.add(unit);
    }
    this.show();
  }

  // -- sending -------------------------------------------------------------------------------

  /** Send all of them to a hex. @param {string} hex */
  async send(hex) {
    const { table } = this;
    const order = [...this.units].filter((unit) => table.board.units[unit]?.at !== hex);
    const orders = order.map((unit) => [`${TAKE} ${unit}`, `${GO} ${hex}`]);
    const closing = table.game.verbs[END] ? END : "";
    const sent = await table.sendOrders({ version: table.view.version, orders, closing });
    if (!sent) return;
    const left = new Set(order.slice(sent.orders));
    this.units = left;
    this.show();
    if (sent.why) toast(`${sent.orders} of ${count(orders.length, "unit")} moved: ${sent.why}`);
    else speak(`${count(orders.length, "unit")} moved to ${hex}`);
  }

  clear() {
    this.units.clear();
    this.show();
  }

  /** Let go of units that can no longer be taken. */
  keep() {
    const open = new Set(this.open);
    this.units = new Set([...this.units].filter((unit) => open.has(unit)));
    this.show();
  }

  show() {
    const { table } = this;
    this.board.counters.gather(this.units);
    this.element.hidden = !this.active;
    if (!this.active) return;
    const names = [...this.units].map((unit) => table.game.counters[unit].name);
    replace(
      this.element,
      h("p", {}, h("strong", {}, count(names.length, "unit")), ": click a hex to send all of them."),
      h("p", { class: "faint" }, names.join(", ")),
      h(
        "button",
        { class: "round small", "aria-label": "Let all of them go", onclick: () => this.clear() },
        icon("close"),
      ),
    );
  }
}
