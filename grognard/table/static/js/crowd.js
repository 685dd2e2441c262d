/** Several units at once: Shift and click, Shift and drag, or a whole stack; one click sends all of them.
 *
 * Each unit gets an order of its own, in one request: all or none, as far as the first roll or question. One undo takes
 * all of it back. */

import { h, icon, replace, s } from "./dom.js";
import { capital, speak, toast } from "./voice.js";
import { count, say } from "./words.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./camera.js").Point} Point */

/** The verbs of a single order, and the one that ends it where a unit could go on. */
const [TAKE, GO, END] = ["select", "move", "stop"];

export class Crowd {
  /** @param {Table} table @param {import("./board.js").Board} board @param {(text: string) => Node} text */
  constructor(table, board, text) {
    this.table = table;
    this.board = board;
    this.text = text;
    /** @type {Set<string>} */
    this.units = new Set();
    this.frame = s("rect", { class: "lasso" });
    /** @type {Point | null} */
    this.corner = null;
    /** the verb of a planned move for the next hex, if one was chosen */
    this.by = "";
    /** moves planned, to be carried out together @type {{unit: string, verb: string, hex: string}[]} */
    this.plan = [];
    /** what became of the last plan @type {string[]} */
    this.results = [];
    this.element = h("section", { class: "card crowd", "aria-label": "Selected units", hidden: true });
    table.on("change", () => this.keep());
  }

  /** The verbs whose dice may be rolled together now, with the hexes they may go to. */
  get leaps() {
    return this.open.length ? (this.table.board.leaps ?? {}) : {};
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
    if (!this.open.includes(unit) || this.planned(unit)) return;
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
    return (this.board.counters.stacks.get(hex) ?? []).filter((unit) => open.has(unit) && !this.planned(unit));
  }

  /** A click with Shift: on a single counter that counter, on a stack all of it. @param {string | null} unit @param {string | null} hex */
  pick(unit, hex) {
    const fanned = hex !== null && this.board.counters.fanned === hex;
    if (unit && (fanned || this.at(hex ?? "").length < 2)) this.toggle(unit);
    else if (hex) this.toggleHex(hex);
  }

  // -- planning ------------------------------------------------------------------------------

  /** Whether a unit is in the plan. @param {string} unit */
  planned(unit) {
    return this.plan.some((move) => move.unit === unit);
  }

  /** Plan a move of all of them to a hex, for dice that are rolled together. @param {string} hex */
  add(hex) {
    const verb = this.by;
    if (!this.leaps[verb]?.includes(hex)) return toast(`${say(this.table.game.verbs[verb], hex)} is not possible.`);
    this.plan.push(...[...this.units].map((unit) => ({ unit, verb, hex })));
    this.results = [];
    this.clear();
  }

  /** Carry out the plan: all dice at once. */
  async carryOut() {
    const { table, plan } = this;
    const verbs = table.game.verbs;
    const orders = plan.map(({ unit, verb, hex }) => [`${TAKE} ${unit}`, `${verb} ${hex}`]);
    const { moment } = table;
    const body = { version: table.view.version, orders, closing: verbs[plan[0].verb].together, through: true };
    const sent = await table.sendOrders(body);
    if (!sent) return;
    this.plan = plan.slice(sent.orders);
    const entries = table.log.filter((entry) => entry.number > moment && entry.seat === "dice");
    this.results = entries.flatMap((entry) => entry.events.filter((event) => !event.heading).map(({ text }) => text));
    this.show();
    speak(this.results.join(". "));
    if (sent.why) toast(`${sent.orders} of ${count(orders.length, "unit")} moved: ${sent.why}`);
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
    if (this.by) return this.add(hex);
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
    this.by = "";
    this.show();
  }

  /** Let go of units that can no longer be taken. */
  keep() {
    const open = new Set(this.open);
    this.units = new Set([...this.units].filter((unit) => open.has(unit)));
    // While a unit is selected no other can be, but the plan stands.
    if (this.table.mine && !this.table.view.hand.length) this.plan = this.plan.filter(({ unit }) => open.has(unit));
    else if (!this.table.mine) this.plan = [];
    if (!this.plan.length && !this.open.length) this.results = [];
    this.show();
  }

  show() {
    const { table } = this;
    this.board.counters.gather(this.units);
    this.board.planned(this.by ? (this.leaps[this.by] ?? []) : []);
    const some = this.plan.length > 0 || this.results.length > 0;
    this.element.hidden = !this.active && !some;
    if (this.element.hidden) return;
    replace(this.element, this.active && this.chosen(), some && this.planCard());
  }

  /** The units that are chosen, and what to do with them. */
  chosen() {
    const { table } = this;
    const names = [...this.units].map((unit) => table.game.counters[unit].name);
    const where = this.by ? "click a lit hex to plan it." : "click a hex to send all of them.";
    return h(
      "div",
      {},
      h("p", {}, h("strong", {}, count(names.length, "unit")), `: ${where}`),
      h("p", { class: "faint" }, names.join(", ")),
      Object.keys(this.leaps).map((verb) =>
        h(
          "button",
          {
            class: "small",
            "data-plan": verb,
            "aria-pressed": String(this.by === verb),
            onclick: () => this.choose(verb),
          },
          table.game.verbs[verb].ask,
        ),
      ),
      h(
        "button",
        { class: "round small", "aria-label": "Let all of them go", onclick: () => this.clear() },
        icon("close"),
      ),
    );
  }

  /** Choose or drop the verb for the next hex. @param {string} verb */
  choose(verb) {
    this.by = this.by === verb ? "" : verb;
    this.show();
  }

  /** The plan with its button, and what became of the last one. */
  planCard() {
    const { table } = this;
    const name = (/** @type {string} */ unit) => table.game.counters[unit].name;
    const busy = table.view.hand.length > 0;
    return h(
      "div",
      { class: "plan" },
      this.results.length > 0 &&
        h(
          "ul",
          { class: "results", "aria-label": "Results" },
          this.results.map((text) => h("li", {}, this.text(capital(text)))),
        ),
      h(
        "ul",
        { class: "planned", "aria-label": "Planned" },
        this.plan.map((move) =>
          h(
            "li",
            { "data-planned": move.unit },
            `${name(move.unit)}: ${say(table.game.verbs[move.verb], move.hex)} `,
            h(
              "button",
              {
                class: "round small",
                "aria-label": `Take ${name(move.unit)} out`,
                onclick: () => this.drop(move.unit),
              },
              icon("close"),
            ),
          ),
        ),
      ),
      this.plan.length > 0 &&
        h(
          "button",
          { class: "small", "data-roll": "", disabled: busy, onclick: () => void this.carryOut() },
          `Carry out ${count(this.plan.length, "move")}`,
        ),
      !this.plan.length &&
        h("button", { class: "round small", "aria-label": "Close", onclick: () => this.close() }, icon("close")),
    );
  }

  /** Take a unit out of the plan. @param {string} unit */
  drop(unit) {
    this.plan = this.plan.filter((move) => move.unit !== unit);
    this.show();
  }

  close() {
    this.results = [];
    this.show();
  }
}
