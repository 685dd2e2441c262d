/** Advice: an order that a commander would give, with its reason and arrows on the map; one button carries it out. */

import { Refused } from "./api.js";
import { elapsed, h, icon, replace } from "./dom.js";
import { adviser, setAdviser } from "./prefs.js";
import { unitsOf } from "./text.js";
import { capital, speak } from "./voice.js";
import { commanderName, count } from "./words.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./types.js").Advice} Advice */

/** The commander who is asked by default. */
const USUAL = "colonel";

export class HintCard {
  /** @param {Table} table @param {import("./board.js").Board} board
   * @param {{text: (text: string, about?: string[]) => Node, grown: () => void}} to grown: called when the card has changed its size */
  constructor(table, board, to) {
    this.table = table;
    this.board = board;
    this.to = to;
    this.words = h("p", { class: "advice" });
    this.does = h(
      "button",
      { class: "primary", id: "do-hint", onclick: () => void this.carryOut() },
      icon("check"),
      "Do this",
    );
    this.away = h(
      "button",
      { id: "close-hint", onclick: () => this.close() },
      "Close",
      h("kbd", { "aria-hidden": "true" }, "Esc"),
    );
    this.whole = h("button", { id: "plan-phase", onclick: () => void this.ask(true) }, "Plan the rest of the phase");
    this.levels = this.choice();
    this.element = h(
      "section",
      { class: "hint", "aria-label": "Advice", hidden: true },
      this.words,
      h("div", { class: "row" }, this.does, this.away, this.whole, this.levels),
    );
    table.on("change", () => this.check());
  }

  /** Commanders worth asking: the random one only if there is no other. */
  get advisers() {
    const all = (this.table.game.commanders ?? []).map((commander) => commander.name);
    const better = all.filter((name) => name !== "random");
    return better.length ? better : all;
  }

  /** The commander to ask. */
  get level() {
    const { advisers } = this;
    return [adviser(), USUAL].find((name) => advisers.includes(name)) ?? advisers[advisers.length - 1] ?? "";
  }

  /** Whether advice is available for the current decision. */
  get possible() {
    return this.table.mine && Boolean(this.table.nowBoard.hints) && this.level !== "";
  }

  get open() {
    return !this.element.hidden;
  }

  /** The list of commanders; choosing another one asks it at once. */
  choice() {
    const { advisers } = this;
    if (advisers.length < 2) return null;
    const field = h(
      "select",
      {
        "aria-label": "Commander to ask",
        onchange: () => {
          setAdviser(field.value);
          void this.ask();
        },
      },
      advisers.map((name) => h("option", { value: name }, capital(commanderName(name)))),
    );
    return field;
  }

  /** The button that asks for advice. */
  button() {
    if (!this.possible) return null;
    const words = `What would ${commanderName(this.level)} do?`;
    return h(
      "button",
      {
        class: "quiet small",
        id: "ask-hint",
        title: `${words} (H)`,
        "aria-label": words,
        onclick: () => void this.ask(),
      },
      icon("hint"),
      h("span", {}, words),
      h("kbd", { "aria-hidden": "true" }, "H"),
    );
  }

  /** The key H: ask, and when the advice is shown, move the focus to the button that carries it out. */
  key() {
    if (this.advice) this.does.focus();
    else if (this.open) speak(this.words.textContent ?? "");
    else if (this.possible) void this.ask();
    else speak(this.table.mine ? "Hints are turned off in this match." : "It is not your turn.");
  }

  /** @param {boolean} [whole] the rest of the phase, and not one order */
  async ask(whole = false) {
    const { table, level } = this;
    const { version } = table.now;
    const question = ++this.asked;
    const asker = document.activeElement?.id === "ask-hint";
    this.advice = null;
    this.version = version;
    this.show(`${capital(commanderName(level))} is thinking…`, true);
    if (asker) this.away.focus(); // the button that was pressed is hidden now
    try {
      const advice = await table.seat.post("/hint", { version, level, ...(whole && { whole }) });
      if (question === this.asked && this.open) this.tell(whole ? this.summed(advice) : advice, whole);
    } catch (error) {
      if (question !== this.asked || !this.open) return;
      this.close();
      if (error instanceof Refused && error.code === "stale") await table.refresh();
      table.complain(error);
    }
  }

