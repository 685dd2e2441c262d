/** The card at the pointer, and the border of the hexes in range of the counter there. */

import { h, icon, replace } from "./dom.js";
import { capital, speak } from "./voice.js";
import { strength } from "./words.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./board.js").Board} Board */

/** The lines about a hex. @param {Table} table @param {Board} board @param {string} hex
 * @param {import("./types.js").Objective[]} aims those there @param {(text: string) => Node} text */
function pointed(table, board, hex, aims, text) {
  const place = table.game.grid.hexes[hex];
  const cost = table.board.reach?.[hex];
  const units = board.counters.stacks.get(hex) ?? [];
  return [
    h("p", { class: "where" }, [hex, place.name, place.terrain].filter(Boolean).join(" · ")),
    table.mine &&
      cost !== undefined &&
      h("p", {}, h("strong", {}, cost), ` Movement ${cost === "1" ? "Point" : "Points"}`),
    ...aims.map((aim) =>
      h("p", { class: "aim" }, `★ ${table.sideName(aim.side)}: `, text(capital(aim.text)), ` (${aim.rule})`),
    ),
    ...units.map((unit) => {
      const counter = table.game.counters[unit];
      return (
        counter &&
        h(
          "p",
          {},
          h("strong", {}, counter.name),
          ` ${strength(table.game, counter, table.board.units[unit]?.marks ?? [])}`,
          h("small", {}, ` ${counter.formation ?? ""}`),
        )
      );
    }),
    ...(lightOf(table, hex)?.notes ?? []).map((note) => h("p", { class: "spotlight" }, capital(note.text))),
  ];
}

/** Draw the border of the hexes that belong to the hex under the pointer. @param {Table} table @param {Board} board @param {string | null} hex */
function spotlight(table, board, hex) {
  const light = hex ? lightOf(table, hex) : undefined;
  board.range(light ? light.hexes : []);
}

/** @param {Table} table @param {string} hex */
function lightOf(table, hex) {
  return table.mine ? table.board.spotlights?.[hex] : undefined;
}

/** The card about the hex under the pointer: terrain, cost, objectives, units, and the consequences of the path there. */
export class PointerCard {
  /** @param {Table} table @param {Board} board @param {import("./aimmarks.js").AimMarks} aims
   * @param {(text: string, about?: string[], named?: boolean) => Node} text */
  constructor(table, board, aims, text) {
    this.table = table;
    this.board = board;
    this.aims = aims;
    this.text = text;
    this.element = h("div", { class: "card pointer", hidden: true, "aria-hidden": "true" });
  }

  /** @param {string | null} hex */
  show(hex) {
    const { table, board } = this;
    this.element.hidden = !hex;
    spotlight(table, board, hex);
    if (!hex) return;
    replace(this.element, pointed(table, board, hex, this.aims.at(hex), this.text));
  }

  /** Add the consequences of the path shown, and say them. @param {import("./types.js").Note[]} notes */
  warn(notes) {
    for (const old of this.element.querySelectorAll(".warning")) old.remove();
    for (const note of notes) {
      this.element.append(
        h("p", { class: "warning" }, icon("info"), this.text(capital(note.text), [], true), ` (${note.rule})`),
      );
      speak(note.text);
    }
  }
}
