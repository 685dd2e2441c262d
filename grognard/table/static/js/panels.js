/** Tabs of the side panel: charts, forces, turns and chat. */

import { lit } from "./acts.js";
import { h, icon, replace, rule } from "./dom.js";
import { capital } from "./voice.js";
import { boxOrder, count, figures, plain, said } from "./words.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./types.js").Chart} Chart */

/** @typedef {import("./types.js").Preview} Preview */

/** The line and column of a chart that the current attack uses. A line is named by its head or by a side; the only line
 * of a chart has no name.
 * @param {Chart} chart @param {Preview | null} preview @param {import("./types.js").Game} game */
function litColumn(chart, preview, game) {
  if (!preview) return { head: -1, column: -1 };
  const column = 1 + preview.column_index;
  const fits = (/** @type {string[]} */ row) => row[column] === preview.column;
  const named = chart.heads.findIndex((row) => (row[0] === preview.line || !preview.line) && fits(row));
  const side = game.sides.find((other) => other.id === preview.line)?.name;
  const head = named < 0 && side ? chart.heads.findIndex((row) => row[0].startsWith(side) && fits(row)) : named;
  return { head, column: head < 0 ? -1 : column };
}

/** The head of the chart line that an attack uses. @param {Preview} preview @param {import("./types.js").Game} game */
export function lineName(preview, game) {
  if (!preview.line) return "";
  for (const chart of game.charts) {
    const { head } = litColumn(chart, preview, game);
    if (head >= 0) return chart.heads[head][0];
  }
  return game.words?.[preview.line] ?? game.sides.find((side) => side.id === preview.line)?.name ?? preview.line;
}

/** The chart row of a roll: rows are numbered by the die, or by the die plus modifiers, whichever fits more of the
 * results in the preview. @param {Chart} chart @param {Preview | null} preview @param {number} column @param {number} roll */
function litRow(chart, preview, column, roll) {
  if (!preview || column < 0 || !roll) return -1;
  const row = (/** @type {number} */ number) => chart.rows.findIndex((cells) => cells[0] === String(number));
  const fits = (/** @type {number} */ more) =>
    preview.by_roll.filter((result, n) => chart.rows[row(n + 1 + more)]?.[column] === result).length;
  return row(fits(preview.total) > fits(0) ? roll + preview.total : roll);
}

/** @param {Chart} chart @param {Preview | null} preview @param {import("./types.js").Game} game @param {number} [roll] */
export function chartTable(chart, preview, game, roll = 0) {
  const { head, column } = litColumn(chart, preview, game);
  const lit = litRow(chart, preview, column, roll);
  const cell = (/** @type {number} */ n, /** @type {boolean} */ on) => (n === column && on ? "lit" : "");
  const reconstructed = /reconstruct/i.test(chart.source);
  return h(
    "figure",
    { class: "chart" },
    h(
      "figcaption",
      {},
      h("strong", {}, chart.title),
      " ",
      rule(chart.rule),
      reconstructed
        ? h("span", { class: "flag", title: "This chart is not copied from the printed game" }, "reconstructed")
        : h("span", { class: "faint" }, chart.source.startsWith("rule") ? "as printed" : chart.source),
    ),
    h(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": chart.title },
      h(
        "table",
        {},
        h(
          "thead",
          {},
          chart.heads.map((row, r) =>
            h(
              "tr",
              { class: r === head ? "litrow" : "" },
              row.map((text, c) =>
                text
                  ? h(
                      "th",
                      { scope: "col", class: `${cell(c, r === head)} ${/[a-z]/i.test(text) ? "" : "figure"}` },
                      text,
                    )
                  : h("td", {}),
              ),
            ),
          ),
        ),
        h(
          "tbody",
          {},
          chart.rows.map((row, r) =>
            h(
              "tr",
              { class: r === lit ? "litrow" : "" },
              row.map((text, c) =>
                c === 0 ? h("th", { scope: "row" }, text) : h("td", { class: cell(c, true) }, text),
              ),
            ),
          ),
        ),
      ),
    ),
    chart.notes.map((note) => h("p", { class: "faint note" }, note)),
  );
}

/** Scroll a wide chart to the highlighted cell or column; the row names stay at the left.
 * @param {Element} within */
