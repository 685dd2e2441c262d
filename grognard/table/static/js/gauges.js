/** Gauges: tracks of points, levels and the like, shown as pips or as a bar. */

import { orders, wording } from "./acts.js";
import { h, replace, rule, shape } from "./dom.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./types.js").Gauge} Gauge */

/** Longer tracks are bars. */
const PIPS = 12;

/** @param {Table} table @param {Gauge} gauge */
function track(table, { title, value, greatest, side }) {
  const whose = side ? table.sideName(side) : "";
  const full = Math.max(greatest, value);
  const filled = Math.max(0, value);
  const drawn =
    full <= PIPS
      ? Array.from({ length: full }, (_, n) => h("i", { class: n < filled ? "pip on" : "pip" }))
      : h("i", { class: "length" }, shape(h("i", {}), { width: `${(100 * filled) / full}%` }));
  return h(
    "span",
    {
      class: full <= PIPS ? "track pips" : "track",
      role: "meter",
      "aria-label": [title, whose].filter(Boolean).join(", "),
      "aria-valuemin": "0",
      "aria-valuemax": String(full),
      "aria-valuenow": String(filled),
      "aria-valuetext": `${value} of ${greatest}`,
    },
    drawn,
  );
}

/** @param {Table} table @param {Gauge} gauge */
const row = (table, gauge) =>
  h(
    "div",
    { class: "gauge" },
    h("p", {}, gauge.title, gauge.side && h("small", {}, ` ${table.sideName(gauge.side)}`), " ", rule(gauge.rule)),
    track(table, gauge),
    h("strong", { "aria-hidden": "true" }, `${gauge.value}`, h("small", {}, ` / ${gauge.greatest}`)),
  );

/** Buttons for what the player may order at any time; quiet orders are in the panel only.
 * @param {Table} table @param {boolean} all */
export const orderButtons = (table, all) =>
  (table.at === null ? orders(table.view, table.game.verbs) : [])
    .filter((order) => all || !order.how.quiet)
    .map((order) =>
      h("button", { class: "small order", onclick: () => void table.act(order) }, wording(order, table.game)),
    );

/** All gauges and the standing orders, in the panel. @param {Table} table */
export function gaugesPanel(table) {
  const element = h("section", { class: "gauges", "aria-label": "Tracks", hidden: true });
  table.on("change", () => {
    const { gauges = [] } = table.board;
    const wishes = orderButtons(table, true);
    element.hidden = !gauges.length && !wishes.length;
    replace(
      element,
      h("h2", {}, "Tracks"),
      gauges.map((gauge) => row(table, gauge)),
      wishes.length > 0 && h("div", { class: "row", role: "group", "aria-label": "Standing orders" }, wishes),
    );
  });
  return element;
}

/** The gauges that matter to the current decision. @param {Table} table */
export function askedGauges(table) {
  const { seat } = table.view;
  const found = (table.board.gauges ?? []).filter(
    (gauge) => table.mine && gauge.asked && (!gauge.side || gauge.side === seat),
  );
  return found.map((gauge) =>
    h(
      "span",
      { class: "gauge", title: gauge.title },
      h("span", {}, gauge.title),
      track(table, gauge),
      h("strong", { "aria-hidden": "true" }, String(gauge.value)),
    ),
  );
}
