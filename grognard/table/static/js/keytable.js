/** The meaning of the table's keys: what each does on the screen of a match. */

import { showHelp } from "./settings.js";

/** @param {import("./screen.js").Screen} screen @returns {Record<string, () => void>} */
export function keyTable(screen) {
  const { table, replay, tabs, hint, board, eye } = screen;
  const leaf = (/** @type {string} */ name) => () => {
    screen.panel(true);
    tabs.open(name);
    tabs.focus();
  };
  const middle = { x: innerWidth / 2 - 100, y: innerHeight / 3 };
  return {
    put: () => (hint.open ? hint.close() : void table.undo()),
    away: () => {
      hint.close();
      board.counters.fan(null);
      board.setCursor(null);
      if (replay.open) replay.close();
    },
    all: () => screen.all(),
    hint: () => hint.key(),
    last: () => eye.last(),
    replay: () => (replay.open ? replay.close() : void replay.show(table.moment)),
    report: () => void screen.report.again(),
    overlays: () => screen.overlayMenu(middle),
    names: () => screen.onTop(),
    back: () => replay.step(-1),
    forward: () => replay.step(1),
    playing: () => replay.open && replay.toggle(),
    help: () => showHelp(table.game.note, table.game.verbs),
    look: () => screen.look(board.cursor),
    read: () => void screen.readHex(),
    leaf1: leaf("log"),
    leaf2: leaf("forces"),
    leaf3: leaf("charts"),
    leaf4: leaf("turns"),
    leaf5: leaf("chat"),
  };
}
