/** Gauges: tracks of points, levels and the like, shown as pips or as a bar. */

import { choice, orders, wording } from "./acts.js";
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
export function orderButtons(table, all) {
  const found = (table.at === null ? orders(table.view, table.game.verbs) : []).filter(
    (order) => all || !order.how.quiet,
  );
  const worded = (/** @type {import("./types.js").Choice} */ order) => Object.keys(order.how.words).length > 0;
  const verbs = [...new Set(found.filter(worded).map((order) => order.verb))];
  return [
    ...found
      .filter((order) => !worded(order))
      .map((order) =>
        h("button", { class: "small order", onclick: () => void table.act(order) }, wording(order, table.game)),
      ),
    ...verbs.map((verb) => orderChoice(table, verb)),
  ];
}

/** A standing order with words: a list of all of them, with the one in force selected: the only one that cannot be given.
 * @param {Table} table @param {string} verb */
function orderChoice(table, verb) {
  const how = table.game.verbs[verb];
  const open = table.view.orders?.[verb] ?? [];
  const give = (/** @type {Event} */ e) => {
    const { value } = /** @type {HTMLSelectElement} */ (e.target);
    void table.act(choice(verb, value, table.game.verbs));
  };
  return h(
    "label",
    { class: "order", "data-order": verb },
    h("span", {}, how.ask.replace(/:$/, "")),
    h(
      "select",
      { onchange: give },
      Object.entries(how.words).map(([word, text]) =>
        h("option", { value: word, selected: !open.includes(word) }, text),
      ),
    ),
  );
}

/** The standing orders that concern the current decision, for the card that asks. @param {Table} table */
export const askedOrders = (table) =>
  table.at === null
    ? (table.board.wishes ?? [])
        .filter((verb) => table.view.orders?.[verb]?.length)
        .map((verb) => orderChoice(table, verb))
    : [];

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
