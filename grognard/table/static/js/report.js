/** The report: result and reasons, graphs by turn, and the dice compared with their averages. */

import { dialog, h, s, shape } from "./dom.js";
import { verdict } from "./prompt.js";
import { toast } from "./voice.js";
import { count } from "./words.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {{label: string, points: [number, number][]}} Line */

/** @param {Table} table @param {{replay: () => void, rematch: () => void}} to */
export async function showReport(table, to) {
  let report;
  try {
    report = await table.seat.get("/report");
  } catch (error) {
    toast(/** @type {Error} */ (error).message, { kind: "refused" });
    return;
  }
  const result = report.result ?? table.view.result;
  const over = table.now.over;
  // The other player may ask for another match while this is open.
  const offer = h("p", { class: "faint", role: "status" });
  const offered = () => {
    const wanted = (table.nowBoard.rematch?.wanted ?? []).filter((side) => !table.seats.includes(side));
    const names = wanted.map((side) => table.sideName(side)).join(" and ");
    offer.textContent = names && `${names} ${wanted.length > 1 ? "ask" : "asks"} for another match.`;
  };
  table.on("change", offered);
  offered();
  const box = dialog(
    over ? verdict(table) : "Statistics so far",
    [
      result &&
        h(
          "ul",
          { class: "reasons" },
          (result.reasons ?? []).map((/** @type {string} */ reason) => h("li", {}, reason)),
        ),
      result?.score &&
        h(
          "dl",
          { class: "score" },
          Object.entries(result.score).map(([side, points]) =>
            h("div", {}, h("dt", {}, table.sideName(side)), h("dd", {}, String(points))),
          ),
        ),
      ...graphs(table, report),
      ...luck(table, report),
      offer,
      h(
        "div",
        { class: "row end" },
        h(
          "button",
          {
            onclick: () => {
              box.close();
              to.replay();
            },
          },
          "Watch the replay",
        ),
        over &&
          table.seats.length > 0 &&
          h(
            "button",
            {
              class: "primary",
              onclick: () => {
                box.close();
                to.rematch();
              },
            },
            "Play again",
          ),
      ),
    ],
    { wide: true, class: "report" },
  );
}

/** Graphs of points and losses at the end of every turn. @param {Table} table @param {any} report */
function graphs(table, report) {
  /** @type {[string, string][]} */
  const wanted = [
    ["Victory Points", "vp"],
    ["Units lost", "losses"],
  ];
  return wanted.map(([title, key]) => {
    const lines = table.game.sides.map((side) => ({
      label: side.name,
      points: (report.turns ?? [])
        .filter((/** @type {any} */ turn) => typeof turn[key]?.[side.id] === "number")
        .map((/** @type {any} */ turn) => /** @type {[number, number]} */ ([Number(turn.turn), turn[key][side.id]])),
    }));
    return lines.some((line) => line.points.length > 1) ? graph(`${title} by turn`, lines) : null;
  });
}

