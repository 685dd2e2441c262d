/** The prompt: turn and phase, whose decision it is, what to do and by which rule, and the main button. */

import { buttons, choice, choices, verbsOf, wordChoices, wording } from "./acts.js";
import { elapsed, h, icon, replace, rule } from "./dom.js";
import { askedGauges, askedOrders, orderButtons } from "./gauges.js";
import { presence } from "./presence.js";
import { Reminder } from "./reminder.js";
import { capital, speak } from "./voice.js";
import { commanderName, say } from "./words.js";

/** @typedef {import("./table.js").Table} Table */

export class PromptBar {
  /** @param {Table} table @param {{all: () => void, turns: () => void, put: () => void,
   *   text: (text: string, about?: string[], named?: boolean) => Node, hint: import("./hint.js").HintCard,
   *   pause: import("./pause.js").Pause}} to */
  constructor(table, to) {
    this.table = table;
    this.to = to;
    this.where = h("p", { class: "where" });
    this.ask = h("p", { class: "ask", id: "ask" });
    this.gauges = h("div", { class: "row gauges" });
    this.acts = h("div", { class: "row acts" });
    this.warnings = h("div", { class: "warnings", role: "note" });
    this.turns = h("div", { class: "turnbar", "aria-hidden": "true" });
    // The dock has a fixed height, so that its buttons stay where they are; everything else is in a card below it.
    this.dock = h(
      "div",
      { class: "card dock" },
      h("div", { class: "head" }, this.where, presence(table)),
      h("div", { class: "said" }, this.ask, this.gauges),
      this.acts,
      this.turns,
    );
    this.element = h(
      "section",
      { class: "prompt", "aria-label": "What to do" },
      this.dock,
      h("div", { class: "card extra" }, new Reminder(table).element, this.warnings, to.hint.element),
    );
    this.said = "";
    table.on("change", () => this.show());
    table.on("log", () => this.showActs());
    table.on("rested", () => this.showActs());
    table.on("busy", (busy) => this.element.classList.toggle("busy", busy));
  }

  show() {
    const { table } = this;
    this.element.classList.toggle("mine", table.mine);
    this.element.classList.toggle("past", table.at !== null);
    this.showWhere();
    this.showAsk();
    replace(this.gauges, askedGauges(this.table), askedOrders(this.table));
    this.showActs();
    this.showWarnings();
    this.showTurns();
  }

  /** A warning of what the enemy could do at once if the player ends the turn now. */
  showWarnings() {
    const { table } = this;
    const notes = table.mine ? (table.board.warnings ?? []) : [];
    replace(
      this.warnings,
      notes.map((note) => h("p", {}, icon("info"), this.to.text(capital(note.text), [], true), " ", rule(note.rule))),
    );
  }

  showWhere() {
    const { view, board, game } = this.table;
    const track = board.track;
    const turn = track
      ? `Turn ${track.turn} of ${track.turns[track.turns.length - 1]?.number ?? track.turn}`
      : view.status.turn
        ? `Turn ${view.status.turn}`
        : "";
    const phase = track && track.phase >= 0 ? track.phases[track.phase] : "";
    replace(
      this.where,
      this.whose(),
      h("span", { class: "title" }, game.title, turn && " · "),
      turn,
      phase && " · ",
      phase && h("strong", { class: this.sideClass() }, phase),
      this.clock(),
    );
  }

  /** The label that says whose decision it is. */
  whose() {
    const { table } = this;
    const { view } = table;
    if (view.over) return h("span", { class: "whose" }, "Match over");
    if (table.at !== null) return h("span", { class: "whose past" }, "Replay");
    const name = view.seat === "dice" ? "The dice" : table.sideName(view.seat);
    if (!table.mine) {
      const other = table.nowBoard.opponents?.[view.seat];
      const who = other?.kind !== "machine" && other?.name ? ` (${other.name})` : "";
      if (other?.kind === "machine" && !other.trouble) return this.thinking(name, other.name);
      const words = other?.trouble ? `: ${other.trouble}` : other && !other.here ? ", offline" : "";
      return h(
        "span",
        { class: "whose" },
        h("span", { class: "wait", "aria-hidden": "true" }),
        view.brief ? `${name}${who} has to answer${words}` : `${name}${who} to play${words}`,
      );
    }
    const asked = view.brief
      ? `${name}: a quick answer`
      : table.seats.length > 1
        ? `${name} to play`
        : `Your turn (${name})`;
    return h("span", { class: `whose mine ${view.brief ? "brief" : ""}` }, asked);
  }

