/** The curtain in a hot-seat match: it hides the board until the player of the next side is in front of the screen. */

import { h, replace } from "./dom.js";
import { hold, release } from "./voice.js";

/** @typedef {import("./table.js").Table} Table */

export class Curtain {
  /** @param {Table} table @param {HTMLElement} stage @param {import("./builder.js").Builder} builder */
  constructor(table, stage, builder) {
    this.table = table;
    this.stage = stage;
    this.builder = builder;
    /** the side whose player looks at the screen */
    this.facing = "";
    this.news = h("div", { class: "news" });
    /** @type {HTMLDialogElement | null} */
    this.box = null;
    table.on("rolled", () => this.tell());
  }

  /** Show the curtain if another side has the decision now and the game has secrets. A brief decision is made in front of
   * both players, who see only what both may see. */
  face() {
    const { table } = this;
    const { side, over } = table.now;
    if (over || table.now.public) return this.open();
    if (!table.game.secrets || table.seats.length < 2 || side === this.facing) return;
    this.facing = side;
    this.open();
    this.fall(table.sideName(side));
  }

  /** @param {string} name */
  fall(name) {
    const heading = h("h2", { id: "curtain-head" }, `Next player: ${name}`);
    const show = h("button", { class: "primary", id: "unveil", onclick: () => this.open() }, `Continue as ${name}`);
    const box = h(
      "dialog",
      { class: "sheet curtain", closedby: "none", "aria-labelledby": heading.id },
      h("header", {}, heading),
      h(
        "div",
        { class: "sheet-body" },
        this.news,
        h("p", {}, "Pass the device to this player. The button reveals what their side may see."),
        h("div", { class: "row end" }, show),
      ),
    );
    // Only the button opens it: not Escape, and not a key still held down from the action before. The button keeps the focus.
    box.addEventListener("mousedown", (e) => e.target !== show && e.preventDefault());
    box.addEventListener("cancel", (e) => e.preventDefault());
    box.addEventListener("keydown", (e) => {
      if (e.key === "Escape" || e.repeat) e.preventDefault();
    });
    box.addEventListener("close", () => this.box === box && box.showModal());
    this.stage.classList.add("curtained");
    hold();
    this.box = box;
    replace(this.news);
    document.body.append(box);
    box.showModal();
    show.focus();
  }

  /** Show the public result of the last roll, which arrives shortly after the curtain. */
  tell() {
    if (this.box) replace(this.news, this.builder.publicResult());
  }

  open() {
    const { box } = this;
    if (!box) return;
    this.box = null;
    box.close();
    box.remove();
    this.stage.classList.remove("curtained");
    release();
    /** @type {HTMLElement | null} */ (this.stage.querySelector(".port"))?.focus({ preventScroll: true });
  }
}
