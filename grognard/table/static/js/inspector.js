/** The inspector: terrain of a hex, its sides and their effects with rules, and the units in it. */

import { choicesAt, plainly, wording } from "./acts.js";
import { h, replace, rule } from "./dom.js";
import { capital } from "./voice.js";
import { heightWords, lostHere, plain, said, strength, turned } from "./words.js";

/** @typedef {import("./table.js").Table} Table */

export class Inspector {
  /** @param {Table} table @param {{chit: (unit: string) => Element, pick: (unit: string, more?: boolean) => void, text: (text: string) => Node,
   *   crowd: import("./crowd.js").Crowd}} to */
  constructor(table, to) {
    this.table = table;
    this.to = to;
    this.element = h("section", { class: "inspector", "aria-label": "Hex" });
    /** @type {string | null} */
    this.hex = null;
    this.empty();
    table.on("change", () => this.hex && this.look(this.hex));
  }

  empty() {
    replace(
      this.element,
      h("h2", {}, "Hex"),
      h("p", { class: "faint" }, "Click a hex to see its terrain, rules and units."),
    );
  }

  /** @param {string | null} hex */
  async look(hex) {
    this.hex = hex;
    if (!hex) return this.empty();
    const asked = hex;
    try {
      const found = await this.ask(hex);
      if (this.hex === asked) this.show(found);
    } catch {
      this.show({ hex, notes: [], units: [], terrain: this.table.game.grid.hexes[hex]?.terrain ?? "" });
    }
  }

  /** @param {string} hex */
  ask(hex) {
    const key = `${hex} ${this.table.view.version} ${this.table.at ?? ""}`;
    const kept =
      this.kept.get(key) ??
      this.table.seat.get(`/inspect/${encodeURIComponent(hex)}${this.table.at === null ? "" : `?at=${this.table.at}`}`);
    if (this.kept.size > 300) this.kept.clear();
    this.kept.set(key, kept);
    return kept;
  }

  /** @param {any} found */
  show(found) {
    const { table } = this;
    const place = table.game.grid.hexes[found.hex];
    const units = Object.keys(table.board.units).filter((unit) => table.board.units[unit].at === found.hex);
    const many = table.board.heights?.[found.hex];
    replace(
      this.element,
      h("h2", {}, `Hex ${found.hex}`, place?.name && h("span", { class: "name" }, place.name)),
      this.whole(found.hex),
      units.map((unit) => [this.unit(unit), this.more(unit, null)]).flat(),
      this.more(null, found.hex),
      h(
        "ul",
        { class: "notes" },
        many && h("li", {}, heightWords(many, units.length)),
        this.lost(found.losses ?? 0),
        (found.notes ?? []).map((/** @type {import("./types.js").Note} */ note) =>
          h("li", {}, this.to.text(capital(note.text)), " ", rule(note.rule)),
        ),
      ),
    );
  }

  /** @param {string} unit */
  unit(unit) {
    const { table } = this;
    const counter = table.game.counters[unit];
    if (!counter) return null;
    const place = table.board.units[unit];
    const { marks = [] } = place;
    const values = Object.entries(table.game.figures)
      .filter(([name]) => counter.values?.[name])
      .map(([name, words]) => `${words} ${counter.values?.[name]}`);
    const figures = turned(table.game, marks) || !values.length ? [strength(table.game, counter, marks)] : values;
    return h(
      "button",
      {
        class: "unit-row",
        "data-pick": unit,
        onclick: (/** @type {MouseEvent} */ e) => this.to.pick(unit, e.shiftKey),
      },
      this.to.chit(unit),
      h(
        "span",
        { class: "grow" },
        h("strong", {}, counter.name),
        ` ${[...new Set([plain(counter.type).toLowerCase(), counter.formation])].filter(Boolean).join(", ")}`,
        h("small", {}, [...figures, ...said(table.game, place)].filter(Boolean).join(" · ")),
      ),
    );
  }

  /** Buttons for the choices that a plain click on a counter or a hex does not make. @param {string | null} unit @param {string | null} hex */
  more(unit, hex) {
    const { table } = this;
    if (!table.mine) return null;
    const all = choicesAt(table.view, table.game.verbs, unit, hex);
    const others = all.filter((c) => !plainly(all).includes(c));
    return (
      others.length > 0 &&
      h(
        "div",
        { class: "row more" },
        others.map((c) => h("button", { class: "small", onclick: () => table.act(c) }, wording(c, table.game))),
      )
    );
  }

  /** A button that takes all units of a hex that can be taken. @param {string} hex */
  whole(hex) {
    const { crowd } = this.to;
    const many = crowd.at(hex).length;
    return (
      many > 1 &&
      h("button", { class: "small", id: "take-all", onclick: () => crowd.toggleHex(hex) }, `Take all ${many} units`)
    );
  }

  /** @param {number} many */
  lost(many) {
    return many > 0 && h("li", {}, lostHere(many));
  }

  /** @type {Map<string, Promise<any>>} */
  kept = new Map();
}

/** One line about a hex for screen readers. @param {Table} table @param {string} hex */
export function describe(table, hex) {
  const place = table.game.grid.hexes[hex];
  const units = Object.entries(table.board.units)
    .filter(([, where]) => where.at === hex)
    .map(([unit, where]) => {
      const counter = table.game.counters[unit];
      return [
        counter?.name ?? unit,
        table.sideName(counter?.side ?? ""),
        counter && strength(table.game, counter, where.marks ?? []),
        ...said(table.game, where),
      ]
        .filter(Boolean)
        .join(" ");
    });
  const many = table.board.heights?.[hex];
  return [hex, place?.name, place?.terrain, ...units, many && heightWords(many, units.length)]
    .filter(Boolean)
    .join(", ");
}
