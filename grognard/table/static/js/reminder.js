/** The units of the asked side in a brief decision at one screen: they are named while a key or a button is held, so that
 * the other player need not see them. */

import { h, replace } from "./dom.js";
import { menuOpen } from "./menu.js";

/** @typedef {import("./table.js").Table} Table */

/** The key to hold. */
const KEY = "v";

export class Reminder {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.list = h("ul", { class: "reminder", id: "reminder" });
    const show = () => this.hold(true);
    const hide = () => this.hold(false);
    this.button = h(
      "button",
      { class: "small", onpointerdown: show, onpointerup: hide, onpointerleave: hide, onpointercancel: hide },
      "Hold to see your units",
      h("kbd", { "aria-hidden": "true" }, KEY.toUpperCase()),
    );
    this.element = h("div", { class: "row" }, this.button, this.list);
    table.on("change", () => this.hold(false));
    document.addEventListener("keydown", (e) => {
      const { target } = e;
      const writes = target instanceof Element && target.closest("input, textarea, select, dialog");
      const other = e.ctrlKey || e.metaKey || e.altKey || menuOpen();
      if (e.key.toLowerCase() === KEY && !e.repeat && !writes && !other) show();
    });
    document.addEventListener("keyup", (e) => e.key.toLowerCase() === KEY && hide());
    addEventListener("blur", hide);
    hide();
  }

  /** @param {boolean} held */
  hold(held) {
    const { view, game, mine } = this.table;
    const units = mine ? Object.entries(view.reminders ?? {}) : [];
    this.element.hidden = !units.length;
    this.list.hidden = !held;
    replace(this.list, held ? units.map(([unit, text]) => h("li", {}, `${game.counters[unit].name}: ${text}`)) : []);
  }
}