  /** The commander who is thinking, and for how many seconds. @param {string} side @param {string} level */
  thinking(side, level) {
    const { version } = this.table.now;
    if (version !== this.thought.version) this.thought = { version, since: Date.now() };
    return h(
      "span",
      { class: "whose" },
      h("span", { class: "wait", "aria-hidden": "true" }),
      `${side}: ${commanderName(level)} is thinking…`,
      elapsed(this.thought.since),
    );
  }

  /** The time left for the decision; once it has run out, the opponent may claim the match. */
  clock() {
    const { clock } = this.table.nowBoard;
    if (!clock?.deadline || this.table.now.over || this.table.at !== null) return null;
    const hours = (clock.deadline * 1000 - Date.now()) / 3_600_000;
    if (hours <= 0 && !this.table.mine && this.table.seats.length) {
      return h(
        "button",
        { class: "small", onclick: () => void this.table.send("/claim") },
        "Time is up: claim victory",
      );
    }
    return h(
      "span",
      { class: "clock" },
      ` · ${hours <= 0 ? "time is up" : hours > 48 ? `${Math.floor(hours / 24)} days left` : `${Math.ceil(hours)} hours left`}`,
    );
  }

  /** The tone of the side that decides. */
  sideClass() {
    const { view, game } = this.table;
    const n = game.sides.findIndex((side) => side.id === (view.seat || view.side));
    return `who side-${Math.max(0, n)}`;
  }

  showAsk() {
    const { table } = this;
    const { view } = table;
    let text = view.prompt;
    let lead = "";
    const waiting = view.over || (table.at === null && !table.mine);
    if (view.over) {
      text = view.result ? verdict(table) : "The match is over.";
    } else if (table.at !== null) {
      lead = `${table.sideName(view.seat)}: `;
    } else if (!table.mine) {
      // A brief question shows nothing hidden, so both players may read what is asked.
      const asked = view.brief ? ` ${view.prompt}` : "";
      text =
        view.seat === "dice"
          ? "The dice are rolled."
          : `Waiting for ${table.sideName(view.seat).replace(/\.$/, "")}.${asked}`;
    }
    const about = [...view.hand, ...table.looking("target")];
    const linked = this.to.text(text, about);
    const spoken = linked.textContent ?? text;
    replace(this.ask, lead && h("span", { class: "lead" }, lead), linked, " ", waiting ? null : rule(view.rule));
    const words = `${lead || (waiting ? "" : `${table.sideName(view.seat)}: `)}${spoken}`;
    if (words !== this.said) speak(view.rule && !waiting ? `${words} Rule ${view.rule}.` : words);
    this.said = words;
  }

  showActs() {
    const { table } = this;
    const { view, game } = table;
    if (!table.mine) {
      replace(this.acts);
      if (view.over)
        this.acts.append(
          h("button", { class: "primary", onclick: () => table.tell("done", "report") }, "Result and statistics"),
        );
      else if (view.side && table.at === null) this.acts.append(this.undoButton(), ...orderButtons(table, false));
      return;
    }
    const { primary, others } = buttons(view, game.verbs);
    const numbers = verbsOf(view, game.verbs, "number");
    const rests = this.to.pause.on ? "true" : undefined;
    replace(
      this.acts,
      !primary && this.closed(),
      primary &&
        h(
          "button",
          {
            class: "primary",
            id: "primary",
            "data-key": primary.how.key || undefined,
            "aria-disabled": rests,
            onclick: () => this.press(primary),
          },
          this.primaryWords(primary.verb),
          h("kbd", { "aria-hidden": "true" }, primary.how.key.toUpperCase() || "↵"),
        ),
      [...briefChoices(view, game.verbs), ...wordChoices(view, game.verbs), ...others].map((c) =>
        h(
          "button",
          { "aria-disabled": rests, "data-key": c.how.key || undefined, onclick: () => this.press(c) },
          wording(c, game),
          c.how.key && h("kbd", { "aria-hidden": "true" }, c.how.key.toUpperCase()),
        ),
      ),
      view.preview ? null : numbers.map((verb) => stepper(table, verb)),
      table.holding &&
        h("button", { onclick: () => this.to.put() }, "Deselect", h("kbd", { "aria-hidden": "true" }, "Esc")),
      !table.holding && this.undoButton(),
      h(
        "button",
        { class: "quiet", title: "List of all legal actions (/)", onclick: () => this.to.all() },
        icon("list"),
        h("span", {}, "All actions"),
        h("kbd", { "aria-hidden": "true" }, "/"),
      ),
      this.to.hint.button(),
    );
  }

  /** Do what a button says, unless the decision has only just appeared. @param {import("./types.js").Choice} choice */
  press(choice) {
    if (!this.to.pause.on) void this.table.act(choice);
  }

