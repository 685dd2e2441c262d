/** News for a player who is looking elsewhere: a notification of the browser, and sounds for dice and turn. Both are off
 * until the player switches them on. */

import { looks } from "./prefs.js";

/** The tones of a sound: frequency in hertz, begin and length in seconds. @type {Record<string, [number, number, number][]>} */
const SOUNDS = {
  dice: [
    [190, 0, 0.05],
    [240, 0.07, 0.05],
    [170, 0.15, 0.07],
  ],
  turn: [
    [520, 0, 0.14],
    [780, 0.15, 0.22],
  ],
};

/** @type {AudioContext | null} */
let audio = null;

/** @param {"dice" | "turn"} name */
export function sound(name) {
  if (!looks.sounds) return;
  audio ??= new AudioContext();
  const begin = audio.currentTime + 0.02;
  for (const [pitch, at, long] of SOUNDS[name]) {
    const tone = audio.createOscillator();
    const loud = audio.createGain();
    tone.type = "triangle";
    tone.frequency.value = pitch;
    loud.gain.setValueAtTime(0.12, begin + at);
    loud.gain.exponentialRampToValueAtTime(0.001, begin + at + long);
    tone.connect(loud).connect(audio.destination);
    tone.start(begin + at);
    tone.stop(begin + at + long);
  }
}

/** Ask the browser for leave to notify; return whether it was given. */
export async function mayNotify() {
  if (!("Notification" in window)) return false;
  return (await Notification.requestPermission()) === "granted";
}

export class Notify {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    /** whether the decision was the player's when the table was drawn last @type {boolean | null} */
    this.mine = null;
    table.on("change", () => this.check());
    table.on("news", ({ fresh }) => {
      if (fresh.some((/** @type {import("./types.js").LogEntry} */ entry) => entry.seat === "dice")) sound("dice");
    });
  }

  check() {
    const { table } = this;
    if (table.at !== null) return;
    const before = this.mine;
    this.mine = table.mine;
    // At one screen every decision is the player's.
    if (before !== false || !table.mine) return;
    sound("turn");
    if (looks.notices && document.hidden && "Notification" in window && Notification.permission === "granted") {
      const note = new Notification(table.game.title, {
        body: `Your turn: ${table.view.prompt}`,
        tag: table.info.match,
      });
      note.onclick = () => (window.focus(), note.close());
    }
  }
}