/** @param {string} title @param {Line[]} lines */
function graph(title, lines) {
  const [width, height, left, bottom] = [560, 200, 34, 24];
  const all = lines.flatMap((line) => line.points);
  const xs = all.map(([x]) => x);
  const ys = all.map(([, y]) => y);
  const [x0, x1] = [Math.min(...xs), Math.max(...xs, Math.min(...xs) + 1)];
  const [y0, y1] = [Math.min(0, ...ys), Math.max(...ys, 1)];
  const px = (/** @type {number} */ x) => left + ((x - x0) / (x1 - x0)) * (width - left - 12);
  const py = (/** @type {number} */ y) => 10 + (1 - (y - y0) / (y1 - y0)) * (height - bottom - 10);
  const steps = y1 - y0 < 2 ? [y0, y1] : [y0, Math.round((y0 + y1) / 2), y1];
  return h(
    "figure",
    { class: "graph" },
    h("figcaption", {}, title.charAt(0).toUpperCase() + title.slice(1)),
    s(
      "svg",
      {
        viewBox: `0 0 ${width} ${height}`,
        role: "img",
        "aria-label": `${title}: ${lines.map((line) => `${line.label} ${line.points.map(([, y]) => y).join(", ")}`).join("; ")}`,
      },
      steps.map((y) =>
        s(
          "g",
          { class: "grid" },
          s("path", { d: `M${left} ${py(y)}H${width - 12}` }),
          s("text", { x: left - 6, y: py(y) + 4, "text-anchor": "end" }, Math.round(y)),
        ),
      ),
      [...new Set(xs)].map((x) => s("text", { class: "tick", x: px(x), y: height - 6, "text-anchor": "middle" }, x)),
      lines.map((line, n) =>
        s("path", {
          class: `line line-${n}`,
          d: `M${line.points.map(([x, y]) => `${px(x).toFixed(1)} ${py(y).toFixed(1)}`).join("L")}`,
        }),
      ),
      lines.flatMap((line, n) =>
        line.points.map(([x, y]) =>
          n % 2
            ? s("rect", { class: `dot line-${n}`, x: px(x) - 3.5, y: py(y) - 3.5, width: 7, height: 7 })
            : s("circle", { class: `dot line-${n}`, cx: px(x), cy: py(y), r: 4 }),
        ),
      ),
    ),
    h(
      "p",
      { class: "legend" },
      lines.map((line, n) => h("span", { class: `key line-${n}` }, `${n % 2 ? "■" : "●"} ${line.label}`)),
    ),
  );
}

/** The dice: expected and actual sums. @param {Table} table @param {any} report */
function luck(table, report) {
  const events = report.luck ?? [];
  const head = h("h3", {}, "Dice");
  if (!events.length) return [head, h("p", { class: "faint" }, "No dice have been rolled yet.")];
  const sums = Object.entries(report.totals ?? {});
  return [
    head,
    sums.length > 0 &&
      h(
        "table",
        { class: "lucks" },
        h("thead", {}, heads("Player", "Rolls", "Sum rolled", "Expected sum", "Percentile")),
        h(
          "tbody",
          {},
          sums.map(([side, sum]) =>
            h(
              "tr",
              {},
              h("td", {}, table.sideName(side)),
              h("td", {}, sum.events),
              h("td", {}, sum.rolled),
              h("td", {}, round(sum.expected)),
              h("td", {}, meter(sum.rank)),
            ),
          ),
        ),
      ),
    h("details", {}, h("summary", {}, count(events.length, "roll")), rolls(table, events)),
  ];
}

/** @param {...string} names */
const heads = (...names) =>
  h(
    "tr",
    {},
    names.map((name) => h("th", { scope: "col" }, name)),
  );

/** @param {number} value */
const round = (value) => String(Math.round(value * 10) / 10);

/** @param {number | null} rank */
function meter(rank) {
  if (rank === null || rank === undefined) return "";
  const words = `${Math.round(rank * 100)} of 100; 50 is average`;
  return shape(h("span", { class: "luckbar", title: words }, h("span", { class: "unseen" }, words)), {
    "--luck": String(rank),
  });
}

/** @param {Table} table @param {any[]} events */
function rolls(table, events) {
  return h(
    "table",
    { class: "lucks" },
    h("thead", {}, heads("Turn", "Roll for", "Die", "Result", "Chance", "Percentile")),
    h(
      "tbody",
      {},
      events.map((event) => {
        const chance = event.result ? event.results[event.result] : event.outcomes[event.actual];
        return h(
          "tr",
          {},
          h("td", {}, event.turn),
          h("td", {}, [table.sideName(event.side), event.title].filter(Boolean).join(": ")),
          h("td", {}, h("span", { class: "die" }, event.rolled ?? event.actual)),
          h("td", {}, event.result),
          h("td", {}, chance === undefined ? "" : `${Math.round(100 * chance)}%`),
          h("td", {}, meter(event.rank)),
        );
      }),
    ),
  );
}