  /** The button that ends the phase while something still has to be done first; pressing it says what. */
  closed() {
    const { table } = this;
    if (table.game.verbs.done?.kind !== "none" || table.holding || table.view.preview) return null;
    // Only where a phase could end: not in the middle of a retreat, nor where a word is to be chosen.
    const offered = Object.keys(table.view.actions);
    if (!offered.includes("attack") && !offered.includes("select")) return null;
    return h(
      "button",
      { id: "not-yet", "aria-disabled": "true", onclick: () => void table.why("done") },
      this.primaryWords("done"),
    );
  }

  undoButton() {
    const { table } = this;
    return h(
      "button",
      {
        id: "undo",
        onclick: () => table.undo(),
        "aria-disabled": String(!table.view.may_undo),
        title: "Undo your last action (Backspace)",
      },
      icon("undo"),
      "Undo",
      h("kbd", { "aria-hidden": "true" }, "⌫"),
    );
  }

  /** @param {string} verb */
  primaryWords(verb) {
    return endOf(this.table, verb) || say(this.table.game.verbs[verb], "");
  }

  showTurns() {
    const track = this.table.board.track;
    if (!track) return replace(this.turns);
    replace(
      this.turns,
      track.turns.map((turn) =>
        h("button", {
          class:
            turn.number < track.turn ? "gone" : turn.number === track.turn ? "now" : turn.notes.length ? "news" : "",
          tabindex: "-1",
          title: [turn.label, ...turn.notes.map((note) => this.to.text(capital(note.text)).textContent)].join("\n"),
          onclick: () => this.to.turns(),
        }),
      ),
    );
  }

  /** the version that the computer is thinking about, and since when */
  thought = { version: -1, since: 0 };
}

/** The special label of a verb here: ending the phase, or an attack that needs no roll.
 * @param {Table} table @param {string} verb */
export function endOf(table, verb) {
  if (verb === "resolve" && !table.view.preview) return "Carry out";
  const track = table.board.track;
  return verb === "done" && track && track.phase >= 0 ? `End ${track.ends || track.phases[track.phase]}` : "";
}

/** The units and hexes of a brief decision, which become buttons too while they are few: at one screen the board may not
 * show the units. @param {import("./types.js").View} view @param {Record<string, import("./types.js").Verb>} verbs */
function briefChoices(view, verbs) {
  const found = choices(view, verbs).filter((c) => ["unit", "hex"].includes(c.kind) && !c.how.quiet);
  return view.brief && found.length <= MANY ? found : [];
}

/** The greatest number of units and hexes of a brief decision that become buttons. */
const MANY = 6;

/** A stepper to choose a number. @param {Table} table @param {string} verb */
export function stepper(table, verb) {
  const numbers = table.view.actions[verb].map(Number).sort((a, b) => a - b);
  const how = table.game.verbs[verb];
  let n = how.middle ? Math.floor((numbers.length - 1) / 2) : numbers.length - 1;
  const send = () => table.act(choice(verb, String(numbers[n]), table.game.verbs));
  const follows = () => table.board.consequences?.[verb]?.[String(numbers[n])] ?? "";
  const after = h("small", { class: "after", "aria-live": "polite" }, follows());
  const value = h("output", { "aria-live": "polite" }, numbers[n]);
  const step = (/** @type {number} */ by) => {
    n = Math.max(0, Math.min(numbers.length - 1, n + by));
    value.textContent = String(numbers[n]);
    go.textContent = say(how, String(numbers[n]));
    after.textContent = follows();
  };
  const go = h("button", { class: "small", onclick: send, "data-verb": verb }, say(how, String(numbers[n])));
  const keys = (/** @type {KeyboardEvent} */ e) => {
    const by = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 }[e.key];
    if (!by) return;
    e.preventDefault();
    e.stopPropagation();
    step(by);
  };
  return h(
    "span",
    { class: "stepper", role: "group", "aria-label": how.ask, onkeydown: keys },
    h("button", { class: "round small", "aria-label": `Fewer: ${how.ask}`, onclick: () => step(-1) }, "−"),
    value,
    h("button", { class: "round small", "aria-label": `More: ${how.ask}`, onclick: () => step(1) }, "+"),
    go,
    after,
  );
}

/** Ends of a match that are not levels of victory. @type {Record<string, string>} */
const ENDS = { resignation: " by resignation", time: " on time" };

/** @param {Table} table */
export function verdict(table) {
  const result = table.view.result;
  if (!result) return "The match is over.";
  if (!result.winner) return !result.level || result.level === "Draw" ? "A draw." : `A draw: ${result.level}.`;
  const how = ENDS[result.level] ?? (result.level ? `: ${result.level}` : "");
  return `${table.sideName(result.winner)} wins${how}.`;
}
