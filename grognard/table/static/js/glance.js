/** A glance at what units could reach without selecting them: Shift over a counter shows where it could go, Shift over a
 * hex shows which units could go there. */

import { speak } from "./voice.js";
import { count } from "./words.js";

/** @typedef {import("./table.js").Table} Table */

export class Glance {
  /** @param {Table} table @param {import("./board.js").Board} board @param {import("./play.js").Play} play
   * @param {() => void} back draw the board as it was */
  constructor(table, board, play, back) {
    this.table = table;
    this.board = board;
    this.play = play;
    this.back = back;
    this.shown = false;
    /** what was asked last; an older answer is dropped */
    this.asked = "";
    this.down = (/** @type {KeyboardEvent} */ e) => e.key === "Shift" && !e.repeat && void this.look();
    this.up = (/** @type {KeyboardEvent} */ e) => e.key === "Shift" && this.end();
    document.addEventListener("keydown", this.down);
    document.addEventListener("keyup", this.up);
  }

  /** Ask about the counter or the hex under the pointer, or at the cursor. */
  async look() {
    const { table, board, play } = this;
    const hex = play.under ?? board.cursor;
    if (!hex || !table.mine) return;
    const unit = (board.counters.stacks.get(hex) ?? []).filter((one) => table.own(one)).at(-1);
    const question = unit ? `unit=${encodeURIComponent(unit)}` : `hex=${encodeURIComponent(hex)}`;
    this.asked = `${table.view.version} ${question}`;
    const { asked } = this;
    try {
      const { costs } = await table.seat.get(`/reach?${question}`);
      if (asked === this.asked) this.show(unit ?? "", costs);
    } catch (error) {
      table.complain(error);
    }
  }

  /** @param {string} unit @param {Record<string, string>} costs */
  show(unit, costs) {
    const { board } = this;
    this.shown = true;
    if (unit) {
      board.reach(costs, new Set(Object.keys(costs)), new Set(), []);
      board.point(Object.keys(costs).filter((label) => !board.counters.stacks.has(label)));
      speak(`${this.table.game.counters[unit].name} could reach ${count(Object.keys(costs).length, "hex", "hexes")}`);
    } else {
      board.counters.advise(new Set(Object.keys(costs)));
      const names = Object.entries(costs).map(([one, cost]) => `${this.table.game.counters[one].name} (${cost})`);
      speak(names.length ? `Within reach of ${names.join(", ")}` : "No unit could reach this hex now.");
    }
  }

  end() {
    this.asked = "";
    if (!this.shown) return;
    this.shown = false;
    this.board.point([]);
    this.board.counters.advise(new Set());
    this.back();
  }
}
