/** The screen of a match: board, prompt, attack builder and side panel, and the connections between them. */

import { lit } from "./acts.js";
import { AimMarks } from "./aimmarks.js";
import { aimsPanel } from "./aims.js";
import { Board } from "./board.js";
import { Builder } from "./builder.js";
import { Chat } from "./chat.js";
import { Crowd } from "./crowd.js";
import { Curtain } from "./curtain.js";
import { dialog, h, icon, replace, rule } from "./dom.js";
import { Elsewhere } from "./elsewhere.js";
import { Eye } from "./eye.js";
import { firstTip } from "./firsttip.js";
import { gaugesPanel } from "./gauges.js";
import { Glance } from "./glance.js";
import { HintCard } from "./hint.js";
import { Inspector } from "./inspector.js";
import { Keys, actionList } from "./keys.js";
import { keyTable } from "./keytable.js";
import { concern, insets, returnView, showFight } from "./layout.js";
import { lessonCard } from "./lesson.js";
import { LogPanel } from "./log.js";
import { showMenu } from "./menu.js";
import { chartTable, chartsPanel, forcesPanel, scrollToLit, tray, turnsPanel } from "./panels.js";
import { Measure } from "./measure.js";
import { Names } from "./names.js";
import { Notify } from "./notify.js";
import { Offers } from "./offers.js";
import { Pause } from "./pause.js";
import { Play } from "./play.js";
import { looks, onLooks, setLooks, touch } from "./prefs.js";
import { PointerCard } from "./pointer.js";
import { PromptBar } from "./prompt.js";
import { Replay } from "./replay.js";
import { showReport } from "./report.js";
import { explainRules } from "./rules.js";
import { showHelp, showLooks } from "./settings.js";
import { Sketch } from "./sketch.js";
import { standing } from "./standing.js";
import { Table } from "./table.js";
import { tableMenu } from "./tablemenu.js";
import { Tabs } from "./tabs.js";
import { linker } from "./text.js";
import { travel } from "./travel.js";
import { TurnReport } from "./turnreport.js";
import { capital, hush, speak, toast } from "./voice.js";

