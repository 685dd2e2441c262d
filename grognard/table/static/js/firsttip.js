/** The tip for somebody who plays here for the first time. */

import { looks, setLooks, touch } from "./prefs.js";
import { toast } from "./voice.js";

/** Show it once in a browser, but not in a lesson. @param {import("./table.js").Table} table */
export function firstTip(table) {
  if (looks.met || !table.mine || table.board.lesson) return;
  toast(
    touch()
      ? "Highlighted units may act: tap one, then a highlighted hex. You can undo a move. Help is in the menu."
      : "Highlighted units may act: click one, then a highlighted hex. You can undo a move. Press ? for help.",
    { stay: 15_000, passing: true },
  );
  setLooks({ met: true });
}
