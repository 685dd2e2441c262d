/** Pointing, clicking and dragging on the board: turned into actions, or into the question why one is not legal. */

import { choice, choicesAt, meant, ordersAt, plainly, verbsOf, wording } from "./acts.js";
import { showMenu } from "./menu.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./camera.js").Point} Point */

export class Play {
  /** @param {Table} table @param {{look: (hex: string | null) => void, point: (hex: string | null) => void,
   *   warn: (notes: import("./types.js").Note[]) => void}} to warn: show the consequences of a path */
  constructor(table, to) {
    this.table = table;
    /** @type {import("./crowd.js").Crowd} */
    this.crowd = /** @type {any} */ (null);
    this.to = to;
    /** @type {Board} */
    this.board = /** @type {any} */ (null);
    /** @type {string | null} */
    this.under = null;
    /** @type {string | null} */
    this.dragged = null;
    this.pathOf = "";
    this.hands = {
      tap: (/** @type {Point} */ p, /** @type {PointerEvent} */ e) => this.tap(p, e),
      hover: (/** @type {Point | null} */ p) => this.hover(p),
      grab: (/** @type {Point} */ p, /** @type {PointerEvent} */ e) => this.grab(p, e),
      drag: (/** @type {Point} */ p) => this.drag(p),
      drop: (/** @type {Point | null} */ p) => this.drop(p),
      long: (/** @type {Point} */ p, /** @type {PointerEvent} */ e) => {
        const hex = this.board.geo.at(p.x, p.y);
        const folded =
          this.board.counters.fanned !== hex && (this.board.counters.stacks.get(hex ?? "")?.length ?? 0) > 1;
        this.board.counters.fan(hex);
        this.to.look(hex);
        if (!folded) void this.more(p, e);
      },
      more: (/** @type {Point} */ p, /** @type {MouseEvent} */ e) => void this.more(p, e),
    };
    table.on("change", () => {
      this.pathOf = "";
      void this.showPath(this.under);
    });
  }

  // -- pointing ------------------------------------------------------------------------------

  /** @param {Point | null} p */
  hover(p) {
    const { counters, geo } = this.board;
    const over = p && counters.fanned ? counters.at(p, null) : null;
    const hex = p ? (over ? counters.fanned : geo.at(p.x, p.y)) : null;
    if (hex === this.under) return;
    this.under = hex;
    this.board.hover(hex);
    counters.fan(hex);
    this.to.point(hex);
    void this.showPath(hex);
  }

  /** Show the path that the selected unit would take. @param {string | null} hex */
  async showPath(hex) {
    const { table } = this;
    const cost = hex ? table.board?.reach?.[hex] : undefined;
    if (!hex || cost === undefined || !table.mine) {
      this.pathOf = "";
      this.board?.path([]);
      return;
    }
    const key = `${hex} ${table.view.version}`;
    if (key === this.pathOf) return;
    this.pathOf = key;
    const kept = this.paths.get(key) ?? table.seat.get(`/path/${encodeURIComponent(hex)}`);
    this.paths.set(key, kept);
    if (this.paths.size > 200) this.paths.clear();
    try {
      const { path, cost: total, notes } = await kept;
      if (this.pathOf !== key) return;
      this.board.path(path ?? [], total ?? cost);
      this.to.warn(notes ?? []);
    } catch {
      // play goes on without the path
    }
  }

  // -- clicking ------------------------------------------------------------------------------

  /** @param {Point} p @param {PointerEvent} e */
  tap(p, e) {
    const { counters, geo } = this.board;
    this.board.port.focus({ preventScroll: true });
    let hex = geo.at(p.x, p.y);
    const unit = counters.at(p, hex);
    if (unit && counters.fanned && counters.stacks.get(counters.fanned)?.includes(unit)) hex = counters.fanned;
    if (!hex) {
      // A click beside the map deselects the unit.
      if (this.crowd.active) this.crowd.clear();
      else if (this.table.holding) void this.table.undo();
      return;
    }
    const stack = counters.stacks.get(hex) ?? [];
    this.board.setCursor(hex, false);
    if (e.shiftKey) return void (this.shift(unit) ?? this.crowd.pick(unit, hex));
    if (this.crowd.active) return void this.crowd.send(hex);
    if (e.pointerType !== "mouse" && stack.length > 1 && counters.fanned !== hex) {
      counters.fan(hex);
      this.to.look(hex);
      return;
    }
    this.to.look(hex);
    void this.choose(unit, hex, { x: e.clientX, y: e.clientY });
  }

  /** Take a unit to those selected, or leave it out, if a game has such an order. @param {string | null} unit */
  shift(unit) {
    const { view, game, mine } = this.table;
    const verb = Object.keys(view.actions).find(
      (one) => game.verbs[one]?.shift && unit && view.actions[one].includes(unit),
    );
    return verb && unit && mine ? this.table.act(choice(verb, unit, game.verbs)) : undefined;
  }

  /** Act on a unit, a hex or both. @param {string | null} unit @param {string | null} hex @param {Point} at */
  async choose(unit, hex, at) {
    const { table } = this;
    await table.idle();
    if (!table.mine) return;
    const { view, game } = table;
    const found = plainly(choicesAt(view, game.verbs, unit, hex));
    if (found.length === 1) return table.act(found[0]);
    if (found.length > 1) return this.menu(unit ? (game.counters[unit]?.name ?? unit) : (hex ?? ""), found, at);
    if (unit && (await table.instead(unit))) return;
    // A click on an enemy counter that no order can be about only reads it.
    const busy = view.hand.length > 0 || view.preview !== null;
    const orders = busy || verbsOf(view, game.verbs, "hex").some((verb) => !game.verbs[verb].quiet);
    if (unit && !table.own(unit) && !orders) return;
    const question = meant(view, game.verbs, unit, unit ? table.own(unit) : false, hex, (kind) => table.recent(kind));
    if (question) await table.why(question);
  }

