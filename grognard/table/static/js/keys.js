/** Keyboard control: a cursor on the board, and keys for the main button, undo and everything else. */

import { choices, choicesAt, everyOrder, keyed, lit, plainly, wording } from "./acts.js";
import { dialog, h, replace } from "./dom.js";
import { describe } from "./inspector.js";
import { menuOpen } from "./menu.js";
import { endOf } from "./prompt.js";
import { speak } from "./voice.js";

/** @typedef {import("./table.js").Table} Table */

const ARROWS = /** @type {Record<string, number>} */ ({ ArrowRight: 0, ArrowDown: 90, ArrowLeft: 180, ArrowUp: -90 });
const FLAT = /** @type {Record<string, number>} */ ({ w: -90, e: -30, d: 30, s: 90, a: 150, q: -150 });
const POINTY = /** @type {Record<string, number>} */ ({ q: -120, e: -60, a: 180, d: 0, z: 120, c: 60 });

/** The keys and their meaning, for the help page. */
const HELP = [
  ["Arrow keys", "move the cursor on the map (with Shift: pan)"],
  ["Q W E A S D", "move the cursor in the six directions of a hex"],
  ["N, Shift+N", "go to the next (previous) highlighted unit or hex"],
  ["Space", "act at the cursor: select a unit, move there, attack"],
  ["Enter", "press the main button: end the phase, roll the die, pass"],
  ["Backspace, Ctrl+Z", "undo"],
  ["Esc", "deselect the unit; close what is open"],
  [
    "Shift+click",
    "take several units, or a whole stack; Shift+drag takes all in a frame. Then click a hex to send them",
  ],
  ["G", "take all units at the cursor, or let them go; Space at another hex sends them"],
  ["/", "list all legal actions; type to search"],
  ["H", "ask a commander for a hint; press again to reach the button that carries it out"],
  ["Shift", "show where the unit under the pointer could go, or which units could come to the hex"],
  ["Alt, held", "measure from the hex under the pointer to where you move it"],
  ["V, held", "name your units in a quick decision at one screen"],
  ["I", "read out the hex under the cursor"],
  ["+, −, 0", "zoom in, zoom out, show the whole map"],
  ["L", "centre the map on the last event"],
  ["T", "open or close the report of the other side's turn"],
  ["R", "open or close the replay; , and . step back and forward, P plays"],
  ["O", "map overlays: Zones of Control, supply and more"],
  ["M", "names of places above the counters, or below them"],
  ["1 to 5", "open a tab of the side panel"],
  ["?", "show this help"],
];

/** The rows of the help page: the keys of a game's verbs, then those of the table.
 * @param {Record<string, import("./types.js").Verb>} [verbs] */
export const keyHelp = (verbs = {}) => [
  ...Object.values(verbs)
    .filter((verb) => verb.key)
    .map((verb) => [verb.key.toUpperCase(), `${verb.ask} (while that is possible)`]),
  ...HELP,
];

export class Keys {
  /**
   * @param {Table} table @param {import("./board.js").Board} board @param {import("./play.js").Play} play
   * @param {Record<string, () => void>} to
   */
  constructor(table, board, play, to) {
    this.table = table;
    this.board = board;
    this.play = play;
    this.to = to;
    this.ways = board.geo.flat ? FLAT : POINTY;
    this.listener = (/** @type {KeyboardEvent} */ e) => this.key(e);
    document.addEventListener("keydown", this.listener);
    document.addEventListener("pointerdown", () => delete document.documentElement.dataset.keys, { capture: true });
  }

  close() {
    document.removeEventListener("keydown", this.listener);
  }

  /** @param {KeyboardEvent} e */
  key(e) {
    const target = /** @type {HTMLElement} */ (e.target);
    document.documentElement.dataset.keys = "";
    if (menuOpen() || document.querySelector("dialog[open]")) return;
    if (target.closest("input, textarea, select")) return;
    const onButton = Boolean(target.closest("button, a, summary"));
    if ((e.ctrlKey || e.metaKey) && e.key.toLowerCase() === "z") return this.do(e, () => this.table.undo());
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    if (onButton && (e.key === "Enter" || e.key === " ")) return;
    if (target.closest('[role="tablist"]') && e.key.startsWith("Arrow")) return;
    // These keys scroll a tab of the panel.
    if (target.closest('[role="tabpanel"]') && /^(Arrow|Page|Home|End)/.test(e.key)) return;
    if (e.repeat && (e.key === "Enter" || e.key === " ")) return;
    const run = this.meaning(e);
    if (run) this.do(e, run);
  }

  /** @param {KeyboardEvent} e @param {() => void} run */
  do(e, run) {
    e.preventDefault();
    run();
  }

