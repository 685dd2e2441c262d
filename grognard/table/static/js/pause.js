/** A pause of the main button when a decision follows another one without having been seen: a double click, or Enter
 * twice, must not answer it. */

import { buttons } from "./acts.js";

/** @typedef {import("./table.js").Table} Table */

/** How long the main button rests, in milliseconds. */
const REST = 600;

export class Pause {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** what was to be decided when the table was last drawn */
    this.decision = "";
    /** whether the main button rests now */
    this.on = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** whether the decision came while another side was acting */
    this.arrived = false;
    table.on("change", () => this.check());
  }

  /** Rest if the decision has changed hands or kind; not if the same player has just acted on the map. */
  check() {
    const { table } = this;
    if (table.at !== null) return;
    const before = this.decision;
    this.decision = table.mine ? this.describe() : "waiting";
    this.arrived = false;
    if (!before || before === this.decision || !table.mine) return;
    this.arrived = before === "waiting";
    const handed = before.split(" ")[0] !== table.view.seat;
    if (table.touched && !handed) return;
    this.on = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.end(), REST);
  }

  /** The side that decides, its main button, and the phase and hex that the decision is about. */
  describe() {
    const { view, board, game } = this.table;
    const { primary } = buttons(view, game.verbs);
    return [view.seat, primary?.verb ?? "", board.track?.phase ?? "", view.where].join(" ");
  }

  end() {
    this.on = false;
    this.table.tell("rested");
  }
}