export function scrollToLit(within) {
  const cell = /** @type {HTMLElement | null} */ (
    within.querySelector("tbody .litrow .lit") ?? within.querySelector("thead .lit")
  );
  const box = cell?.closest(".scroll");
  if (!cell || !box || !box.clientWidth) return;
  const names = /** @type {HTMLElement | null} */ (cell.parentElement?.firstElementChild)?.offsetWidth ?? 0;
  box.scrollLeft = cell.offsetLeft + cell.offsetWidth / 2 - (box.clientWidth + names) / 2;
  cell.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** @param {Table} table */
export function chartsPanel(table) {
  const element = h("div", { class: "charts" });
  const show = () => {
    const { preview, roll } = table.rolled ?? { preview: null, roll: 0 };
    replace(
      element,
      table.game.charts.map((chart) =>
        chartTable(chart, table.view.preview ?? preview, table.game, table.view.preview ? 0 : roll),
      ),
      table.game.note && h("p", { class: "faint" }, table.game.note),
    );
    scrollToLit(element);
  };
  table.on("change", show);
  table.on("rolled", show);
  return { element, show: () => scrollToLit(element) };
}

/**
 * The list of all units: those in boxes off the map, then those on the map by side and formation.
 * @param {Table} table @param {{chit: (unit: string) => Element, pick: (unit: string, more?: boolean) => void, point: (labels: string[]) => void}} to
 */
export function forcesPanel(table, to) {
  const element = h("div", { class: "forces" });
  /** @param {string} unit @param {Map<string, string[]>} open */
  const row = (unit, open) => {
    const counter = table.game.counters[unit];
    const place = table.board.units[unit];
    const about = [...(table.view.hand.includes(unit) ? ["selected"] : []), ...said(table.game, place)];
    const on = Boolean(table.game.grid.hexes[place?.at ?? ""]);
    return h(
      "li",
      {},
      h(
        "button",
        {
          class: `unit-row ${open.has(unit) ? "open" : ""}`,
          "data-pick": unit,
          onclick: (/** @type {MouseEvent} */ e) => to.pick(unit, e.shiftKey),
          onpointerenter: () => to.point(on ? [place.at] : []),
          onpointerleave: () => to.point([]),
        },
        to.chit(unit),
        h(
          "span",
          { class: "grow" },
          h("strong", {}, counter.name),
          ` ${figures(table.game, counter, place?.marks)}`,
          h("small", {}, [plain(counter.type).toLowerCase(), on ? place.at : "", ...about].filter(Boolean).join(" · ")),
        ),
      ),
    );
  };
  const search = /** @type {HTMLInputElement} */ (
    h("input", { type: "search", id: "forces-search", "aria-label": "Search the forces", placeholder: "Search units" })
  );
  const list = h("div", {});
  element.append(search, list);
  /** Units of the list of those yet to act that the player has put off. */
  const skipped = new Set();
  search.addEventListener("input", () => show());
  /** @param {string} unit @param {string[]} words */
  const fits = (unit, words) => {
    const { name, type, formation } = table.game.counters[unit];
    const text = `${name} ${type} ${formation} ${table.board.units[unit].at}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  /** The units that may still be selected, by groups of the game. @param {Map<string, string[]>} open */
  const yet = (open) =>
    Object.entries(table.board.waiting ?? {}).map(([group, members]) => {
      const left = members.filter((unit) => !skipped.has(unit));
      const next = left.find((unit) => !table.view.hand.includes(unit));
      return h(
        "details",
        { class: "yet", open: true },
        h("summary", {}, `Yet to act: ${group ? `${plain(group)} ` : ""}(${left.length})`),
        next && [
          h("ul", {}, row(next, open)),
          h(
            "div",
            { class: "row" },
            h("button", { class: "small", onclick: () => skip(next) }, "Skip for now"),
            skipped.size > 0 && h("button", { class: "small", onclick: () => again() }, "Show skipped again"),
          ),
        ],
        !next && skipped.size > 0 && h("button", { class: "small", onclick: () => again() }, "Show skipped again"),
      );
    });
  /** @param {string} unit */
  const skip = (unit) => {
    skipped.add(unit);
    show();
  };
  const again = () => {
    skipped.clear();
    show();
  };
  let phase = "";
  const show = () => {
    if (!element.isConnected) return;
    const now = `${table.view.status.turn} ${table.view.status.phase}`;
    if (now !== phase) skipped.clear();
    phase = now;
    const open = lit(table.view, table.game.verbs, "unit");
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const units = Object.keys(table.board.units).filter(
      (unit) => table.game.counters[unit] && (!words.length || fits(unit, words)),
    );
    const boxes = new Map();
    for (const unit of units) {
      const { at } = table.board.units[unit];
      if (table.game.boxes[at]?.listed) boxes.set(at, [...(boxes.get(at) ?? []), unit]);
    }
    const parts = [...boxes]
      .sort(([a], [b]) => boxOrder(table.game, a, b))
      .map(([box, members]) =>
        h(
          "details",
          { open: members.some((/** @type {string} */ unit) => open.has(unit)) },
          h("summary", {}, `${table.game.boxes[box].name} (${members.length})`),
          h(
            "ul",
            {},
            members.map((/** @type {string} */ unit) => row(unit, open)),
          ),
        ),
      );
    for (const side of table.game.sides) {
      const members = units.filter(
        (unit) => table.game.counters[unit].side === side.id && table.game.grid.hexes[table.board.units[unit].at],
      );
      const formations = [...new Set(members.map((unit) => table.game.counters[unit].formation || "others"))];
      parts.push(
        h(
          "details",
          { open: side.id === (table.view.side || table.game.sides[0].id) },
          h("summary", {}, `${side.name} on the map (${members.length})`),
          formations.map((name) =>
            h(
              "div",
              {},
              h("h2", { class: "formation" }, name),
              h(
                "ul",
                {},
                members
                  .filter((unit) => (table.game.counters[unit].formation || "others") === name)
                  .map((unit) => row(unit, open)),
              ),
            ),
          ),
        ),
      );
    }
    replace(list, words.length ? [] : yet(open), parts);
  };
  table.on("change", show);
  return { element, show };
}

/** The turn track with coming events. @param {Table} table @param {(text: string) => Node} text */
export function turnsPanel(table, text) {
  const element = h("div", { class: "turns" });
  table.on("change", () => {
    const { track } = table.board;
    if (!track) return replace(element, h("p", { class: "faint" }, "This game has no turn track."));
    replace(
      element,
      h(
        "ol",
        { class: "phases", "aria-label": "Sequence of play" },
        track.phases.map((phase, n) =>
          h(
            "li",
            {
              class: n === track.phase ? "now" : n < track.phase ? "gone" : "",
              "aria-current": n === track.phase ? "step" : undefined,
            },
            phase,
          ),
        ),
      ),
      h(
        "ol",
        { class: "turn-list", "aria-label": "Turns" },
        track.turns.map((turn) =>
          h(
            "li",
            {
              class: turn.number === track.turn ? "now" : turn.number < track.turn ? "gone" : "",
              "aria-current": turn.number === track.turn ? "step" : undefined,
            },
            h("strong", {}, turn.label),
            turn.notes.map((note) => h("p", {}, text(capital(note.text)), " ", rule(note.rule))),
          ),
        ),
      ),
    );
  });
  return element;
}

/** Off-map units that may be chosen now, and a link to the others.
 * @param {Table} table @param {{chit: (unit: string) => Element, pick: (unit: string, more?: boolean) => void, forces: () => void}} to */
export function tray(table, to) {
  const element = h("section", { class: "card tray", "aria-label": "Off the map", hidden: true });
  table.on("change", () => {
    const open = lit(table.view, table.game.verbs, "unit");
    const { units } = table.board;
    const off = Object.keys(units).filter(
      (unit) => table.game.boxes[units[unit].at]?.listed && table.game.counters[unit],
    );
    const inHand = (/** @type {string} */ unit) => table.view.hand.includes(unit);
    // While one is selected, another may be selected instead.
    const others = table.others;
    const ready = table.mine ? off.filter((unit) => open.has(unit) || others.includes(unit) || inHand(unit)) : [];
    element.hidden = !ready.length;
    if (!ready.length) return;
    const boxes = [...new Set(ready.map((unit) => units[unit].at))].sort((a, b) => boxOrder(table.game, a, b));
    const group = (/** @type {string} */ box) => {
      const members = ready.filter((unit) => units[unit].at === box);
      return h(
        "div",
        { class: "group", "data-box": box },
        h("p", {}, h("strong", {}, table.game.boxes[box].name), ` · ${count(members.length, "unit")}`),
        h("div", { class: "chits" }, members.map(chit)),
      );
    };
    const chit = (/** @type {string} */ unit) =>
      h(
        "button",
        {
          class: `chit-button ${inHand(unit) ? "chosen" : ""}`,
          "data-pick": unit,
          "aria-pressed": inHand(unit) ? "true" : undefined,
          title: table.game.counters[unit].formation ?? "",
          onclick: (/** @type {MouseEvent} */ e) => to.pick(unit, e.shiftKey),
        },
        h("span", { class: "unseen" }, `${table.game.counters[unit].name} ${table.game.counters[unit].printed}`),
        to.chit(unit),
      );
    replace(
      element,
      boxes.map(group),
      off.length > ready.length &&
        h("button", { class: "link", onclick: () => to.forces() }, `All ${off.length} units off the map`),
    );
  });
  return element;
}
