/** The aims: a few lines about how to win, with the length of the game; open until the first turn is over. */

import { dialog, h, replace } from "./dom.js";
import { count } from "./words.js";

/** @typedef {import("./table.js").Table} Table */

/** The aims of the side that looks on, or of every side for spectators. @param {Table} table */
function aimsOf(table) {
  const scenario = table.game.scenarios.find(({ id }) => id === table.view.scenario);
  const all = scenario?.aims ?? {};
  const mine = table.view.side && all[table.view.side] ? [table.view.side] : Object.keys(all);
  return { turns: scenario?.turns ?? 0, sides: mine.map((side) => ({ side, lines: all[side] ?? [] })) };
}

/** @param {Table} table @param {(text: string) => Node} text */
function listed(table, text) {
  const { sides } = aimsOf(table);
  return sides.map(({ side, lines }) => [
    sides.length > 1 && h("h3", {}, table.sideName(side)),
    h(
      "ul",
      { class: "aims" },
      lines.map((line) => h("li", {}, text(line))),
    ),
  ]);
}

/** A part of the side panel, open on the first turn. @param {Table} table @param {(text: string) => Node} text */
export function aimsPanel(table, text) {
  const element = h("details", { class: "card how-to-win", hidden: true });
  let shown = "";
  table.on("change", () => {
    const { sides, turns } = aimsOf(table);
    element.hidden = !sides.length || Boolean(table.nowBoard.lesson);
    const key = sides.map(({ side }) => side).join();
    if (key === shown) return;
    if (!shown) element.open = Number(table.view.status.turn) === Number(table.board.track?.turns[0]?.number ?? 1);
    shown = key;
    replace(
      element,
      h("summary", {}, "How to win", h("small", { class: "faint" }, ` ${count(turns, "turn")} at most`)),
      ...listed(table, text).flat(),
    );
  });
  return element;
}

/** @param {Table} table @param {(text: string) => Node} text */
export function showAims(table, text) {
  dialog("How to win", [
    ...listed(table, text).flat(),
    h("p", { class: "faint" }, `${count(aimsOf(table).turns, "turn")} at most`),
  ]);
}