  /** @param {KeyboardEvent} e @returns {(() => void) | undefined} */
  meaning(e) {
    const { board, table, to } = this;
    const key = e.key.length === 1 ? e.key.toLowerCase() : e.key;
    const named = table.mine && !e.shiftKey ? keyed(table.view, table.game.verbs, key) : [];
    if (named.length) return () => this.carryOut(named, key);
    if (key in ARROWS) {
      const way = ARROWS[key];
      if (e.shiftKey)
        return () => board.camera.pan(-Math.cos((way * Math.PI) / 180) * 160, -Math.sin((way * Math.PI) / 180) * 160);
      return () => this.step(way, true);
    }
    if (key in this.ways) return () => this.step(this.ways[key], false);
    /** @type {Record<string, () => void>} */
    const simple = {
      " ": () => board.cursor && this.act(board.cursor),
      Enter: () => this.enter(),
      Backspace: () => void table.undo(),
      Escape: () => void table.idle().then(() => this.escape()),
      g: () => board.cursor && this.play.crowd.toggleHex(board.cursor),
      n: () => this.next(e.shiftKey ? -1 : 1),
      i: () => board.cursor && to.read(),
      "+": () => board.camera.zoom(1.3),
      "=": () => board.camera.zoom(1.3),
      "-": () => board.camera.zoom(1 / 1.3),
      0: () => board.camera.fit(),
      Home: () => board.camera.fit(),
      PageUp: () => board.camera.zoom(1.5),
      PageDown: () => board.camera.zoom(1 / 1.5),
      "/": to.all,
      h: to.hint,
      l: to.last,
      t: to.report,
      r: to.replay,
      o: to.overlays,
      m: to.names,
      ",": to.back,
      ".": to.forward,
      "?": to.help,
      p: to.playing,
      1: () => to.leaf1(),
      2: () => to.leaf2(),
      3: () => to.leaf3(),
      4: () => to.leaf4(),
      5: () => to.leaf5(),
    };
    return simple[e.shiftKey && key === "?" ? "?" : key];
  }

  /** Act at a hex: send the units that are taken, or choose there. @param {string} hex */
  act(hex) {
    const { crowd } = this.play;
    void (crowd.active && !crowd.at(hex).length ? crowd.send(hex) : this.play.chooseAt(hex));
  }

  escape() {
    const { table, to, play } = this;
    if (play.crowd.active) play.crowd.clear();
    else if (table.holding) to.put();
    else to.away();
  }

  /** Do what the key of a verb says: press its button, or go to the first one of several.
   * @param {import("./types.js").Choice[]} named @param {string} key */
  carryOut(named, key) {
    const found = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(`.acts [data-key="${key}"]`));
    if (found.length === 1) found[0].click();
    else if (found.length) found[0].focus();
    else if (named.length === 1) void this.table.act(named[0]);
    else this.to.all();
  }

  enter() {
    const button = document.getElementById("primary");
    if (button) button.click();
    else if (this.number()) return;
    else if (document.getElementById("not-yet")) document.getElementById("not-yet")?.click();
    else if (this.table.mine)
      speak("No button is available now. Choose a unit or a hex, or press slash for the list of legal actions.");
  }

  /** Focus the number stepper if there is one. */
  number() {
    const step = /** @type {HTMLElement | null} */ (document.querySelector(".stepper [data-verb]"));
    step?.focus();
    return step !== null;
  }

  /** @param {number} degrees @param {boolean} arrow */
  step(degrees, arrow) {
    const { board } = this;
    if (!board.cursor) return this.first();
    const geo = board.geo;
    let to = geo.towards(board.cursor, degrees);
    if (arrow && !to) to = geo.towards(board.cursor, degrees + 35) ?? geo.towards(board.cursor, degrees - 35);
    // Sideways along a row of flat-top hexes the arrow keys zigzag, one down and one up.
    if (arrow && to) {
      const hex = geo.hexes[board.cursor];
      const options = [degrees - 30, degrees + 30].map((way) => geo.towards(board.cursor ?? "", way)).filter(Boolean);
      if (Math.abs(Math.cos((degrees * Math.PI) / 180)) > 0.9 && geo.flat && options.length === 2) {
        const row = this.row ?? hex.y;
        this.row = row;
        to = options.sort((a, b) => Math.abs(geo.hexes[a ?? ""].y - row) - Math.abs(geo.hexes[b ?? ""].y - row))[0];
      } else this.row = undefined;
    } else this.row = undefined;
    if (!to) return speak("Edge of the map.");
    this.goto(to);
  }

  first() {
    const { board } = this;
    const middle = board.camera.toBoard({ clientX: innerWidth / 2, clientY: innerHeight / 2 });
    const start = this.litPlaces()[0] ?? board.geo.at(middle.x, middle.y) ?? board.geo.labels[0];
    this.goto(start);
  }

  /** @param {string} hex */
  goto(hex) {
    const { board, table } = this;
    board.setCursor(hex);
    board.counters.fan(hex);
    board.port.focus({ preventScroll: true });
    const stack = board.counters.stacks.get(hex) ?? [];
    const can = plainly([
      ...choicesAt(table.view, table.game.verbs, null, hex),
      ...stack.flatMap((u) => choicesAt(table.view, table.game.verbs, u, null)),
    ]);
    const cost = table.board.reach?.[hex];
    speak(
      [
        describe(table, hex),
        cost && `movement cost ${cost}`,
        can.length && `Space: ${can.map((c) => wording(c, table.game)).join(" or ")}`,
      ]
        .filter(Boolean)
        .join(". "),
    );
    void this.play.showPath(hex);
    this.to.look();
  }

  /** Hexes in which something may be chosen, in reading order. */
  litPlaces() {
    const { table, board } = this;
    const hexes = new Set(lit(table.view, table.game.verbs, "hex").keys());
    for (const [unit, verbs] of lit(table.view, table.game.verbs, "unit"))
      if (!verbs.every((verb) => table.game.verbs[verb].quiet)) hexes.add(table.board.units[unit]?.at ?? "");
    return board.geo.reading(hexes);
  }

  /** @param {number} by */
  next(by) {
    const places = this.litPlaces();
    if (!places.length) return this.number() || speak("Nothing on the map is highlighted now.");
    const here = places.indexOf(this.board.cursor ?? "");
    this.goto(places[(here + by + places.length) % places.length]);
  }

  /** @type {number | undefined} */
  row = undefined;
}

