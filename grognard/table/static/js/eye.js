/** Bring things into view: the board at the start, news from the other side, the last event, the replay. */

import { lit } from "./acts.js";
import { motion } from "./prefs.js";
import { hexesIn, unitsOf } from "./text.js";
import { speak, toast } from "./voice.js";
import { summary } from "./words.js";

export class Eye {
  /** @param {import("./table.js").Table} table @param {import("./board.js").Board} board */
  constructor(table, board) {
    this.table = table;
    this.board = board;
    /** @type {import("./replay.js").Replay} */
    this.replay = /** @type {any} */ (null);
    /** @type {(text: string, about?: string[]) => Node} */
    this.text = (text) => document.createTextNode(text);
    /** @type {string[]} */
    this.lastHexes = [];
    /** the view before the replay @type {ReturnType<import("./camera.js").Camera["mark"]> | null} */
    this.before = null;
  }

  /** Set the first view of the board: close enough to read, on the units that may act, or else on all. */
  openOn() {
    const { table, board } = this;
    const at = (/** @type {Iterable<string>} */ units) =>
      [...units].map((unit) => board.geo.hexes[table.board.units[unit]?.at ?? ""]).filter(Boolean);
    const all = Object.keys(table.board.units);
    let places = at(lit(table.view, table.game.verbs, "unit").keys());
    if (places.length < 2) places = at(all.filter((unit) => table.own(unit)));
    if (!places.length) places = at(all);
    const lesson = hexesIn(table.board.lesson?.text ?? "", table.game.grid.hexes).map((hex) => board.geo.hexes[hex]);
    if (lesson.length) places = [...lesson, ...at(lit(table.view, table.game.verbs, "unit").keys())];
    const busy = at([...table.looking("target", "attacking"), ...table.view.hand]);
    if (busy.length) {
      board.camera.frameOn(busy, 260, 0.6);
      // On a small screen not all of them fit; the target has priority.
      for (const place of at(table.looking("target"))) board.camera.reveal(place);
      return;
    }
    if (!places.length) return board.camera.fit();
    board.camera.frameOn(places, 130, innerWidth < 700 ? 0.5 : 0.68);
  }

  /** @param {import("./types.js").LogEntry[]} fresh @param {number} since */
  news(fresh, since) {
    const { table } = this;
    const others = fresh.filter((entry) => !table.seats.includes(entry.seat) && entry.seat !== "dice");
    const lines = fresh.flatMap((entry) =>
      entry.events.map((event) => this.text(event.text, unitsOf(table.game, entry.action)).textContent),
    );
    // A turn that comes back has a report of its own.
    if (others.length > 4 && !table.mine) {
      toast(summary(table.sideName(others[0].seat), others), {
        action: { label: "Watch", run: () => this.watch(since) },
        stay: 12_000,
        passing: true,
      });
    } else if (lines.length) {
      speak(lines.slice(-4).join(". "));
    }
    const hexes = fresh
      .slice(-3)
      .flatMap((entry) => entry.events.flatMap((event) => hexesIn(event.text, table.game.grid.hexes)));
    if (hexes.length) {
      this.lastHexes = hexes;
      if (others.length) this.board.flash(hexes);
    }
  }

  /** @param {number} from */
  async watch(from) {
    await this.replay.show(from);
    this.replay.toggle();
  }

  /** Follow the replay on the board. @param {import("./types.js").LogEntry | undefined} entry */
  follow(entry) {
    const hexes = (entry?.events ?? []).flatMap((event) => hexesIn(event.text, this.table.game.grid.hexes));
    if (!hexes.length) return;
    const place = this.board.geo.hexes[hexes[hexes.length - 1]];
    const { camera } = this.board;
    this.before ??= camera.mark();
    if (motion()) camera.reveal(place);
    this.board.flash(hexes);
  }

  /** The replay is closed: return to the view before it. */
  back() {
    this.board.camera.back(this.before);
    this.before = null;
  }

  last() {
    const { table, board } = this;
    board.camera.moves++;
    const found = [...table.log]
      .reverse()
      .map((entry) => entry.events.flatMap((event) => hexesIn(event.text, table.game.grid.hexes)))
      .find((list) => list.length);
    const hexes = found ?? this.lastHexes;
    if (!hexes.length) return toast("Nothing has happened on the board yet.");
    board.camera.centre(board.geo.hexes[hexes[hexes.length - 1]], Math.max(board.camera.scale, 0.6));
    board.flash(hexes);
  }
}
