/** The match menu: links, record, resignation and the like. */

import { showAims } from "./aims.js";
import { confirm } from "./dom.js";
import { linksOf, showLinks } from "./links.js";
import { showMenu } from "./menu.js";
import { touch } from "./prefs.js";
import { showReport } from "./report.js";
import { linkToMoment, print, savePicture, saveStory, save } from "./takeout.js";
import { toast } from "./voice.js";

/** @param {import("./screen.js").Screen} screen @param {{x: number, y: number}} at */
export function tableMenu(screen, at) {
  const { table } = screen;
  const playing = table.seats.length > 0;
  const alone = Object.values(table.nowBoard.opponents ?? {}).every((other) => other.kind === "machine");
  const links = linksOf(table.info.match);
  /** @type {import("./menu.js").Item[]} */
  const items = [
    { label: "Home", note: "the match is saved", run: () => location.assign("/") },
    { label: "Appearance", note: "dark mode, contrast, counter colours", run: () => screen.showLooks() },
    { label: touch() ? "Help" : "Help and keys", run: () => screen.showHelp() },
    { label: "How to win", note: "your aims in this scenario", run: () => showAims(table, screen.text) },
    { label: "Rules in brief", note: "search all clauses", run: () => screen.rules.list() },
    { label: "The other side's last turn", note: "T", run: () => void screen.report.again() },
    { label: "Draw on the map", note: "lines, flags and words for yourself", run: () => screen.sketch.toggle() },
    { label: "Replay from the start", run: () => void screen.replay.show(0) },
    {
      label: table.now.over ? "Result and statistics" : "Statistics so far",
      run: () => void showReport(table, screen.after()),
    },
    { label: "Download record", note: "plain text", run: () => void download(table) },
    { label: "Link to this moment", note: "a replay for anyone", run: () => void linkToMoment(screen) },
    { label: "Picture of the board", note: "PNG", run: () => void savePicture(screen) },
    { label: "Print the board", note: "a page a sheet", run: () => void print(screen) },
    { label: "After-action page", note: "one file, needs no server", run: () => void saveStory(screen) },
  ];
  if (Object.keys(links).length) {
    items.push({
      label: "Invitation links",
      run: () =>
        showLinks(
          "Invitation links",
          Object.entries(links).map(([side, url]) => [side === "spectator" ? "Spectators" : table.sideName(side), url]),
        ),
    });
  }
  if (playing && !table.now.over) {
    items.push(
      {
        label: "Take back a roll",
        note: alone ? "with new dice" : "your opponent has to agree",
        run: () => void takeBack(screen),
      },
      { label: "Resign", danger: true, run: () => void resign(screen) },
    );
  }
  if (playing && table.now.over) items.push({ label: "Play again", run: () => void screen.rematch() });
  showMenu("Menu", items, at);
}

/** @param {import("./screen.js").Screen} screen */
async function takeBack(screen) {
  const { table } = screen;
  if ((await table.send("/takeback")) && !table.nowBoard.offers?.takeback)
    toast("Taken back. New dice are rolled from here.", { kind: "good" });
}

/** @param {import("./screen.js").Screen} screen */
async function resign(screen) {
  if (await confirm("Resign this match?", "Resign")) await screen.table.send("/resign");
}

/** @param {import("./table.js").Table} table */
async function download(table) {
  try {
    const reply = await table.seat.get("/record");
    const text = typeof reply === "string" ? reply : (reply.record ?? JSON.stringify(reply));
    save(new Blob([text], { type: "text/plain" }), `${table.game.id}-${table.info.match}.txt`);
  } catch (error) {
    table.complain(error);
  }
}
