/** The attack being declared: units, modifiers with their rules, and chances; then the roll and its result. */

import { buttons, choice, verbsOf, wording } from "./acts.js";
import { h, icon, replace, rule } from "./dom.js";
import { meanings, reactions } from "./effects.js";
import { fires } from "./fires.js";
import { alternatives, chances, outcomeOf } from "./odds.js";
import { lineName } from "./panels.js";
import { stepper } from "./prompt.js";
import { unitsOf } from "./text.js";
import { capital } from "./voice.js";
import { answerIn, signed } from "./words.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./types.js").Preview} Preview */

export class Builder {
  /**
   * @param {Table} table
   * @param {{chit: (unit: string) => Element, point: (labels: string[]) => void, chart: () => void,
   *   text: (text: string, about?: string[]) => Node}} to
   */
  constructor(table, to) {
    this.table = table;
    this.to = to;
    this.element = h("section", { class: "card builder", "aria-label": "Attack", hidden: true });
    /** the last roll with what followed, the attack it was for, and the number of the roll that decided, if it was not
     * the last @type {{preview: Preview | null, entries: import("./types.js").LogEntry[], decided?: number} | null} */
    this.outcome = null;
    /** @type {Preview | null} */
    this.last = null;
    table.on("change", () => this.show());
    table.on("news", ({ fresh }) => this.news(fresh));
  }

  /** Show a new roll and its consequences until something else is declared.
   * @param {import("./types.js").LogEntry[]} fresh */
  news(fresh) {
    const n = fresh.findIndex((entry) => entry.seat === "dice");
    if (n < 0) {
      // Losses and advances are decided on the card of their combat, which follows them.
      if (this.outcome && this.table.board.aftermath) this.outcome.entries.push(...fresh);
      else if (fresh.some((entry) => entry.seat === this.table.view.side)) this.settle(null);
    } else if (fresh.length < 12) {
      const entries = fresh.slice(n);
      // A choice made since then (such as defensive fire) or an earlier roll (for bombs) has changed the total,
      // so the preview shown last is stale.
      const unchanged =
        rollsOf(entries).length === 1 && fresh.slice(0, n).every((entry) => !entry.action.includes(" "));
      const outcome = { preview: unchanged ? this.last : null, entries };
      this.last = null;
      this.settle(outcome);
      if (!outcome.preview) void this.lookBack(outcome);
    }
    this.show();
  }

  /** @param {Builder["outcome"]} outcome */
  settle(outcome) {
    this.outcome = outcome;
    const roll = outcome ? decisive(outcome) : 0;
    this.table.rolled = outcome && roll ? { preview: outcome.preview, roll } : null;
    this.table.tell("rolled");
  }

  /** Fetch the preview as it was just before the roll that decided; until it arrives only the events are shown. Later
   * rolls, such as checks of the units that fought, had no preview any more.
   * @param {NonNullable<Builder["outcome"]>} outcome */
  async lookBack(outcome) {
    try {
      for (const { number } of rollsOf(outcome.entries).slice(-FEW).reverse()) {
        const { view } = await this.table.seat.get(`/replay/${number - 1}`);
        if (this.outcome !== outcome) return;
        if (!view.preview) continue;
        outcome.preview = view.preview;
        outcome.decided = number;
        this.settle(outcome);
        this.show();
        return;
      }
    } catch {
      // the events describe what happened
    }
  }

  show() {
    const { view } = this.table;
    const declared = view.preview;
    if (declared) {
      this.last = declared;
      if (this.outcome) this.settle(null);
      const sent = this.committed(declared);
      replace(
        this.element,
        this.head(declared.title, declared.line_rule),
        alternatives(declared, this),
        sent && fires(declared, this),
        !declared.alternatives?.length && !declared.fires?.length && this.sum(declared),
        declared.assumed && h("p", { class: "faint" }, `Assumed: ${declared.assumed}.`),
        this.choices(),
        declared.alternatives?.length
          ? null
          : sent
            ? chances(declared, this.table.game)
            : h("p", { class: "faint" }, "Add an attacking unit to see the chances."),
        sent && !declared.alternatives?.length
          ? meanings(declared, this.table.game, this.to.text, this.table.looking("attacking", "target"))
          : null,
        (declared.remarks ?? []).map((note) =>
          h("p", { class: "remark" }, this.to.text(capital(note.text)), " ", rule(note.rule)),
        ),
        sent && this.rolls(declared),
        this.answer(declared),
        sent && this.table.at === null && this.attacked !== this.table.view.seat
          ? reactions(declared, this.to.text)
          : null,
      );
    } else if (this.table.at === null) {
      replace(this.element, this.outcome && this.result(), this.aftermath());
    }
    this.element.hidden = !declared && !(this.table.at === null && (this.outcome || this.asks));
  }

