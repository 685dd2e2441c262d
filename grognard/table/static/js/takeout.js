/** Taking things out: a link to a moment, a picture and a print of the board, and the match as a page of its own. */

import { boardPicture, pixels, printBoard } from "./boardpicture.js";
import { chapters } from "./log.js";
import { showLinks } from "./links.js";
import { afterAction } from "./story.js";
import { toast } from "./voice.js";

/** @typedef {import("./screen.js").Screen} Screen */

/** Save a file. @param {Blob} content @param {string} name */
export function save(content, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** @param {Screen} screen @param {() => Promise<void>} work */
async function tried(screen, work) {
  try {
    await work();
  } catch (error) {
    screen.table.complain(error);
  }
}

/** The moment shown, in a name of a file. @param {Screen} screen */
const named = ({ table }) => `${table.game.id}-${table.info.match}-${table.at ?? table.moment}`;

/** @param {Screen} screen */
export const savePicture = (screen) =>
  tried(screen, async () => {
    const picture = await pixels(await boardPicture(screen.board));
    if (picture) save(picture, `${named(screen)}.png`);
    else toast("This browser cannot draw the picture.", { kind: "refused" });
  });

/** @param {Screen} screen */
export const print = (screen) =>
  tried(screen, async () => printBoard(await boardPicture(screen.board), screen.board.geo, screen.table.game.title));

/** A link that shows this moment of the replay to anyone; it leads to the seat of spectators. @param {Screen} screen */
export const linkToMoment = (screen) =>
  tried(screen, async () => {
    const { table } = screen;
    const { link } = await table.seat.get("/watch");
    const at = table.at ?? table.moment;
    showLinks("Link to this moment", [["It opens the replay for spectators", `${link}#replay-${at}`]]);
  });

/** The match as a page that needs no server: result, events, and the board at the start of each turn. @param {Screen} screen */
export const saveStory = (screen) =>
  tried(screen, async () => {
    const { table } = screen;
    const at = table.moment;
    const turns = chapters(table.log).filter((chapter, n, all) => chapter.turn !== all[n - 1]?.turn);
    const moments = [...turns.map(({ from, turn }) => ({ from, title: turn })), { from: at, title: "what comes next" }];
    const frames = [];
    for (const { from, title } of moments.slice(-24)) {
      const { board } = await table.seat.get(`/replay/${from}`);
      frames.push({ title, units: board.units });
    }
    const report = await table.seat.get("/report");
    const picture = await boardPicture(screen.board);
    save(
      new Blob([afterAction(table, screen.board, picture, frames, report)], { type: "text/html" }),
      `${named(screen)}.html`,
    );
  });