export class Screen {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.rules = explainRules(table.game);
    this.shown = table.parts.wanted;
    /** all overlays, in the order of their colours @type {string[]} */
    this.overlayNames = [];
    this.play = new Play(table, {
      look: (hex) => this.look(hex),
      point: (hex) => this.pointer.show(hex),
      warn: (notes) => this.pointer.warn(notes),
    });
    this.board = new Board(table.game, this.play.hands);
    this.play.board = this.board;
    this.play.crowd = new Crowd(table, this.board, (words) => this.text(words));
    this.aims = new AimMarks(table, this.board);
    this.eye = new Eye(table, this.board);
    const point = (/** @type {string[]} */ labels) => this.board.point(labels.filter(Boolean));
    const go = (/** @type {string} */ hex) => this.goto(hex);
    this.text = linker(table.game, { point, go, where: (unit) => table.board.units[unit]?.at });
    const chit = (/** @type {string} */ unit) => this.board.counters.picture(unit);
    const pick = (/** @type {string} */ unit, more = false) => (more ? this.play.crowd.toggle(unit) : this.pick(unit));
    const { text } = this;
    this.chit = chit;
    this.pause = new Pause(table);
    this.hint = new HintCard(table, this.board, { text, grown: () => (insets(this), this.elsewhere.show()) });
    this.prompt = new PromptBar(table, {
      all: () => this.all(),
      turns: () => this.tabs.open("turns"),
      put: () => void table.undo(),
      text,
      hint: this.hint,
      pause: this.pause,
    });
    this.builder = new Builder(table, { chit, point, text, chart: () => this.chart() });
    this.inspector = new Inspector(table, { chit, pick, text, crowd: this.play.crowd });
    this.replay = new Replay(table, {
      follow: (entry) => this.eye.follow(entry),
      travel: (entry, before, speed) => travel(table, this.board, entry, before, speed),
      away: () => this.eye.back(),
      text,
    });
    this.elsewhere = new Elsewhere(this.board, () => concern(this));
    this.names = new Names(table.game, this.board, () => (table.board.objectives ?? []).flatMap((aim) => aim.hexes));
    this.board.camera.moved = () => {
      this.elsewhere.place();
      this.names.follow();
    };
    this.eye.replay = this.replay;
    this.eye.text = text;
    this.sketch = new Sketch(table, this.board);
    this.notify = new Notify(table);
    this.measure = new Measure(this.board, this.play);
    this.report = new TurnReport(table, this.board, this.eye);
    this.offers = new Offers(table, text);
    this.chat = new Chat(table, {
      shown: () => this.tabs.now === "chat" && this.side.offsetParent !== null,
      open: () => {
        this.panel(true);
        this.tabs.open("chat");
      },
      counted: () => {
        this.tabs.mark("chat", this.chat.unread > 0);
        this.retitle();
      },
    });
    const charts = chartsPanel(table);
    const forces = forcesPanel(table, { chit, pick, point });
    this.tabs = new Tabs(
      [
        ["log", "Log", new LogPanel(table, { text, replay: (at) => void this.replay.show(at) }).element],
        ["forces", "Forces", forces.element],
        ["charts", "Charts", charts.element],
        ["turns", "Turns", turnsPanel(table, text)],
        ["chat", "Chat", this.chat.element],
      ],
      (name) => {
        this.leaf(name);
        forces.show();
        charts.show();
        this.chat.read();
      },
    );
    this.pointer = new PointerCard(table, this.board, this.aims, this.text);
    this.shownKey = h("ul", { class: "card shown", "aria-label": "Overlays shown", hidden: true });
    this.wire = h("div", { class: "wire", role: "status", hidden: true }, "Connection lost. Reconnecting…");
    this.side = h(
      "aside",
      { class: "side", "aria-label": "Log, forces and charts" },
      this.tabs.element,
      h(
        "div",
        { class: "foot" },
        this.inspector.element,
        gaugesPanel(table),
        aimsPanel(table, text),
        standing(table, text),
        table.game.note && h("p", { class: "faint note" }, table.game.note),
      ),
    );
    this.element = h(
      "main",
      { class: "table" },
      h("h1", { class: "unseen" }, table.game.title),
      h(
        "div",
        { class: "field" },
        this.board.port,
        h(
          "p",
          { class: "unseen", id: "board-help" },
          "Arrow keys move the cursor, N goes to the next highlighted place, Space acts, Enter presses the main button, Backspace undoes, slash lists all legal actions, question mark shows help.",
        ),
        h(
          "div",
          { class: "top" },
          this.prompt.element,
          h("div", { class: "corner" }, this.pointer.element, this.shownKey),
        ),
        (this.low = h(
          "div",
          { class: "low" },
          this.offers.element,
          this.play.crowd.element,
          this.report.element,
          lessonCard(table, text),
          this.builder.element,
          tray(table, { chit, pick, forces: () => this.tabs.open("forces") }),
          this.replay.element,
          this.sketch.element,
        )),
        this.elsewhere.element,
        (this.tools = this.toolbar()),
        this.wire,
      ),
      this.side,
    );
    this.curtain = new Curtain(table, this.element, this.builder);
    this.listen();
  }

  toolbar() {
    const { camera } = this.board;
    /** @param {string} name @param {string} label @param {(e: Event) => void} run */
    const tool = (name, label, run) =>
      h("button", { class: "tool", "aria-label": label, title: label, onclick: run }, icon(name));
    this.menuButton = tool("menu", "Menu", (e) => tableMenu(this, corner(e)));
    return h(
      "nav",
      { class: "tools", "aria-label": "Board" },
      this.menuButton,
      tool("panel", "Log, forces and charts", () => this.panel()),
      tool("layers", "Map overlays (O)", (e) => this.overlayMenu(corner(e))),
      tool("target", "Go to the last event (L)", () => this.eye.last()),
      tool("fit", "Show the whole map (0)", () => camera.fit()),
      tool("plus", "Zoom in (+)", () => camera.zoom(1.35)),
      tool("minus", "Zoom out (−)", () => camera.zoom(1 / 1.35)),
    );
  }

  async start() {
    const { table, board } = this;
    this.panel(looks.panel && innerWidth > 900);
    await board.dress(looks.palette);
    this.draw();
    table.tell("change");
    table.tell("log");
    insets(this);
    this.eye.openOn();
    this.glance = new Glance(table, board, this.play, () => this.draw());
    this.keys = new Keys(table, board, this.play, keyTable(this));
    board.port.focus({ preventScroll: true });
    board.port.classList.add("ready");
    const moment = /^#replay(?:-(\d+))?$/.exec(location.hash);
    if (moment) void this.replay.show(Number(moment[1] ?? 0));
    else if (table.now.over) void showReport(table, this.after());
    else firstTip(table);
  }

  listen() {
    const { table } = this;
    table.on("change", () => this.draw());
    table.on("refused", ({ text, rule }) => toast(text, { kind: "refused", rule, shown: this.text(capital(text)) }));
    table.on("news", ({ fresh, since }) => this.eye.news(fresh, since));
    table.on("wire", (up) => {
      this.wire.hidden = up;
    });
    table.on("done", () => void showReport(table, this.after()));
    // Shift and click chooses several units from lists too, and must not select text.
    this.element.addEventListener("mousedown", (e) => {
      if (e.shiftKey && /** @type {HTMLElement} */ (e.target).closest("[data-pick]")) e.preventDefault();
    });
    // After a click on a button the focus returns to the board; after a key it stays on the button.
    this.element.addEventListener("click", (e) => {
      const button = /** @type {HTMLElement} */ (e.target).closest("button");
      if (e.detail > 0 && button && !document.querySelector("dialog[open], .menu"))
        this.board.port.focus({ preventScroll: true });
    });
    onLooks(() => void this.board.dress(looks.palette).then(() => table.tell("change")));
    const watch = new ResizeObserver(() => insets(this));
    for (const card of [this.prompt.element, ...this.low.children]) watch.observe(card);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => setLooks({}));
  }

  // -- drawing -------------------------------------------------------------------------------

  draw() {
    const { table, board } = this;
    const { verbs } = table.game;
    board.place(table.board.units, table.view.hand, table.board.heights ?? {});
    const hexes = table.mine ? lit(table.view, verbs, "hex") : new Map();
    const { reach = {}, faint = [], ringed = [] } = table.board;
    board.light(hexes, table.mine ? lit(table.view, verbs, "unit") : new Map(), new Set(faint));
    board.declared(this.declared());
    const costs = looks.costs && table.mine;
    board.reach(costs ? reach : {}, new Set(hexes.keys()), new Set(faint), costs ? ringed : []);
    board.flag(table.board.flagged ?? []);
    board.dim(table.board.unused);
    this.aims.draw();
    const overlays = Object.fromEntries(this.overlayNames.map((name) => [name, table.board.overlays?.[name] ?? []]));
    board.overlays(overlays, this.shown);
    this.shownKey.hidden = !this.shown.size;
    replace(
      this.shownKey,
      this.overlayNames.map(
        (name, n) =>
          this.shown.has(name) &&
          h(
            "li",
            {},
            h("span", { class: `swatch tone-${n % 6}`, "aria-hidden": "true" }),
            h("span", { class: "grow" }, capital(name)),
            h(
              "button",
              { class: "round small", "aria-label": `Hide ${name}`, onclick: () => this.overlay(name) },
              icon("close"),
            ),
          ),
      ),
    );
    const { arrived } = this.pause;
    const acted = this.drawn >= 0 && table.view.version !== this.drawn && table.at === null;
    if (table.view.version !== this.drawn) hush();
    if (table.now.over && this.over === false) void showReport(table, this.after());
    this.over = table.now.over;
    this.curtain.face();
    this.drawn = table.view.version;
    // By then the cards have their new size.
    if (acted)
      requestAnimationFrame(() => {
        insets(this);
        if (arrived) showFight(this);
        returnView(this);
      });
    this.retitle();
    this.elsewhere.show();
    this.names.redraw();
    this.element.classList.toggle("mine", table.mine);
    this.pointer.show(this.play.under);
  }

  /** Mark the title of the page while something waits for this player. */
  retitle() {
    const { table } = this;
    const { unread } = this.chat;
    const marks = [unread ? `(${unread})` : "", table.mine || this.offers.waiting ? "●" : ""].filter(Boolean);
    document.title = [...marks, table.game.title].join(" ");
  }

  /** The hex that something was declared for, if no counter shows it. */
  declared() {
    const { view } = this.table;
    return view.over || this.table.looking("target").length ? "" : view.where;
  }

  /** Note which tab is open; charts and turns need the whole panel. @param {string} name */
  leaf(name) {
    if (this.side) this.side.dataset.leaf = name;
  }

  /** @param {string | null} hex */
  look(hex) {
    void this.inspector.look(hex);
  }

  /** @param {string} hex */
  goto(hex) {
    const { board } = this;
    if (!board.geo.hexes[hex]) return;
    board.camera.moves++;
    board.camera.centre(board.geo.hexes[hex]);
    board.setCursor(hex, false);
    board.flash([hex]);
    this.look(hex);
    if (innerWidth < 900) this.panel(false);
  }

  /** A unit chosen from a list. @param {string} unit */
  pick(unit) {
    const { table, board } = this;
    const hex = table.board.units[unit]?.at ?? "";
    const place = board.geo.hexes[hex];
    if (place) {
      board.camera.moves++;
      board.camera.reveal(place);
      board.flash([hex]);
    }
    if (innerWidth < 900) this.panel(false);
    void this.play.choose(unit, null, { x: innerWidth / 2, y: innerHeight / 2 });
  }

  /** Show the chart of the current attack in a dialog. */
  chart() {
    const { view, game } = this.table;
    const tables = game.charts
      .map((chart) =>
        chartTable(
          chart,
          view.preview ?? this.table.rolled?.preview ?? null,
          game,
          view.preview ? 0 : this.table.rolled?.roll,
        ),
      )
      .filter((figure) => figure.querySelector(".lit"));
    if (!tables.length) return this.tabs.open("charts");
    const box = dialog(view.preview?.title ?? "Chart", tables, { wide: true });
    scrollToLit(box);
  }

  // -- menus ---------------------------------------------------------------------------------

  all() {
    if (this.table.mine) actionList(this.table, this.chit);
    else toast("It is not your turn.");
  }

  /** @param {{x: number, y: number}} at */
  async overlayMenu(at) {
    const names = await this.table.overlayNames();
    this.overlayNames = names;
    showMenu(
      "Map overlays",
      [
        ...names.map((name) => ({
          label: capital(name),
          checked: this.shown.has(name),
          run: () => this.overlay(name),
        })),
        { label: "Names on top (M)", checked: looks.names, run: () => this.onTop() },
        { label: "Objectives", checked: looks.aims, run: () => setLooks({ aims: !looks.aims }) },
        { label: "Movement costs", checked: looks.costs, run: () => setLooks({ costs: !looks.costs }) },
      ],
      at,
    );
  }

  /** Show the names of places above the counters, or below them again. */
  onTop() {
    setLooks({ names: !looks.names });
    this.names.follow();
    speak(looks.names ? "Names above the counters" : "Names below the counters");
  }

  /** @param {string} name */
  async overlay(name) {
    if (this.shown.delete(name)) this.draw();
    else {
      this.shown.add(name);
      await this.table.fetchOverlays();
    }
    speak(`${name} ${this.shown.has(name) ? "shown" : "hidden"}`);
  }

  /** @param {boolean} [open] */
  panel(open = !this.element.classList.contains("with-side")) {
    this.element.classList.toggle("with-side", open);
    this.chat.read();
    if (innerWidth > 900) {
      looks.panel = open;
      setLooks({});
    }
  }

  after() {
    return { replay: () => void this.replay.show(0), rematch: () => void this.rematch() };
  }

  async rematch() {
    const { table } = this;
    if (!(await table.send("/rematch"))) return;
    await table.refresh();
    const link = table.nowBoard.rematch?.link;
    if (link) location.assign(link);
  }

  async readHex() {
    const hex = this.board.cursor;
    if (!hex) return;
    this.panel(true);
    this.tabs.open("log");
    await this.inspector.look(hex);
    speak(this.inspector.element.textContent ?? "");
  }

  showLooks() {
    showLooks(this.table.game.palettes);
  }

  showHelp() {
    showHelp(this.table.game.note, this.table.game.verbs);
  }

  /** the view before a fight in the enemy's turn was shown @type {ReturnType<import("./camera.js").Camera["mark"]> | null} */
  before = null;
  /** @type {boolean | undefined} */
  over = undefined;
  drawn = -1;
  /** @type {Glance | undefined} */
  glance = undefined;
  /** @type {Keys | undefined} */
  keys = undefined;
  /** @type {HTMLElement | undefined} */
  menuButton = undefined;
}

/** The place of a menu, next to the button that was pressed. @param {Event} e */
function corner(e) {
  const box = /** @type {HTMLElement} */ (e.currentTarget).getBoundingClientRect();
  return { x: box.left - 260, y: box.top };
}
