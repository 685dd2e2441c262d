/** The page and the log that a seat has, and the answers that complete them: the server sends only changes. */

/** @typedef {import("./types.js").Answer} Answer */
/** @typedef {import("./types.js").LogEntry} LogEntry */
/** @typedef {{view: any, board: any, tags: Record<string, string>}} Sheet */
/** @typedef {{moment: number, version: number, lines: LogEntry[]}} Read */

export class Parts {
  constructor() {
    /** the newest page in full, and the tags of its larger parts @type {Sheet} */
    this.sheet = { view: {}, board: {}, tags: {} };
    /** how far the log has been read; at one screen each side has its own @type {Map<string, Read>} */
    this.logs = new Map();
    /** names of the overlays on the map @type {Set<string>} */
    this.wanted = new Set();
  }

  /** The header that says what is known, and the page it speaks of. */
  known() {
    const { sheet } = this;
    const log = Object.fromEntries([...this.logs].map(([side, { moment, version }]) => [side, [moment, version]]));
    const text = JSON.stringify({ parts: sheet.tags, log, overlays: [...this.wanted] });
    // A header has no letters beyond ASCII.
    const plain = text.replace(/[^\x20-\x7e]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
    return { sheet, headers: { "Grognard-Known": plain } };
  }

  /** The whole page of an answer. Parts that it lacks are those of the page it was asked with.
   * @param {any} answer @param {Sheet} asked @returns {Sheet} */
  complete(answer, asked) {
    const tags = /** @type {Record<string, string>} */ ({});
    /** @param {"view" | "board"} name */
    const whole = (name) => {
      const sent = answer[name];
      const out = { ...sent };
      for (const [part, tag] of Object.entries(asked.tags)) {
        const [of, field] = part.split(".");
        if (of !== name || field in sent) continue;
        out[field] = asked[name][field];
        tags[part] = tag;
      }
      return out;
    };
    const view = whole("view");
    const board = whole("board");
    return { view, board, tags: Object.assign(tags, answer.tags) };
  }

  /** Take the new lines of the log. @param {any} log @param {number} moment @param {number} version */
  read(log, moment, version) {
    const before = this.logs.get(log.knower);
    if (before && before.version > version) return;
    const kept = log.after < 0 ? [] : (before?.lines ?? []).filter((line) => line.number <= log.after);
    this.logs.set(log.knower, { moment, version, lines: [...kept, ...log.lines] });
  }
}
