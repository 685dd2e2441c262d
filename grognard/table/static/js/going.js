/** My matches: every match that this browser or the account has a seat in. Those that wait for the player come first;
 * lessons are listed apart. */

import { post } from "./api.js";
import { linkRow } from "./links.js";
import { confirm, dialog, h, icon, replace } from "./dom.js";
import { forget, remember, remembered, restore, unlist, unlisted } from "./prefs.js";
import { smallMap } from "./smallmap.js";
import { toast } from "./voice.js";
import { commanderName, count } from "./words.js";

/** @typedef {import("./types.js").Title} Title */
/** @typedef {import("./types.js").Remembered} Remembered */
/** @typedef {{token: string, match: string, game: string, scenario: string, turn: string, sides: string[], seat: string,
 *   your_turn: boolean, over: boolean, updated: number, rivals: {side: string, machine?: string, name?: string}[],
 *   lesson: number}} MyMatch */
/** @typedef {{token: string, seat: Remembered | null, match: MyMatch | null, when: number}} Row */

/** With fewer matches than this there is nothing to search. */
const FEW = 4;
const FILTERS = /** @type {const} */ ([
  ["all", "All"],
  ["mine", "Your move"],
  ["going", "Going on"],
  ["over", "Finished"],
]);
/** In an address, what comes before the tokens that are carried to another device. */
const CARRY = "#carry=";

export class MyMatches {
  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
    /** @type {Record<string, Title>} */
    this.titles = {};
    /** the seats of the account @type {string[]} */
    this.account = [];
    /** @type {Map<string, MyMatch>} */
    this.known = new Map();
    /** @type {string} */
    this.filter = "all";
    this.words = "";
    this.list = h("ul");
    this.search = h("input", {
      type: "search",
      "aria-label": "Search your matches",
      placeholder: "Search",
      oninput: () => {
        this.words = this.search.value.toLowerCase();
        this.showList();
      },
    });
    this.filters = h(
      "fieldset",
      { class: "segmented" },
      h("legend", { class: "unseen" }, "Show"),
      FILTERS.map(([value, label]) =>
        h(
          "label",
          {},
          h("input", {
            type: "radio",
            name: "going",
            value,
            checked: value === "all",
            onchange: () => {
              this.filter = value;
              this.showList();
            },
          }),
          h("span", {}, label),
        ),
      ),
    );
    this.none = h("p", { class: "faint", hidden: true }, "No match of this kind.");
  }

  /** Ask the server about all seats. */
  async read() {
    const tokens = [...new Set([...remembered().map((seat) => seat.token), ...this.account])].slice(0, 500);
    if (tokens.length) {
      try {
        const found = /** @type {MyMatch[]} */ (await post("/api/seats", { tokens }));
        this.known = new Map(found.map((match) => [match.token, match]));
      } catch {
        // the list is shown with what this browser remembers
      }
    }
    this.show();
  }

  /** All rows, those that wait for the player first, then the latest. @returns {Row[]} */
  rows() {
    const seats = new Map(remembered().map((seat) => [seat.token, seat]));
    const hidden = new Set(unlisted());
    const tokens = [...new Set([...seats.keys(), ...this.account])].filter((token) => !hidden.has(token));
    const rows = tokens.map((token) => {
      const seat = seats.get(token) ?? null;
      const match = this.known.get(token) ?? null;
      return { token, seat, match, when: match ? match.updated * 1000 : (seat?.when ?? 0) };
    });
    const waits = (/** @type {Row} */ row) => (row.match?.your_turn && !alone(row.match) ? 1 : 0);
    return rows.sort((a, b) => waits(b) - waits(a) || b.when - a.when);
  }

  show() {
    const rows = this.rows();
    const lessons = rows.filter(isLesson);
    const matches = rows.length - lessons.length;
    this.element.hidden = !rows.length;
    this.filters.hidden = this.search.hidden = matches < FEW;
    replace(
      this.element,
      h(
        "header",
        { class: "row between" },
        h("h2", {}, "My matches"),
        h("button", { class: "small quiet", onclick: () => this.carry() }, icon("link"), "On another device"),
      ),
      h("div", { class: "row pick" }, this.filters, this.search),
      this.list,
      this.none,
      lessons.length > 0 &&
        h(
          "details",
          { class: "going-lessons" },
          h("summary", {}, `Tutorial: ${count(lessons.length, "lesson")} begun`),
          h(
            "ul",
            {},
            lessons.map((row) => this.row(row)),
          ),
        ),
    );
    this.showList();
  }

  showList() {
    const rows = this.rows().filter((row) => !isLesson(row) && this.fits(row));
    replace(
      this.list,
      rows.map((row) => this.row(row)),
    );
    this.none.hidden = rows.length > 0 || this.filters.hidden;
  }

  /** Whether a row passes the filter and the search. @param {Row} row */
  fits(row) {
    const { match } = row;
    if (this.filter === "mine" && !(match?.your_turn && !match.over)) return false;
    if (this.filter === "going" && (!match || match.over)) return false;
    if (this.filter === "over" && !match?.over) return false;
    return !this.words || `${this.name(row)} ${this.about(row).join(" ")}`.toLowerCase().includes(this.words);
  }

  /** @param {Row} row */
  name({ match, seat }) {
    return seat?.title || (this.titles[match?.game ?? seat?.game ?? ""]?.title ?? match?.game ?? "");
  }

  /** Scenario, origin, opponents, turn and whose move it is, in words. @param {Row} row */
  about({ match, seat, when }) {
    const title = this.titles[match?.game ?? seat?.game ?? ""];
    const sides = sidesOf(title, match?.sides ?? seat?.side.split(" ").filter(Boolean) ?? []);
    const lesson = match?.lesson || seat?.lesson;
    if (lesson) return [`lesson ${lesson}`, ago(when)];
    const whose = !match
      ? ""
      : match.over
        ? "finished"
        : match.your_turn
          ? ""
          : match.seat && `${sidesOf(title, [match.seat])} to play`;
    return [
      scenarioOf(title, match?.scenario ?? seat?.scenario ?? ""),
      seat?.branch,
      !sides ? "spectator" : match && alone(match) ? "both sides" : `you: ${sides}`,
      match && opponents(match),
      match?.turn && whenOf(title, match.turn),
      whose,
      ago(when),
    ].filter((part) => typeof part === "string" && part !== "");
  }

  /** @param {Row} row */
  row(row) {
    const name = this.name(row);
    const { token, match } = row;
    return h(
      "li",
      {},
      match && !isLesson(row) && smallMap(token),
      h(
        "a",
        { href: `/m/${token}` },
        h("strong", {}, name),
        match?.your_turn && !isLesson(row) && h("span", { class: "your-move" }, "Your move"),
        h("small", {}, this.about(row).join(" · ")),
      ),
      h(
        "a",
        { class: "quiet", href: `/m/${token}#replay`, "aria-label": `Replay of ${name}` },
        icon("replay"),
        h("span", {}, "Replay"),
      ),
      h(
        "button",
        {
          class: "round small",
          "aria-label": `Remove ${name} from this list`,
          title: "Remove from this list",
          onclick: () => void this.remove(row),
        },
        icon("close"),
      ),
    );
  }

  /** Ask, then take a match off the list; a notice offers to put it back. @param {Row} row */
  async remove(row) {
    const { token, seat } = row;
    const sure = await confirm(`Remove ${this.name(row)} from this list?`, "Remove", {
      about: "The match itself stays, and its link still opens it.",
    });
    if (!sure) return;
    const own = this.account.includes(token);
    if (own) unlist(token, true);
    forget(token);
    this.show();
    const back = () => {
      if (own) unlist(token, false);
      if (seat) restore(seat);
      this.show();
    };
    toast(`${this.name(row)} is removed from the list.`, { action: { label: "Undo", run: back }, stay: 12_000 });
  }

  /** A link that takes all matches of this list to another device. */
  carry() {
    const tokens = this.rows()
      .filter((row) => !isLesson(row))
      .map((row) => row.token);
    const box = dialog("My matches on another device", [
      h(
        "p",
        {},
        "Open this link on the other device: it adds these matches to the list there. Keep it private, since it plays your sides.",
      ),
      linkRow("Link to your matches", `/${CARRY}${tokens.join(".")}`),
      h("p", { class: "faint" }, "Or log in on both devices: an account keeps your matches together."),
      h("div", { class: "row end" }, h("button", { onclick: () => box.close() }, "Close")),
    ]);
  }

  /** Add the matches that the address of this page brings from another device. */
  async bring() {
    if (!location.hash.startsWith(CARRY)) return;
    const tokens = location.hash
      .slice(CARRY.length)
      .split(".")
      .filter((word) => /^[\w-]{16,64}$/.test(word));
    history.replaceState(null, "", "/");
    try {
      const found = /** @type {MyMatch[]} */ (await post("/api/seats", { tokens: tokens.slice(0, 500) }));
      for (const match of found) {
        const { token, game, scenario } = match;
        remember({ token, match: match.match, game, scenario, side: match.sides.join(" ") });
      }
      toast(`${count(found.length, "match", "matches")} added to your list.`, { kind: "good" });
    } catch (error) {
      toast(/** @type {Error} */ (error).message, { kind: "refused" });
    }
  }
}