/** A list of all legal actions, to search and choose from. @param {Table} table @param {(unit: string) => Element} chit */
export function actionList(table, chit) {
  const all = [...choices(table.view, table.game.verbs), ...everyOrder(table.view, table.game.verbs)];
  const field = h("input", {
    placeholder: "Type a unit, a hex or an action",
    "aria-label": "Search actions",
    autocomplete: "off",
    role: "combobox",
    "aria-expanded": "true",
    "aria-controls": "action-list",
  });
  const list = h("ul", { class: "actions", id: "action-list", role: "listbox", "aria-label": "Legal actions" });
  let chosen = 0;
  /** @type {import("./types.js").Choice[]} */
  let found = all;
  const run = (/** @type {number} */ n) => {
    box.close();
    if (found[n]) void table.act(found[n]);
  };
  const show = () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    found = all.filter((c) => {
      const text =
        `${endOf(table, c.verb)} ${wording(c, table.game)} ${c.text} ${table.game.counters[c.arg]?.formation ?? ""} ${table.game.grid.hexes[c.arg]?.name ?? ""}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
    const exact = field.value.trim().toLowerCase();
    found.sort(
      (a, b) =>
        Number(b.arg.toLowerCase() === exact || b.text === exact) -
        Number(a.arg.toLowerCase() === exact || a.text === exact),
    );
    found = found.slice(0, 200);
    chosen = 0;
    replace(
      list,
      found.length
        ? found.map((c, n) =>
            h(
              "li",
              { role: "option", id: `action-${n}`, "aria-selected": String(n === 0), onclick: () => run(n) },
              c.kind === "unit" ? chit(c.arg) : null,
              h(
                "span",
                { class: "grow" },
                endOf(table, c.verb) || wording(c, table.game),
                h(
                  "small",
                  {},
                  c.kind === "unit"
                    ? [table.game.counters[c.arg]?.printed, table.board.units[c.arg]?.at].join(" · ")
                    : (table.game.grid.hexes[c.arg]?.name ?? table.game.grid.hexes[c.arg]?.terrain ?? ""),
                ),
              ),
            ),
          )
        : h("li", { class: "faint", role: "option", "aria-selected": "false" }, "No legal action matches."),
    );
    field.setAttribute("aria-activedescendant", "action-0");
  };
  field.addEventListener("input", show);
  field.addEventListener("keydown", (e) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[e.key];
    if (step && found.length) {
      e.preventDefault();
      list.children[chosen]?.setAttribute("aria-selected", "false");
      chosen = (chosen + step + found.length) % found.length;
      list.children[chosen]?.setAttribute("aria-selected", "true");
      list.children[chosen]?.scrollIntoView({ block: "nearest" });
      field.setAttribute("aria-activedescendant", `action-${chosen}`);
    } else if (e.key === "Enter") {
      e.preventDefault();
      run(chosen);
    }
  });
  show();
  const box = dialog("Legal actions", [field, list], { class: "finder" });
  field.focus();
}
