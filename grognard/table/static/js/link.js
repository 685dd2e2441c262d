/** The connection after it was lost: try again at once and then every few seconds, send what was not sent, and say what
 * was lost. */

import { say } from "./words.js";

/** @typedef {import("./table.js").Table} Table */

/** Milliseconds between two attempts, at first and at most. */
const FIRST = 500;
const MOST = 4000;

export class Link {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.lost = false;
    /** the request that did not reach the server @type {{path: string, body: any} | null} */
    this.unsent = null;
    this.wait = FIRST;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.online = () => void this.retry();
    window.addEventListener("online", this.online);
  }

  /** The server cannot be reached: begin to try again. */
  lose() {
    if (!this.lost) this.wait = FIRST;
    this.lost = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.retry(), this.wait);
    this.wait = Math.min(MOST, this.wait * 2);
  }

  /** Keep a request that did not reach the server. @param {string} path @param {any} body */
  keep(path, body) {
    this.unsent = { path, body };
  }

  /** Ask the server for the position; the answer ends the wait. */
  async retry() {
    if (!this.lost) return;
    clearTimeout(this.timer);
    await this.table.idle();
    await this.table.refresh();
  }

  /** The notifications are back: requests probably work again too. */
  restore() {
    if (this.lost) void this.retry();
    else this.table.tell("wire", true);
  }

  /** A request was answered. */
  found() {
    clearTimeout(this.timer);
    if (!this.lost) return;
    this.lost = false;
    this.table.tell("wire", true);
    const { unsent } = this;
    this.unsent = null;
    if (unsent) void this.again(unsent);
  }

  /** Send a request again if nothing has happened since; if not, say what was lost, unless it had arrived after all.
   * @param {{path: string, body: any}} request */
  async again({ path, body }) {
    const { table } = this;
    await table.idle();
    if (body.version === undefined || body.version === table.now.version) {
      await table.send(path, body);
      return;
    }
    const actions = /** @type {string[]} */ (body.actions ?? []);
    const since = table.log.filter((entry) => table.seats.includes(entry.seat)).slice(-actions.length);
    if (actions.length && actions.every((text, n) => since[n]?.action === text)) return;
    const what = actions.map((text) => this.words(text)).join(", ") || "your last request";
    table.tell("refused", {
      text: `Not sent while the connection was lost: ${what}. The match has moved on.`,
      rule: "",
    });
  }

  /** @param {string} text */
  words(text) {
    const [verb, ...rest] = text.split(" ");
    const how = this.table.game.verbs[verb];
    return how ? say(how, rest.join(" ")) : text;
  }

  close() {
    clearTimeout(this.timer);
    window.removeEventListener("online", this.online);
  }
}
