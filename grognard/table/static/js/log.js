/** The log: events with dice and rules, grouped by phase; a filter by turn; buttons that open the replay. */

import { h, icon, replace, rule } from "./dom.js";
import { unitsOf } from "./text.js";
import { capital } from "./voice.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {{title: string, turn: string, from: number, items: {number: number, seat: string, die: string, text: string, rule: string, action: string}[]}} Chapter */

export class LogPanel {
  /** @param {Table} table @param {{text: (text: string, about?: string[], named?: boolean) => Node, replay: (at: number) => void}} to */
  constructor(table, to) {
    this.table = table;
    this.to = to;
    this.filter = h("select", { "aria-label": "Show turn", onchange: () => this.show() });
    this.list = h("div", { class: "log-list", tabindex: "0", role: "log", "aria-label": "Log", "aria-live": "off" });
    this.element = h(
      "div",
      { class: "log" },
      h(
        "div",
        { class: "row between" },
        this.filter,
        h("button", { class: "small quiet", onclick: () => to.replay(0) }, icon("replay"), "Replay"),
      ),
      this.list,
    );
    this.turns = "none yet";
    table.on("log", () => this.show());
  }

  show() {
    const all = chapters(this.table.log);
    const turns = [...new Set(all.map((chapter) => chapter.turn))];
    if (turns.join() !== this.turns) {
      const chosen = this.filter.value;
      replace(
        this.filter,
        h("option", { value: "" }, "All turns"),
        turns.map((turn) => h("option", { value: turn }, turn)),
      );
      this.filter.value = turns.includes(chosen) ? chosen : "";
      this.turns = turns.join();
    }
    const shown = all
      .filter((chapter) => !this.filter.value || chapter.turn === this.filter.value)
      .filter((chapter) => chapter.items.length || chapter === all[all.length - 1])
      .slice(-24)
      .reverse();
    replace(
      this.list,
      shown.map((chapter, n) => this.chapter(chapter, n === 0)),
    );
    if (!all.length) replace(this.list, h("p", { class: "faint" }, "No events yet."));
  }

  /** @param {Chapter} chapter @param {boolean} open */
  chapter(chapter, open) {
    const items = [...chapter.items].reverse();
    return h(
      "details",
      { open: open || this.filter.value !== "" },
      h("summary", {}, chapter.title),
      items.length === 0 && h("p", { class: "faint" }, "No events yet."),
      h(
        "ol",
        {},
        items.map((item) =>
          h(
            "li",
            { class: item.die ? "roll" : "" },
            item.die && h("span", { class: "die", title: "Die roll" }, item.die),
            h(
              "span",
              {},
              this.to.text(capital(item.text), unitsOf(this.table.game, item.action), true),
              " ",
              rule(item.rule),
            ),
            h(
              "button",
              {
                class: "then",
                tabindex: "-1",
                title: "Show this moment in the replay",
                "aria-label": "Show this moment in the replay",
                onclick: () => this.to.replay(item.number),
              },
              icon("replay"),
            ),
          ),
        ),
      ),
    );
  }
}

/** The log divided into phases, each of which begins with a heading. @param {import("./types.js").LogEntry[]} log @returns {Chapter[]} */
export function chapters(log) {
  /** @type {Chapter[]} */
  const out = [];
  for (const entry of log) {
    let die = entry.seat === "dice" && entry.action.startsWith("roll ") ? (entry.action.split(" ").pop() ?? "") : "";
    for (const event of entry.events) {
      if (event.heading) {
        out.push({ title: event.text, turn: event.heading, from: entry.number, items: [] });
        continue;
      }
      if (!out.length) out.push({ title: "Start of the match", turn: "Start", from: 0, items: [] });
      out[out.length - 1].items.push({
        number: entry.number,
        seat: entry.seat,
        die,
        text: event.text,
        rule: event.rule,
        action: entry.action,
      });
      die = "";
    }
  }
  return out;
}