/** Whether one player has all sides. @param {MyMatch} match */
const alone = (match) => match.sides.length > 1 && !match.rivals.length;

/** @param {Row} row */
const isLesson = ({ match, seat }) => Boolean(match?.lesson || seat?.lesson);

/** @param {MyMatch} match */
function opponents(match) {
  const names = match.rivals.map((rival) => (rival.machine ? commanderName(rival.machine) : rival.name || "a friend"));
  return names.length ? `against ${names.join(" and ")}` : "";
}

/** @param {Title | undefined} title @param {string[]} sides */
const sidesOf = (title, sides) =>
  sides.map((side) => title?.sides.find((other) => other.id === side)?.name ?? side).join(" and ");

/** Turn and phase, with the names of sides instead of their ids. @param {Title | undefined} title @param {string} turn */
function whenOf(title, turn) {
  const [number, ...phase] = turn.split(" ");
  return [`turn ${number}`, phase.map((word) => sidesOf(title, [word])).join(" ")].filter(Boolean).join(", ");
}

/** @param {Title | undefined} title @param {string} scenario */
const scenarioOf = (title, scenario) => title?.scenarios.find((other) => other.id === scenario)?.title ?? scenario;

/** @param {number} when */
function ago(when) {
  const minutes = Math.round((Date.now() - when) / 60_000);
  if (minutes < 2) return "just now";
  if (minutes < 90) return `${minutes} minutes ago`;
  if (minutes < 36 * 60) return `${Math.round(minutes / 60)} hours ago`;
  return `${Math.round(minutes / 1440)} days ago`;
}
