/** Offers of players to each other: to take actions back, and to play again. One card shows them to both. */

import { h, icon, replace } from "./dom.js";
import { capital, speak } from "./voice.js";

/** @typedef {import("./table.js").Table} Table */

export class Offers {
  /** @param {Table} table @param {(text: string, about?: string[]) => Node} text */
  constructor(table, text) {
    this.table = table;
    this.text = text;
    this.element = h("section", { class: "card offer", "aria-label": "Offer", hidden: true });
    /** the moment that a take-back returns to, in words, by number @type {Map<number, string>} */
    this.moments = new Map();
    this.said = "";
    /** whether this seat wants another match, and goes there when it begins */
    this.asked = false;
    table.on("change", () => this.show());
  }

  /** Whether an offer waits for an answer of this seat. */
  get waiting() {
    const { table } = this;
    const offer = table.nowBoard.offers?.takeback;
    return table.seats.length > 0 && ((offer && !offer.mine) || this.rematch === "asked");
  }

  /** How far another match has been agreed: "" (nobody asks), "offered" by this seat, "asked" by the other, "made". */
  get rematch() {
    const { table } = this;
    const { rematch } = table.nowBoard;
    if (!table.now.over || !rematch || !table.seats.length) return "";
    if (rematch.link) return "made";
    if (!rematch.wanted.length) return "";
    return table.seats.every((side) => rematch.wanted.includes(side)) ? "offered" : "asked";
  }

  show() {
    const offer = this.table.nowBoard.offers?.takeback;
    const { rematch } = this;
    if (rematch === "made" && this.asked) {
      location.assign(this.table.nowBoard.rematch?.link ?? "/");
      return;
    }
    this.asked ||= rematch === "offered";
    const body = offer ? this.takeback(offer) : rematch ? this.again(rematch) : [];
    this.element.hidden = !body.length || !this.table.seats.length;
    replace(this.element, body);
    const words = this.element.hidden ? "" : (this.element.firstElementChild?.textContent ?? "");
    if (words && words !== this.said) speak(words);
    this.said = words;
  }

  /** @param {{by: string, to: number, mine: boolean}} offer */
  takeback({ by, to, mine }) {
    const { table } = this;
    const moment = this.moments.get(to);
    if (moment === undefined) void this.describe(to);
    const name = table.sideName(by);
    const answer = (/** @type {boolean} */ accept) => () => void table.send("/takeback", { accept });
    return [
      h(
        "p",
        { class: "offer-text" },
        icon("undo"),
        h(
          "span",
          {},
          mine ? "You ask to go back to " : `${name} asks to go back to `,
          this.text(moment || "an earlier decision"),
          ". New dice are rolled from there.",
        ),
      ),
      h(
        "div",
        { class: "row end" },
        mine
          ? [
              h("span", { class: "faint grow" }, "Waiting for an answer."),
              h("button", { onclick: answer(false) }, "Withdraw"),
            ]
          : [
              h("button", { id: "refuse", onclick: answer(false) }, "Decline"),
              h("button", { class: "primary", id: "agree", onclick: answer(true) }, "Agree"),
            ],
      ),
    ];
  }

  /** @param {string} how */
  again(how) {
    const { table } = this;
    const others = Object.entries(table.nowBoard.opponents ?? {}).filter(([, other]) => other.kind !== "machine");
    const name = others.map(([side]) => table.sideName(side)).join(" and ") || "Your opponent";
    const words = {
      offered: `You asked for another match. It starts when ${name} agrees.`,
      asked: `${name} asks for another match with the same sides.`,
      made: "Another match with the same sides has begun.",
    }[how];
    const button =
      how === "asked"
        ? h("button", { class: "primary", id: "agree", onclick: () => this.agree() }, "Play again")
        : how === "made"
          ? h(
              "button",
              { class: "primary", onclick: () => location.assign(table.nowBoard.rematch?.link ?? "/") },
              "Go there",
            )
          : h("span", { class: "faint" }, "You will be taken there.");
    return [
      h("p", { class: "offer-text" }, icon("replay"), h("span", {}, words)),
      h("div", { class: "row end" }, button),
    ];
  }

  /** Agree to another match; this page goes there as soon as it exists. */
  agree() {
    this.asked = true;
    void this.table.send("/rematch");
  }

  /** Find out what a moment is, and show it. @param {number} to */
  async describe(to) {
    this.moments.set(to, "");
    this.moments.set(to, await momentWords(this.table, to));
    this.show();
  }
}

/** A moment of the match in words: the attack that was being made then, the first thing that happened afterwards, or the
 * phase. @param {Table} table @param {number} to @returns {Promise<string>} */
export async function momentWords(table, to) {
  try {
    const { view, board } = await table.seat.get(`/replay/${to}`);
    if (view.preview) {
      const title = view.preview.title.split(":")[0];
      return `before the ${title.charAt(0).toLowerCase()}${title.slice(1)}`;
    }
    const next = table.log.find((entry) => entry.number > to && entry.events.some((event) => !event.heading));
    const event = next?.events.find(({ heading }) => !heading)?.text;
    if (event) return `before “${capital(event)}”`;
    const { track } = board;
    return track && track.phase >= 0 ? `turn ${track.turn}, ${track.phases[track.phase]}` : "";
  } catch {
    return "";
  }
}
