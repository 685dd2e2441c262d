/** At one screen, the curtain that hides what the other side may not see until its player sits down. */

import { h, replace } from "./dom.js";
import { hold, release } from "./voice.js";

/** @typedef {import("./table.js").Table} Table */

export class Curtain {
  /** @param {Table} table @param {HTMLElement} stage @param {import("./builder.js").Builder} builder */
  constructor(table, stage, builder) {
    this.table = table;
    this.stage = stage;
    this.builder = builder;
    /** the side that looks at the screen */
    this.facing = "";
    this.news = h("div", { class: "news" });
    /** @type {HTMLDialogElement | null} */
    this.box = null;
    table.on("rolled", () => this.tell());
  }

  /** Let it fall if another side decides now, and there is anything to hide. */
  face() {
    const { table } = this;
    const { side, over } = table.now;
    if (over) return this.open();
    if (!table.game.secrets || table.seats.length < 2 || side === this.facing) return;
    this.facing = side;
    this.open();
    this.fall(table.sideName(side));
  }

  /** @param {string} name */
  fall(name) {
    const heading = h("h2", { id: "curtain-head" }, `${name}, please`);
    const show = h("button", { class: "primary", id: "unveil", onclick: () => this.open() }, `I am the ${name}: show`);
    const box = h(
      "dialog",
      { class: "sheet curtain", closedby: "none", "aria-labelledby": heading.id },
      h("header", {}, heading),
      h(
        "div",
        { class: "sheet-body" },
        this.news,
        h("p", {}, "Hand the screen over. What this side knows is shown at the press of the button."),
        h("div", { class: "row end" }, show),
      ),
    );
    // Only the button opens it: not Escape, nor a key that is still held down from the action before. It keeps the focus.
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

  /** What everybody saw: the dice and what came of them. It comes a moment after the curtain. */
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
