/** The other side's turn, reported when the turn comes back: moves as arrows, attacks as rings, losses of both sides.
 *
 * What happened is read from what this seat may know: its log, and its board before and after. The arrows go with the
 * player's first action; the card can be opened again by a key and from the log. */

import { h, icon, replace, s } from "./dom.js";
import { hexesIn } from "./text.js";
import { hush, speak } from "./voice.js";
import { count, summary } from "./words.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./types.js").LogEntry} LogEntry */

/** Fewer actions of the other side than this are not a turn. */
const FEW = 3;
/** Up to this number units are named. */
const NAMED = 6;

export class TurnReport {
  /** @param {Table} table @param {import("./board.js").Board} board @param {import("./eye.js").Eye} eye */
  constructor(table, board, eye) {
    this.table = table;
    this.board = board;
    this.eye = eye;
    this.drawn = s("g", { class: "trail" });
    this.element = h("section", { class: "card turn-report", "aria-label": "The other side's turn", hidden: true });
    /** the moment before the turn that is reported, and after it */
    this.since = -1;
    this.until = -1;
    table.on("log", () => void this.check());
    table.on("change", () => {
      if (table.moment !== this.until || table.at !== null) this.wipe();
    });
  }

  /** The last run of actions of the other side before this side's decision. */
  run() {
    const { table } = this;
    const side = table.view.side;
    if (!table.mine || !side) return null;
    const log = table.log.filter((entry) => entry.number > 0);
    let from = log.length;
    while (from > 0 && log[from - 1].seat !== side) from--;
    const entries = log.slice(from);
    const others = entries.filter(({ seat }) => seat && seat !== "dice" && seat !== side);
    if (others.length < FEW) return null;
    return { since: from > 0 ? log[from - 1].number : 0, entries, others };
  }

  async check() {
    const { table } = this;
    const found = table.at === null && !table.board.lesson ? this.run() : null;
    if (!found || found.since === this.since) return;
    this.since = found.since;
    this.until = table.moment;
    await this.show(found);
  }

  /** Open the report of the last turn again. */
  async again() {
    const { table } = this;
    if (!this.element.hidden) return this.close();
    const found = table.at === null ? this.run() : null;
    if (!found) return speak("There is no turn of the other side to report.");
    this.until = table.moment;
    await this.show(found);
  }

  /** @param {{since: number, entries: LogEntry[], others: LogEntry[]}} found */
  async show({ since, entries, others }) {
    const { table } = this;
    const { moment } = table;
    let before;
    try {
      before = (await table.seat.get(`/replay/${since}`)).board.units;
    } catch {
      return;
    }
    if (table.moment !== moment || table.at !== null) return;
    const now = table.board.units;
    const hexes = this.board.geo.hexes;
    const gone = Object.keys(before).filter(
      (unit) => hexes[before[unit].at] && !hexes[now[unit]?.at ?? ""] && table.game.boxes[now[unit]?.at ?? ""]?.lost,
    );
    const attacked = struck(entries, table);
    this.draw(before, now, attacked);
    const mine = gone.filter((unit) => table.own(unit));
    const theirs = gone.filter((unit) => !table.own(unit));
    const name = table.sideName(others[0].seat);
    replace(
      this.element,
      h(
        "header",
        {},
        h("h2", {}, summary(name, others)),
        h("button", { class: "round small", "aria-label": "Close", onclick: () => this.close() }, icon("close")),
      ),
      this.lost("You lost", mine),
      this.lost(`${name} lost`, theirs),
      attacked.length > 0 && h("p", {}, "Attacked: ", this.eye.text(attacked.map((hex) => this.place(hex)).join(", "))),
      h(
        "div",
        { class: "row" },
        h("button", { class: "small", onclick: () => void this.eye.replay.show(since) }, "Step through"),
        h("button", { class: "small", onclick: () => void this.eye.watch(since) }, icon("play"), "Play"),
      ),
    );
    hush();
    this.element.hidden = false;
    speak(this.element.textContent ?? "");
  }

  /** @param {string} what @param {string[]} units */
  lost(what, units) {
    if (!units.length) return null;
    const names = units.map((unit) => this.table.game.counters[unit].name);
    const words = units.length > NAMED ? count(units.length, "unit") : names.join(", ");
    return h("p", {}, h("strong", {}, `${what}: `), this.eye.text(words, units));
  }

  /** @param {string} hex */
  place(hex) {
    const name = this.table.game.grid.hexes[hex]?.name;
    return name ? `${name} (${hex})` : hex;
  }

  /** Arrows of the moves of both sides, and rings at the attacks.
   * @param {Record<string, import("./types.js").Place>} before @param {Record<string, import("./types.js").Place>} now
   * @param {string[]} attacked */
  draw(before, now, attacked) {
    const { geo, layers, counters } = this.board;
    const ways = new Map();
    for (const [unit, { at }] of Object.entries(now)) {
      const from = before[unit]?.at;
      if (!from || from === at || !geo.hexes[from] || !geo.hexes[at]) continue;
      ways.set(`${from} ${at}`, { from: geo.hexes[from], to: geo.hexes[at], own: this.table.own(unit) });
    }
    replace(
      this.drawn,
      [...ways.values()].map(({ from, to, own }) =>
        s("path", { class: own ? "own" : "", d: arrow(from, to, counters.unit) }),
      ),
      attacked.map((hex) => s("circle", { cx: geo.hexes[hex].x, cy: geo.hexes[hex].y, r: geo.radius * 0.92 })),
    );
    layers.above.append(this.drawn);
  }

  close() {
    this.element.hidden = true;
    this.wipe();
  }

  wipe() {
    this.drawn.remove();
    if (this.table.moment !== this.until) this.element.hidden = true;
  }
}

/** The hexes that were attacked, in order. @param {LogEntry[]} entries @param {Table} table */
function struck(entries, table) {
  const found = entries.flatMap((entry) => {
    const [verb, arg] = entry.action.split(" ");
    const known = table.game.verbs[verb];
    return known?.tone === "strike" && known.kind === "hex" ? hexesIn(arg ?? "", table.game.grid.hexes) : [];
  });
  return [...new Set(found)];
}

/** An arrow that begins and ends a little inside. @param {{x: number, y: number}} from @param {{x: number, y: number}} to @param {number} unit */
function arrow(from, to, unit) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const end = { x: to.x - dx * 34 * unit, y: to.y - dy * 34 * unit };
  const wing = (/** @type {number} */ side) =>
    `${(end.x - dx * 22 * unit + side * dy * 13 * unit).toFixed(1)} ${(end.y - dy * 22 * unit - side * dx * 13 * unit).toFixed(1)}`;
  return `M${from.x.toFixed(1)} ${from.y.toFixed(1)}L${end.x.toFixed(1)} ${end.y.toFixed(1)}M${wing(1)}L${end.x.toFixed(1)} ${end.y.toFixed(1)}L${wing(-1)}`;
}
