/** The match as one seat knows it: its state, its requests to the server, and events for the parts of the page. */

import { Refused, Seat, Wire, get } from "./api.js";
import { allowed, choice, forced, isOrder, lastButton } from "./acts.js";
import { Link } from "./link.js";
import { Parts } from "./parts.js";
import { forget, remember } from "./prefs.js";
import { markLook } from "./words.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").BoardState} BoardState */
/** @typedef {import("./types.js").LogEntry} LogEntry */
/** @typedef {"change" | "log" | "refused" | "news" | "wire" | "chat" | "busy" | "done" | "rolled" | "rested"} Topic */

export class Table {
  /** @param {string} token */
  constructor(token) {
    this.token = token;
    this.seat = new Seat(token);
    this.link = new Link(this);
    this.parts = new Parts();
    /** @type {Map<Topic, Set<(news: any) => void>>} */
    this.hearers = new Map();
    /** @type {LogEntry[]} */
    this.log = [];
    /** @type {any} */
    this.info = {};
    /** the moment that the replay shows, or null @type {number | null} */
    this.at = null;
    this.busy = false;
    /** how far the log has been read, and for whom @type {{moment: number, version: number, knower: string} | null} */
    this.seen = null;
    /** the view before the player's last action, used to select another unit instead
     * @type {{view: View, verb: string, arg: string, moment: number} | null} */
    this.before = null;
    /** moments reached without a choice; undo skips them @type {Set<number>} */
    this.passed = new Set();
  }

  /** @param {Topic} topic @param {(news: any) => void} hearer */
  on(topic, hearer) {
    if (!this.hearers.has(topic)) this.hearers.set(topic, new Set());
    this.hearers.get(topic)?.add(hearer);
  }

  /** @param {Topic} topic @param {any} [news] */
  tell(topic, news) {
    for (const hearer of this.hearers.get(topic) ?? []) hearer(news);
  }

  async open() {
    const answer = await this.fetch("GET", "");
    /** @type {import("./types.js").Game} */
    this.game = await get(`/api/games/${answer.view.game}`);
    this.take(answer);
    this.wire = new Wire(
      this.token,
      (message) => this.hear(message),
      (up) => (up ? this.link.restore() : this.tell("wire", false)),
    );
    remember({
      token: this.token,
      match: answer.match,
      game: this.game.id,
      title: this.game.title,
      scenario: answer.view.scenario,
      side: this.seats.join(" "),
      lesson: answer.board.lesson?.number,
    });
  }

  // -- looking -------------------------------------------------------------------------------

  /** The sides this seat holds; none for a spectator. @returns {string[]} */
  get seats() {
    const seats = this.info.seats ?? [];
    return Array.isArray(seats) ? seats : Object.keys(seats);
  }

  /** Whether this seat has the decision now; false in the replay. */
  get mine() {
    return this.at === null && !this.view.over && this.view.seat !== "" && this.view.seat === this.view.side;
  }

  /** @param {string} side */
  sideName(side) {
    return this.game.sides.find((other) => other.id === side)?.name ?? side;
  }

  /** @param {string} unit */
  own(unit) {
    return this.game.counters[unit]?.side === this.view.side;
  }

  /** Units with a mark of one of the given looks. @param {...import("./types.js").Look} looks */
  looking(...looks) {
    const { units } = this.board;
    return Object.keys(units).filter((unit) =>
      units[unit].marks?.some((mark) => looks.includes(markLook(this.game, mark).look)),
    );
  }

  // -- receiving -----------------------------------------------------------------------------

  /** Ask the server for a page, or for the page after an action. It sends only what has changed.
   * @param {"GET" | "POST"} method @param {string} path @param {any} [body] */
  async fetch(method, path, body) {
    const { sheet, headers } = this.parts.known();
    try {
      const answer = await (method === "GET" ? this.seat.get(path, headers) : this.seat.post(path, body, headers));
      const page = answer?.page ?? answer;
      if (page?.view) Object.assign(page, this.parts.complete(page, sheet));
      return answer;
    } catch (error) {
      const current = error instanceof Refused ? error.body?.current : null;
      if (current?.view) Object.assign(current, this.parts.complete(current, sheet));
      throw error;
    }
  }

