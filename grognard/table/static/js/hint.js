/** Advice: what a commander would do in our place, why, and where; one button does it. */

import { Refused } from "./api.js";
import { elapsed, h, icon, replace } from "./dom.js";
import { adviser, setAdviser } from "./prefs.js";
import { unitsOf } from "./text.js";
import { capital, speak } from "./voice.js";
import { commanderName } from "./words.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./types.js").Advice} Advice */

/** Who is asked unless the player has chosen another. */
const USUAL = "colonel";

export class HintCard {
  /** @param {Table} table @param {import("./board.js").Board} board
   * @param {{text: (text: string, about?: string[]) => Node, grown: () => void}} to grown: the card has another size */
  constructor(table, board, to) {
    this.table = table;
    this.board = board;
    this.to = to;
    this.words = h("p", { class: "advice" });
    this.does = h(
      "button",
      { class: "primary", id: "do-hint", onclick: () => void this.carryOut() },
      icon("check"),
      "Do it",
    );
    this.away = h(
      "button",
      { id: "close-hint", onclick: () => this.close() },
      "Close",
      h("kbd", { "aria-hidden": "true" }, "Esc"),
    );
    this.levels = this.choice();
    this.element = h(
      "section",
      { class: "hint", "aria-label": "Advice", hidden: true },
      this.words,
      h("div", { class: "row" }, this.does, this.away, this.levels),
    );
    table.on("change", () => this.check());
  }

  /** Commanders worth asking: chance alone knows no reasons, so it is asked only if there is nobody else. */
  get advisers() {
    const all = (this.table.game.commanders ?? []).map((commander) => commander.name);
    const better = all.filter((name) => name !== "random");
    return better.length ? better : all;
  }

  /** Who is asked now. */
  get level() {
    const { advisers } = this;
    return [adviser(), USUAL].find((name) => advisers.includes(name)) ?? advisers[advisers.length - 1] ?? "";
  }

  /** Whether somebody may be asked about the decision at hand. */
  get possible() {
    return this.table.mine && Boolean(this.table.nowBoard.hints) && this.level !== "";
  }

  get open() {
    return !this.element.hidden;
  }

  /** Whom to ask; choosing another asks him at once. */
  choice() {
    const { advisers } = this;
    if (advisers.length < 2) return null;
    const field = h(
      "select",
      {
        "aria-label": "Who is asked",
        onchange: () => {
          setAdviser(field.value);
          void this.ask();
        },
      },
      advisers.map((name) => h("option", { value: name }, capital(commanderName(name)))),
    );
    return field;
  }

  /** The button that asks. */
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

  /** The key: asks, and once the answer is there goes to the button that does it. */
  key() {
    if (this.advice) this.does.focus();
    else if (this.open) speak(this.words.textContent ?? "");
    else if (this.possible) void this.ask();
    else speak(this.table.mine ? "This match is played without hints." : "It is not your decision now.");
  }

  async ask() {
    const { table, level } = this;
    const { version } = table.now;
    const question = ++this.asked;
    const asker = document.activeElement?.id === "ask-hint";
    this.advice = null;
    this.version = version;
    this.show(`${capital(commanderName(level))} is thinking…`, true);
    if (asker) this.away.focus(); // the button that was pressed is hidden now
    try {
      const advice = await table.seat.post("/hint", { version, level });
      if (question === this.asked && this.open) this.tell(advice);
    } catch (error) {
      if (question !== this.asked || !this.open) return;
      this.close();
      if (error instanceof Refused && error.code === "stale") await table.refresh();
      table.complain(error);
    }
  }

  /** @param {Advice} advice */
  tell(advice) {
    const { table } = this;
    this.advice = advice;
    const units = advice.texts.flatMap((text) => unitsOf(table.game, text));
    this.show(this.to.text(capital(advice.sentence), units), false);
    this.to.grown();
    this.board.advise(units, this.ways(advice.texts));
  }

  /** @param {Node | string} words @param {boolean} thinking */
  show(words, thinking) {
    replace(
      this.words,
      thinking ? h("span", { class: "wait", "aria-hidden": "true" }) : icon("hint"),
      h("span", {}, words, thinking && elapsed(Date.now())),
    );
    this.does.hidden = thinking;
    // One question at a time: he who was asked is heard out first.
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
   * From where to where an order goes: units that are taken go to the hex that follows; units that are named after a hex
   * join in there.
   * @param {string[]} texts @returns {[string, string][]} pairs of hexes; where one is empty the other stands alone
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

  /** Advice is about one moment: when that has passed, or the past is looked at, it goes away. */
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
  /** how often something was asked or closed: what comes late is not shown */
  asked = 0;
  /** what the advice is about */
  version = -1;
}