  /** @param {string} title @param {import("./types.js").Choice[]} found @param {Point} at */
  menu(title, found, at) {
    const { table } = this;
    showMenu(
      title,
      found.map((c) => ({ label: wording(c, table.game), run: () => void table.act(c) })),
      at,
    );
  }

  /** Show a menu of all choices for a counter and its hex, after a right click or a long press. @param {Point} p @param {MouseEvent} e */
  async more(p, e) {
    const { table, board } = this;
    await table.idle();
    const under = board.geo.at(p.x, p.y);
    const unit = board.counters.at(p, under);
    const hex = unit ? (table.board.units[unit]?.at ?? under) : under;
    const orders = table.at === null ? ordersAt(table.view, table.game.verbs, hex) : [];
    const found = [...(table.mine ? choicesAt(table.view, table.game.verbs, unit, hex) : []), ...orders];
    const title = unit ? (table.game.counters[unit]?.name ?? unit) : (hex ?? "");
    if (found.length > Math.min(1, plainly(found).length)) this.menu(title, found, { x: e.clientX, y: e.clientY });
  }

  /** Act at the cursor; for a stack, ask which unit. @param {string} hex */
  async chooseAt(hex) {
    const { table, board } = this;
    await table.idle();
    const stack = board.counters.stacks.get(hex) ?? [];
    const at = board.camera.toWindow(board.geo.hexes[hex]);
    const { view, game } = table;
    const found = plainly([
      ...choicesAt(view, game.verbs, null, hex),
      ...stack.flatMap((unit) => choicesAt(view, game.verbs, unit, null)),
    ]);
    if (found.length > 1 && table.mine) return this.menu(hex, found, at);
    await this.choose(found[0]?.kind === "unit" ? found[0].arg : (stack[stack.length - 1] ?? null), hex, at);
  }

  // -- dragging ------------------------------------------------------------------------------

  /** @param {Point} p @param {PointerEvent} e */
  grab(p, e) {
    const { table } = this;
    if (!table.mine) return false;
    if (e.shiftKey && this.crowd.open.length) {
      this.crowd.begin(p);
      return true;
    }
    const hex = this.board.geo.at(p.x, p.y);
    const unit = this.board.counters.at(p, hex);
    if (!unit) return false;
    const { view, game } = table;
    const inHand = view.hand.includes(unit);
    const open = plainly(choicesAt(view, game.verbs, unit, null)).length > 0;
    const swap = table.holding && table.own(unit);
    const joins = table.own(unit) && verbsOf(view, game.verbs, "hex").length > 0;
    if (!inHand && !open && !swap && !joins) return false;
    this.dragged = unit;
    this.ready = inHand ? Promise.resolve(true) : open || swap ? this.take(unit) : Promise.resolve(false);
    this.board.counters.fan(null);
    this.board.counters.faces.get(unit)?.classList.add("lifted");
    return true;
  }

  /** Select a unit if that is a legal action now. @param {string} unit */
  async take(unit) {
    const { table } = this;
    const found = plainly(choicesAt(table.view, table.game.verbs, unit, null));
    // Where hexes may be chosen too (the target of an attack), the hex comes first and the unit joins it.
    if (verbsOf(table.view, table.game.verbs, "hex").length && found.length) return false;
    if (found.length) return table.act(found[0]);
    return table.instead(unit);
  }

  /** @param {Point} p */
  drag(p) {
    if (this.crowd.corner) return this.crowd.stretch(p);
    this.board.ghost(this.dragged, p);
    this.hoverOnly(p);
  }

  /** @param {Point} p */
  hoverOnly(p) {
    const hex = this.board.geo.at(p.x, p.y);
    if (hex === this.under) return;
    this.under = hex;
    this.board.hover(hex);
    this.to.point(hex);
    void this.showPath(hex);
  }

  /** @param {Point | null} p */
  async drop(p) {
    if (this.crowd.corner) return this.crowd.finish(p);
    const unit = this.dragged;
    this.dragged = null;
    this.board.ghost(null);
    if (unit) this.board.counters.faces.get(unit)?.classList.remove("lifted");
    const hex = p ? this.board.geo.at(p.x, p.y) : null;
    if (!unit || !hex || !p) return;
    const at = this.board.camera.toWindow(p);
    await this.ready;
    const { table } = this;
    if (table.board.units[unit]?.at === hex) return;
    const target = this.board.counters.stacks.get(hex)?.at(-1) ?? null;
    const onto = choicesAt(table.view, table.game.verbs, null, hex);
    if (!onto.length) {
      const join = plainly(choicesAt(table.view, table.game.verbs, unit, null));
      if (join.length && table.looking("target").includes(target ?? "")) return void table.act(join[0]);
      return void this.choose(null, hex, at);
    }
    if (onto.length > 1) return void this.choose(null, hex, at);
    if (!(await table.act(onto[0]))) return;
    const join = plainly(choicesAt(table.view, table.game.verbs, unit, null));
    if (join.length === 1 && table.own(unit) && !table.looking("spent").includes(unit)) await table.act(join[0]);
  }

  /** @type {Promise<boolean>} */
  ready = Promise.resolve(false);
  /** @type {Map<string, Promise<any>>} */
  paths = new Map();
}
