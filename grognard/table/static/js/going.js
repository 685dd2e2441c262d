/** The matches that this browser or account has a seat in, for the home page; lessons are listed apart. */

import { h, icon, replace } from "./dom.js";
import { forget, remembered } from "./prefs.js";
import { count } from "./words.js";

/** @typedef {import("./types.js").Title} Title */
/** @typedef {import("./types.js").Remembered} Remembered */

/** @param {HTMLElement} element @param {Record<string, Title>} titles @param {any[]} [more] matches of the account */
export function showGoing(element, titles, more = []) {
  const seats = remembered();
  const known = new Set(seats.map((seat) => seat.token));
  const others = more.filter((entry) => !known.has(tokenOf(entry.link)));
  const lessons = seats.filter((seat) => seat.lesson);
  const matches = seats.filter((seat) => !seat.lesson);
  const again = () => showGoing(element, titles, more);
  element.hidden = !seats.length && !others.length;
  replace(
    element,
    h("h2", {}, "Continue playing"),
    h(
      "ul",
      {},
      others.map((entry) => accountRow(entry, titles)),
      matches.map((seat) => seatRow(seat, titles, again)),
    ),
    lessons.length > 0 &&
      h(
        "details",
        { class: "going-lessons" },
        h("summary", {}, `Tutorial: ${count(lessons.length, "lesson")} begun`),
        h(
          "ul",
          {},
          lessons.map((seat) => seatRow(seat, titles, again)),
        ),
      ),
  );
}

/** @param {string} token @param {string} name @param {string} about @param {(() => void) | null} away */
const row = (token, name, about, away) =>
  h(
    "li",
    {},
    h("a", { href: `/m/${token}` }, h("strong", {}, name), h("small", {}, about)),
    h(
      "a",
      { class: "quiet", href: `/m/${token}#replay`, "aria-label": `Replay of ${name}` },
      icon("replay"),
      h("span", {}, "Replay"),
    ),
    away &&
      h(
        "button",
        {
          class: "round small",
          "aria-label": `Remove ${name} from this list`,
          title: "Remove from this list",
          onclick: away,
        },
        icon("close"),
      ),
  );

/** A match of the account. @param {any} entry @param {Record<string, Title>} titles */
function accountRow(entry, titles) {
  const title = titles[entry.game];
  const whose = entry.over
    ? "finished"
    : entry.your_turn
      ? "your turn"
      : entry.seat && `${sidesOf(title, [entry.seat])} to play`;
  return row(
    tokenOf(entry.link),
    title?.title ?? entry.game,
    [
      scenarioOf(title, entry.scenario),
      `you: ${sidesOf(title, entry.sides ?? [])}`,
      entry.turn && whenOf(title, entry.turn),
      whose,
    ]
      .filter(Boolean)
      .join(" · "),
    null,
  );
}

/** A match that this browser remembers. @param {Remembered} seat @param {Record<string, Title>} titles @param {() => void} again */
function seatRow(seat, titles, again) {
  const title = titles[seat.game];
  const sides = sidesOf(title, seat.side.split(" ").filter(Boolean));
  const about = seat.lesson
    ? [`lesson ${seat.lesson}`]
    : [scenarioOf(title, seat.scenario), seat.branch, sides ? `you: ${sides}` : "spectator"];
  return row(seat.token, seat.title ?? seat.game, [...about, ago(seat.when)].filter(Boolean).join(" · "), () => {
    forget(seat.token);
    again();
  });
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

/** @param {string} link */
const tokenOf = (link) => link.split("/m/")[1] ?? link;

/** @param {number} when */
function ago(when) {
  const minutes = Math.round((Date.now() - when) / 60_000);
  if (minutes < 2) return "just now";
  if (minutes < 90) return `${minutes} minutes ago`;
  if (minutes < 36 * 60) return `${Math.round(minutes / 60)} hours ago`;
  return `${Math.round(minutes / 1440)} days ago`;
}