  /** Show a page and announce the new part of its log. An older page than the one shown is dropped: requests may
   * overlap. @param {any} answer */
  take(answer) {
    if (!answer?.view || answer.view.version < (this.parts.sheet.view.version ?? 0)) return;
    const { view, board, tags, log, ...rest } = answer;
    Object.assign(this.info, rest);
    this.parts.sheet = { view, board, tags };
    /** @type {View} */
    this.now = view;
    this.nowBoard = board;
    if (this.at === null) this.present(view, board);
    else this.tell("change");
    if (log) this.readLog(log);
  }

  /** @param {View} view @param {BoardState} board */
  present(view, board) {
    /** @type {View} */
    this.view = view;
    /** @type {BoardState} */
    this.board = board;
    this.tell("change");
  }

  async refresh() {
    try {
      this.take(await this.fetch("GET", ""));
      this.link.found();
    } catch (error) {
      this.complain(error);
    }
  }

  /** The number of actions in force; the version also counts those taken back. */
  get moment() {
    return this.nowBoard.moment ?? this.now.version;
  }

  /** Take the new part of the log and announce it. @param {any} log */
  readLog(log) {
    const { moment, seen } = this;
    const { version } = this.now;
    const { knower } = log;
    this.parts.read(log, moment, version);
    this.log = this.parts.logs.get(knower)?.lines ?? [];
    this.seen = { moment, version, knower };
    if (seen?.version === version && seen.knower === knower) return;
    this.tell("log");
    const since = Math.min(seen?.moment ?? moment, moment);
    const fresh = this.log.filter((entry) => entry.number > since);
    if (fresh.length) this.tell("news", { fresh, since });
  }

  /** The names of all overlays of the map now. @returns {Promise<string[]>} */
  async overlayNames() {
    try {
      return Object.keys(await this.seat.get(`/overlays${this.at === null ? "" : `?at=${this.at}`}`));
    } catch (error) {
      this.complain(error);
      return [];
    }
  }

  /** Fetch the overlays that are wanted now. */
  async fetchOverlays() {
    await (this.at === null ? this.refresh() : this.look(this.at));
  }

  /** @param {any} message */
  hear(message) {
    if (message.type === "update") {
      this.heard = Math.max(this.heard, message.version);
      void this.catchUp();
    } else if (message.type === "chat") {
      this.nowBoard.chat = [...(this.nowBoard.chat ?? []), message];
      this.tell("chat", message);
      this.tell("change");
    } else if (message.type === "presence") {
      const other = this.nowBoard.opponents?.[message.side];
      if (other) other.here = message.here;
      this.tell("change");
    }
  }

  /** Fetch what has happened, unless an action is being sent, whose answer brings it. */
  async catchUp() {
    if (!this.busy && this.heard > this.now.version) await this.refresh();
  }

  // -- doing ---------------------------------------------------------------------------------

  /** Do one action, and the next one if it is the only choice. @param {import("./types.js").Choice} choice */
  act(choice) {
    const { version } = this.view;
    const last = this.asked;
    this.asked = choice.text;
    return this.inTurn(() => this.perform(choice, version, last));
  }

  /** @param {import("./types.js").Choice} choice @param {number} version @param {string} last */
  async perform(choice, version, last) {
    if (!this.isStillValid(choice, version, last)) return false;
    const before = { view: this.view, verb: choice.verb, arg: choice.arg, moment: this.moment };
    const earlier = this.before;
    this.before = before;
    this.touched = ["unit", "hex"].includes(choice.kind);
    if (!(await this.send("/actions", { version: this.view.version, actions: [choice.text] }))) {
      this.before = earlier;
      return false;
    }
    const { view, mine } = this;
    const unit = choice.kind === "unit" && mine ? forced(view, this.game.verbs) : null;
    // A proposal that leaves nothing else to do ends its step.
    const end = choice.kind === "none" && mine && this.board.passes ? lastButton(view, this.game.verbs) : null;
    const next = unit ?? end;
    if (next) {
      this.passed.add(this.moment);
      return this.send("/actions", { version: this.view.version, actions: [next.text] });
    }
    return true;
  }