  /** A decision about the result: the units that are proposed, with one button, and those that may be chosen instead. */
  aftermath() {
    const { table } = this;
    const { view, board, game } = table;
    if (!this.asks) return null;
    const proposed = Object.entries(board.proposed ?? {});
    const remarks = board.remarks ?? [];
    const { primary, others } = buttons(view, game.verbs);
    return h(
      "section",
      { class: "aftermath", "aria-label": "Result" },
      h("h3", {}, this.to.text(view.prompt), " ", rule(view.rule)),
      proposed.length > 0 &&
        h(
          "ul",
          { class: "proposed", "aria-label": "Proposed" },
          [...new Set(proposed.map(([, what]) => what))].map((what) => {
            const units = proposed.filter((one) => one[1] === what).map(([unit]) => unit);
            const names = units.map((unit) => game.counters[unit]?.name ?? unit).join(", ");
            const hexes = units.map((unit) => board.units[unit]?.at ?? "");
            return h(
              "li",
              { "data-proposed": units.join(" "), onpointerenter: () => this.to.point(hexes) },
              units.map((unit) => this.to.chit(unit)),
              h("span", {}, `${names}: `, this.to.text(what)),
            );
          }),
        ),
      h(
        "div",
        { class: "row" },
        [primary, ...others].map(
          (c) =>
            c &&
            h("button", { class: c === primary ? "" : "small", onclick: () => void table.act(c) }, wording(c, game)),
        ),
      ),
      remarks.length > 0 &&
        h(
          "ul",
          { class: "remarks faint" },
          remarks.map((note) => h("li", {}, this.to.text(note.text), " ", rule(note.rule))),
        ),
      board.aftermath ? this.choices() : null,
    );
  }

  /** Whether the card has a decision of its own: about the result of a combat, or with a proposal or remarks. */
  get asks() {
    const { mine, board } = this.table;
    return mine && Boolean(board.aftermath || board.remarks?.length || Object.keys(board.proposed ?? {}).length);
  }

  /** Whether a unit attacks already, or only a target is chosen. @param {Preview} p */
  committed(p) {
    return p.modifiers.some((m) => m.amount > 0) || this.table.looking("attacking").length > 0;
  }

  /** A note that the defender may still change the total before the roll. @param {Preview} p */
  answer(p) {
    const { table } = this;
    if (table.at !== null) return null;
    const { view, game } = table;
    const attacked = game.counters[this.table.looking("target")[0]]?.side;
    const how = answerIn(game.verbs);
    const words =
      attacked && view.seat === attacked
        ? `The defender (${table.sideName(attacked)}) may still react, so the total may change before the roll.`
        : p.answer
          ? `The defender (${table.sideName(p.answer)}) may still react before the roll.`
          : how && this.committed(p) && view.seat !== "dice"
            ? `Before the roll, the defender may still ${how}, if any is in range.`
            : "";
    return words && h("p", { class: "faint answer" }, words);
  }

  /** The side under attack, as far as its units are shown. */
  get attacked() {
    return this.table.game.counters[this.table.looking("target")[0]]?.side;
  }

  /** @param {string} title @param {string} [number] */
  head(title, number) {
    return h("header", {}, h("h2", {}, this.to.text(title, this.table.looking("target"))), rule(number));
  }

  /** @param {Preview} p */
  sum(p) {
    const about = this.table.looking("attacking", "target");
    const line = lineName(p, this.table.game);
    const rows = p.modifiers.map((m) =>
      h(
        "tr",
        {},
        h("td", {}, this.to.text(capital(m.what), about), " ", rule(m.rule)),
        h("td", { class: "number" }, signed(m.amount)),
      ),
    );
    return h(
      "table",
      { class: "sum" },
      h("caption", { class: "unseen" }, "Modifiers of the attack"),
      h("tbody", {}, rows),
      h(
        "tfoot",
        {},
        h(
          "tr",
          {},
          h(
            "th",
            { scope: "row" },
            "Total ",
            h(
              "small",
              {},
              line ? `on the line “${line}”, ` : "in ",
              h(
                "button",
                { class: "link", onclick: () => this.to.chart() },
                `column ${p.column.replace(/^-/, "−").replace("-", "–")}`,
              ),
            ),
          ),
          h("td", { class: "number" }, signed(p.total)),
        ),
      ),
    );
  }

