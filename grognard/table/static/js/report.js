/** The end: who won and why, how the dice fell against what was to be expected, and graphs by turn. */

import { dialog, h, s, shape } from "./dom.js";
import { verdict } from "./prompt.js";
import { toast } from "./voice.js";

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
  const box = dialog(over ? verdict(table) : "How it stands", [
    result && h("ul", { class: "reasons" }, (result.reasons ?? []).map((/** @type {string} */ reason) => h("li", {}, reason))),
    result?.score && h("dl", { class: "score" }, Object.entries(result.score).map(([side, points]) =>
      h("div", {}, h("dt", {}, table.sideName(side)), h("dd", {}, String(points))))),
    ...graphs(table, report),
    ...luck(table, report.luck),
    h("div", { class: "row end" },
      h("button", { onclick: () => { box.close(); to.replay(); } }, "Watch the replay"),
      over && table.seats.length > 0 && h("button", { class: "primary", onclick: () => { box.close(); to.rematch(); } }, "Play again")),
  ], { wide: true, class: "report" });
}

/** Every set of series in the report as a graph. @param {Table} table @param {any} report */
function graphs(table, report) {
  const out = [];
  for (const [title, series] of Object.entries(report.series ?? report.graph ?? {})) {
    const lines = linesOf(table, series);
    if (lines.some((line) => line.points.length > 1)) out.push(graph(`${title.replace(/^vp$/, "victory points").replaceAll("_", " ")} by turn`, lines));
  }
  return out;
}

/** @param {Table} table @param {any} series @returns {Line[]} */
function linesOf(table, series) {
  if (!series || typeof series !== "object") return [];
  return Object.entries(series).map(([side, values]) => ({
    label: table.sideName(side),
    points: (Array.isArray(values) ? values : []).map((value, n) => /** @type {[number, number]} */ (Array.isArray(value) ? [Number(value[0]), Number(value[1])] : [n + 1, Number(value)])),
  }));
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
  const steps = [y0, (y0 + y1) / 2, y1];
  return h("figure", { class: "graph" }, h("figcaption", {}, title.charAt(0).toUpperCase() + title.slice(1)),
    s("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `${title}: ${lines.map((line) => `${line.label} ${line.points.map(([, y]) => y).join(", ")}`).join("; ")}` },
      steps.map((y) => s("g", { class: "grid" }, s("path", { d: `M${left} ${py(y)}H${width - 12}` }), s("text", { x: left - 6, y: py(y) + 4, "text-anchor": "end" }, Math.round(y)))),
      [...new Set(xs)].map((x) => s("text", { class: "tick", x: px(x), y: height - 6, "text-anchor": "middle" }, x)),
      lines.map((line, n) => s("path", { class: `line line-${n}`, d: `M${line.points.map(([x, y]) => `${px(x).toFixed(1)} ${py(y).toFixed(1)}`).join("L")}` })),
      lines.map((line, n) => line.points.map(([x, y]) => n % 2 ? s("rect", { class: `dot line-${n}`, x: px(x) - 3.5, y: py(y) - 3.5, width: 7, height: 7 }) : s("circle", { class: `dot line-${n}`, cx: px(x), cy: py(y), r: 4 })))),
    h("p", { class: "legend" }, lines.map((line, n) => h("span", { class: `key line-${n}` }, `${n % 2 ? "■" : "●"} ${line.label}`))));
}

/** Expected against actual. @param {Table} table @param {any} luck */
function luck(table, luck) {
  if (!luck) return [];
  const events = Array.isArray(luck) ? luck : (luck.events ?? luck.rolls ?? []);
  const sums = Array.isArray(luck) ? null : (luck.totals ?? luck.sides ?? luck.summary ?? null);
  const out = [h("h3", {}, "Luck")];
  if (sums && typeof sums === "object") {
    out.push(/** @type {any} */ (h("dl", { class: "score" }, Object.entries(sums).map(([side, value]) =>
      h("div", {}, h("dt", {}, table.sideName(side)), h("dd", {}, typeof value === "object" && value ? Object.entries(value).map(([k, v]) => `${k} ${round(v)}`).join(", ") : round(value)))))));
  }
  if (events.length) out.push(/** @type {any} */ (rollTable(events)));
  else out.push(/** @type {any} */ (h("p", { class: "faint" }, "No dice were rolled.")));
  return out;
}

/** @param {any} value */
const round = (value) => (typeof value === "number" ? String(Math.round(value * 100) / 100) : String(value));

/** @param {any[]} events */
function rollTable(events) {
  const rows = events.slice(-60);
  return h("details", { class: "lucks" }, h("summary", {}, `All ${events.length} rolls`),
    h("table", {}, h("thead", {}, h("tr", {}, ["No.", "What", "Rolled", "Chance", "How it fell"].map((head) => h("th", { scope: "col" }, head)))),
      h("tbody", {}, rows.map((event) => {
        const rank = Number(event.luck ?? event.rank ?? event.quantile ?? 0.5);
        return h("tr", {}, h("td", {}, event.number ?? ""), h("td", {}, event.title ?? event.what ?? event.text ?? ""), h("td", {}, event.result ?? event.actual ?? event.action ?? ""),
          h("td", {}, event.chance !== undefined ? `${Math.round(100 * event.chance)}%` : round(event.expected ?? "")),
          h("td", {}, shape(h("span", { class: "luckbar" }, h("span", { class: "unseen" }, round(rank))), { "--luck": String(Math.max(0, Math.min(1, rank))) })));
      }))));
}