  /** Do several actions planned for one version, all or none. @param {string[]} texts @param {number} version */
  carryOut(texts, version) {
    return this.inTurn(async () => {
      if (this.at !== null || this.view.version !== version) return false;
      this.before = null;
      this.touched = false;
      return this.send("/actions", { version, actions: texts });
    });
  }

  /**
   * Whether an action chosen at one version may be done now. Players may choose the next action while the last one is
   * being sent: it is done if it is still legal, but a double click never does the same action twice.
   * @param {import("./types.js").Choice} choice @param {number} version @param {string} last
   */
  isStillValid(choice, version, last) {
    if (this.at !== null) return false;
    if (this.view.version === version || isOrder(this.view, choice)) return true;
    return choice.text !== last && this.mine && allowed(this.view, choice);
  }

  /** Do something after all earlier requests have been answered. @param {() => Promise<boolean>} work @returns {Promise<boolean>} */
  inTurn(work) {
    const done = this.line.then(() => this.idle()).then(work);
    this.line = done.catch(() => false);
    return done;
  }

  /** Wait until the current request has been answered. */
  async idle() {
    while (this.busy) await new Promise((resolve) => this.waiting.push(resolve));
  }

  undo() {
    const { version } = this.view;
    return this.inTurn(async () => this.at === null && this.view.version === version && this.takeBack());
  }

  async takeBack() {
    this.touched = true;
    if (!this.view.may_undo) {
      const last = this.log[this.log.length - 1];
      // The table knows what happened after the player's own last action.
      if (last && (this.seats.includes(last.seat) || last.seat === "dice"))
        return this.send("/undo", { version: this.view.version });
      this.tell("refused", { text: this.whyNoUndo(), rule: "" });
      return false;
    }
    let done = await this.send("/undo", { version: this.view.version });
    if (done && this.passed.has(this.moment)) {
      this.passed.delete(this.moment);
      done = await this.send("/undo", { version: this.view.version });
    }
    this.before = null;
    return done;
  }

  whyNoUndo() {
    if (!this.log.some((entry) => entry.seat === this.view.side)) return "There is nothing to undo yet.";
    return "You can undo only your own last action, and not a roll of the dice or anything that revealed hidden information. The menu offers a take-back instead.";
  }

  /** Deselect the selected unit and select another one instead. @param {string} unit */
  async instead(unit) {
    const held = this.held;
    const known = this.before?.moment === this.moment - 1 ? this.before.view.actions[held?.verb ?? ""] : null;
    if (!held || !this.own(unit) || (known && !known.includes(unit))) return false;
    const { verb, arg } = held;
    if (!(await this.undo())) return false;
    if (arg === unit) return true;
    const wanted = this.view.actions[verb]?.includes(unit);
    const next = wanted ? unit : arg;
    return (await this.act(choice(verb, next, this.game.verbs))) && wanted;
  }

  /** The selected unit, if selecting it was the last action and can be undone. */
  get held() {
    if (!this.mine || !this.view.may_undo) return null;
    const { before } = this;
    const last = this.log[this.log.length - 1];
    // The last action is known before the log has arrived.
    const action =
      before?.moment === this.moment - 1
        ? `${before.verb} ${before.arg}`
        : last?.number === this.moment
          ? last.action
          : "";
    const [verb, arg] = action.split(" ");
    if (this.game.verbs[verb]?.kind !== "unit") return null;
    return this.view.hand.includes(arg) ? { verb, arg } : null;
  }

  /** The units that could be selected when the current one was, as far as known. */
  get others() {
    const { held, before } = this;
    if (!held) return [];
    return before?.moment === this.moment - 1 ? (before.view.actions[held.verb] ?? [held.arg]) : [held.arg];
  }