  /** A plan with its orders counted, by what they do. @param {Advice} advice @returns {Advice} */
  summed(advice) {
    const { game } = this.table;
    const many = new Map();
    for (const text of advice.texts) {
      const { ask, kind } = game.verbs[text.split(" ")[0]];
      if (kind === "hex" || kind === "none") many.set(ask, (many.get(ask) ?? 0) + 1);
    }
    const parts = [...many].map(([ask, n]) => `${ask}${n > 1 ? ` (${n})` : ""}`);
    const units = new Set(advice.texts.flatMap((text) => unitsOf(game, text))).size;
    const sentence = parts.length
      ? `${commanderName(advice.level)} would give ${count(advice.texts.length, "order")} to ${count(units, "unit")}: ${parts.join(", ")}.`
      : `${commanderName(advice.level)} would do nothing more.`;
    return { ...advice, sentence };
  }

  /** @param {Advice} advice @param {boolean} [whole] */
  tell(advice, whole = false) {
    const { table } = this;
    this.advice = advice;
    const units = advice.texts.flatMap((text) => unitsOf(table.game, text));
    this.show(this.to.text(capital(advice.sentence), units), false);
    this.does.lastChild?.replaceWith(whole ? "Let it do all of this" : "Do this");
    this.whole.hidden = whole;
    this.board.advise(units, this.ways(advice.texts));
    this.to.grown();
  }

  /** @param {Node | string} words @param {boolean} thinking */
  show(words, thinking) {
    replace(
      this.words,
      thinking ? h("span", { class: "wait", "aria-hidden": "true" }) : icon("hint"),
      h("span", {}, words, thinking && elapsed(Date.now())),
    );
    this.does.hidden = thinking || this.advice?.texts.length === 0;
    this.whole.hidden = thinking;
    // One question at a time: no other commander can be chosen while one is thinking.
    if (this.levels) {
      if (thinking && document.activeElement === this.levels) this.away.focus();
      this.levels.hidden = thinking;
      this.levels.value = this.level;
    }
    if (thinking) this.board.advise([], []);
    this.element.hidden = false;
    speak(this.words.textContent ?? "");
  }

  /**
   * Start and end hexes of an order: selected units go to the hex that follows; units named after a hex join in there.
   * @param {string[]} texts @returns {[string, string][]} pairs of hexes, one of which may be empty
   */
  ways(texts) {
    const { game, board } = this.table;
    /** @type {[string, string][]} */
    const found = [];
    /** @type {string[]} */
    let taken = [];
    let target = "";
    for (const text of texts) {
      const [verb, ...rest] = text.split(" ");
      const arg = rest.join(" ");
      if (game.verbs[verb]?.kind === "unit") {
        const from = board.units[arg]?.at ?? "";
        if (target && !game.verbs[verb].before) found.push([from, target]);
        else taken.push(from);
      } else if (game.verbs[verb]?.kind === "hex") {
        found.push(...(taken.length ? taken : [""]).map((from) => /** @type {[string, string]} */ ([from, arg])));
        taken = [];
        target = arg;
      }
    }
    return [...found, ...taken.map((from) => /** @type {[string, string]} */ ([from, ""]))];
  }

  async carryOut() {
    const { advice } = this;
    if (!advice) return;
    this.close();
    await this.table.carryOut(advice.texts, advice.version);
  }

  /** Close advice about a moment that has passed, or when the replay is open. */
  check() {
    if (this.open && (!this.possible || this.table.now.version !== this.version)) this.close();
  }

  close() {
    if (!this.open) return;
    const inside = this.element.contains(document.activeElement);
    this.asked++;
    this.advice = null;
    this.element.hidden = true;
    this.board.advise([], []);
    if (inside) this.board.port.focus({ preventScroll: true });
  }

  /** @type {Advice | null} */
  advice = null;
  /** the number of questions asked or closed; late answers are dropped */
  asked = 0;
  /** the version that the advice is about */
  version = -1;
}