  /** Units, hexes and numbers that may still be added. */
  choices() {
    const { table } = this;
    const { view, game } = table;
    if (!table.mine) return null;
    const { verbs } = game;
    const groups = verbsOf(view, verbs, "unit")
      .filter((verb) => !verbs[verb].quiet)
      .map((verb) =>
        h(
          "div",
          { class: "adds" },
          h("p", {}, verbs[verb].ask),
          h(
            "div",
            { class: "chits" },
            view.actions[verb].map((unit) => {
              const hex = table.board.units[unit]?.at ?? "";
              return h(
                "button",
                {
                  class: `chit-button ${verbs[verb].tone}`,
                  "data-add": unit,
                  title: `${verbs[verb].ask} ${game.counters[unit]?.name ?? unit}`,
                  onclick: () => table.act(choice(verb, unit, verbs)),
                  onpointerenter: () => this.to.point([hex]),
                  onpointerleave: () => this.to.point([]),
                  onfocus: () => this.to.point([hex]),
                  onblur: () => this.to.point([]),
                },
                h(
                  "span",
                  { class: "unseen" },
                  `${verbs[verb].ask} ${game.counters[unit]?.name ?? unit}, ${game.counters[unit]?.printed ?? ""}`,
                ),
                this.to.chit(unit),
              );
            }),
          ),
        ),
      );
    const hexes = verbsOf(view, verbs, "hex").map((verb) =>
      h(
        "div",
        { class: "adds" },
        h("p", {}, verbs[verb].ask),
        h(
          "div",
          { class: "chits" },
          view.actions[verb].slice(0, 12).map((label) =>
            h(
              "button",
              {
                class: "small",
                onclick: () => table.act(choice(verb, label, verbs)),
                onpointerenter: () => this.to.point([label]),
                onpointerleave: () => this.to.point([]),
              },
              label,
            ),
          ),
        ),
      ),
    );
    const numbers = verbsOf(view, verbs, "number").map((verb) =>
      h("div", { class: "adds" }, h("p", {}, verbs[verb].ask), stepper(table, verb)),
    );
    return h("div", { class: "choices" }, groups, hexes, numbers);
  }

  /** The result of each possible roll. @param {Preview} p @param {number} [rolled] */
  rolls(p, rolled = -1) {
    if (!p.by_roll.length || p.by_roll.length > 12) return null;
    return h(
      "ol",
      { class: "rolls", "aria-label": "Result of each roll" },
      p.by_roll.map((result, n) =>
        h("li", { class: n + 1 === rolled ? "rolled" : "" }, h("span", { class: "die" }, n + 1), result),
      ),
    );
  }

  /** The roll and its events, without later decisions; both sides may read it. */
  publicResult() {
    if (!this.outcome) return null;
    const { preview, entries } = this.outcome;
    const rolls = rollsOf(entries);
    const result = preview?.by_roll[decisive(this.outcome) - 1] ?? "";
    const meaning = outcomeOf(result, this.table.game)?.meaning;
    const lines = rolls.flatMap((entry) =>
      entry.events
        .filter((event) => !event.heading)
        .map((event) => ({ event, about: unitsOf(this.table.game, entry.action) })),
    );
    return h(
      "section",
      { class: "outcome", "aria-label": "Roll" },
      h(
        "header",
        {},
        dice(rolls.map(dieOf)),
        h("h3", {}, preview ? (this.to.text(preview.title).textContent ?? "") : "Die roll"),
      ),
      meaning && h("p", { class: "meaning" }, h("strong", {}, result), ` ${meaning}`),
      h(
        "ul",
        { class: "events" },
        lines.map(({ event, about }) =>
          h("li", {}, capital(this.to.text(event.text, about).textContent ?? ""), " ", rule(event.rule)),
        ),
      ),
    );
  }

  result() {
    const { preview, entries } = /** @type {NonNullable<Builder["outcome"]>} */ (this.outcome);
    const rolls = rollsOf(entries).map(dieOf);
    const roll = decisive(/** @type {NonNullable<Builder["outcome"]>} */ (this.outcome));
    const lines = entries.flatMap((entry) => entry.events).filter((event) => !event.heading);
    const result = preview?.by_roll[roll - 1] ?? "";
    const meaning = outcomeOf(result, this.table.game)?.meaning;
    const close = () => {
      this.settle(null);
      this.show();
    };
    const about = entries.flatMap((entry) => unitsOf(this.table.game, entry.action));
    return h(
      "div",
      { class: "outcome" },
      h(
        "header",
        {},
        dice(rolls),
        h("h2", {}, preview ? this.to.text(preview.title) : "Die roll"),
        h("button", { class: "round small", "aria-label": "Close", onclick: close }, icon("close")),
      ),
      meaning && h("p", { class: "meaning" }, h("strong", {}, result), ` ${meaning}`),
      h(
        "ul",
        { class: "events" },
        lines.slice(0, 8).map((event) => h("li", {}, this.to.text(capital(event.text), about), " ", rule(event.rule))),
      ),
      preview && this.rolls(preview, roll),
      preview && h("details", {}, h("summary", {}, "Show the modifiers"), this.sum(preview)),
    );
  }
}

/** @typedef {import("./types.js").LogEntry} LogEntry */

/** How many rolls are looked through for the one that decided. */
const FEW = 8;

/** The rolls of dice, without draws of chits and the like. @param {LogEntry[]} entries */
const rollsOf = (entries) => entries.filter((entry) => entry.seat === "dice" && entry.action.startsWith("roll "));

/** @param {LogEntry} entry */
const dieOf = (entry) => entry.action.split(" ").pop() ?? "?";

/** The roll that decides the result: as a rule the last one. @param {NonNullable<Builder["outcome"]>} outcome */
const decisive = ({ entries, decided }) =>
  Number(
    rollsOf(entries)
      .filter((entry) => decided === undefined || entry.number === decided)
      .map(dieOf)
      .pop() ?? 0,
  );

/** @param {string[]} rolls */
const dice = (rolls) => rolls.map((roll) => h("span", { class: "die big", "aria-label": `Die roll: ${roll}` }, roll));