  /** The verb of a kind that the side to decide used last. @param {string} kind */
  recent(kind) {
    const entry = [...this.log]
      .reverse()
      .find(({ seat, action }) => seat === this.view.side && this.game.verbs[action.split(" ")[0]]?.kind === kind);
    return entry?.action.split(" ")[0] ?? "";
  }

  get holding() {
    return this.held !== null;
  }

  /**
   * @param {string} path @param {any} [body] @param {(answer: any) => any} [page] what of the answer is the page
   * @returns {Promise<boolean>}
   */
  async send(path, body = {}, page = (answer) => answer) {
    this.busy = true;
    this.tell("busy", true);
    try {
      this.take(page(await this.fetch("POST", path, body)));
      this.link.found();
      return true;
    } catch (error) {
      if (error instanceof Refused && error.code === "stale") {
        if (error.body?.current?.view) this.take(error.body.current);
        else await this.refresh();
        this.tell("refused", { text: "The match has moved on. This is the current position.", rule: "" });
      } else {
        if (error instanceof Refused && error.code === "offline") this.link.keep(path, body);
        this.complain(error);
      }
      return false;
    } finally {
      this.busy = false;
      this.tell("busy", false);
      for (const resolve of this.waiting.splice(0)) resolve(null);
      void this.catchUp();
    }
  }

  /** Orders for several units, all or none, as far as the first roll or decision.
   * @param {{version: number, orders: string[][], closing: string, through?: boolean}} body
   * @returns {Promise<{orders: number, why: string} | null>} */
  async sendOrders(body) {
    /** @type {{orders: number, why: string} | null} */
    let sent = null;
    const done = await this.inTurn(async () => {
      this.before = null;
      this.touched = true;
      return this.send("/orders", body, (answer) => {
        sent = { orders: answer.orders, why: answer.why };
        return answer.page;
      });
    });
    return done ? sent : null;
  }

  /** @param {any} error */
  complain(error) {
    if (error instanceof Refused && error.code === "offline") {
      this.tell("wire", false);
      this.link.lose();
      return;
    }
    if (error instanceof Refused && error.status === 404 && !this.game) forget(this.token);
    this.tell("refused", { text: error.message ?? String(error), rule: error.rule ?? "" });
  }

  /** Why an action is not allowed. @param {string} action */
  async why(action) {
    try {
      const answer = await this.seat.get(`/why?action=${encodeURIComponent(action)}`);
      // For a verb that has no place now, the current prompt is more helpful.
      const text = answer.asked ? `Not now. ${answer.asked}` : answer.why;
      if (!answer.legal && text) this.tell("refused", { text, rule: answer.rule });
    } catch (error) {
      this.complain(error);
    }
  }

  // -- replay ------------------------------------------------------------------------------

  /** Show a moment of the past, or the present again. @param {number | null} at */
  async look(at) {
    if (at === null || at > this.moment) {
      this.at = null;
      this.present(this.now, this.nowBoard);
      return;
    }
    this.at = at;
    try {
      const answer = await this.fetch("GET", `/replay/${at}`);
      if (this.at === at) this.present(answer.view, { ...answer.board, chat: this.nowBoard.chat });
    } catch (error) {
      this.at = null;
      this.complain(error);
      this.present(this.now, this.nowBoard);
    }
  }

  close() {
    this.link.close();
    this.wire?.close();
  }

  /** @type {BoardState} */
  nowBoard = { units: {} };
  /** whether the player's last action was made on the map, or was an undo: not with the main button */
  touched = false;
  /** the last attack and its roll, while the result is shown
   * @type {{preview: import("./types.js").Preview | null, roll: number} | null} */
  rolled = null;
  /** the last action requested, and the end of the queue of requests */
  asked = "";
  /** @type {Promise<boolean>} */
  line = Promise.resolve(true);
  /** @type {((value: null) => void)[]} */
  waiting = [];
  /** the newest version announced by the server */
  heard = 0;
}
