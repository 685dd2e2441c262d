/** Measuring with Alt: a line from the hex where Alt was pressed to the hex under the pointer, with the distance. */

import { s } from "./dom.js";
import { speak } from "./voice.js";
import { count } from "./words.js";

export class Measure {
  /** @param {import("./board.js").Board} board @param {import("./play.js").Play} play */
  constructor(board, play) {
    this.board = board;
    this.play = play;
    /** @type {string | null} */
    this.from = null;
    this.mark = s("g", { class: "measure" });
    board.layers.above.append(this.mark);
    document.addEventListener("keydown", (e) => {
      if (e.key !== "Alt" || e.repeat || !play.under) return;
      e.preventDefault();
      this.from = play.under;
      this.show();
    });
    document.addEventListener("keyup", (e) => e.key === "Alt" && this.end());
    addEventListener("blur", () => this.end());
    board.port.addEventListener("pointermove", (e) => (e.altKey ? this.show() : this.end()));
  }

  show() {
    const { from, board } = this;
    const to = this.play.under;
    if (!from || !to) return;
    const [a, b] = [board.geo.hexes[from], board.geo.hexes[to]];
    const far = board.geo.distance(from, to);
    const { unit } = board.counters;
    const label = s("text", { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 - 12 * unit, "font-size": 30 * unit }, far);
    this.mark.replaceChildren(s("line", { x1: a.x, y1: a.y, x2: b.x, y2: b.y }), label);
    this.mark.dataset.hexes = String(far);
    speak(count(far, "hex", "hexes"));
  }

  end() {
    if (!this.from) return;
    this.from = null;
    this.mark.replaceChildren();
    delete this.mark.dataset.hexes;
  }
}
