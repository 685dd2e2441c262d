/** The replay: a slider with bookmarks at the phases, steps, play, and a new match from any moment. */

import { confirm, h, icon, replace, shape } from "./dom.js";
import { chapters } from "./log.js";
import { remember } from "./prefs.js";
import { unitsOf } from "./text.js";
import { capital, speak, toast } from "./voice.js";
import { commanderName } from "./words.js";

/** @typedef {import("./table.js").Table} Table */

const SPEEDS = [0.5, 1, 2, 4, 8];

export class Replay {
  /** @param {Table} table @param {{follow: (entry: import("./types.js").LogEntry | undefined) => void, away: () => void,
   *   travel: (entry: import("./types.js").LogEntry | undefined, before: Record<string, import("./types.js").Place>, speed: number) => void,
   *   text: (text: string, about?: string[]) => Node}} to */
  constructor(table, to) {
    this.table = table;
    this.to = to;
    this.speed = 1;
    this.playing = false;
    this.slider = h("input", {
      type: "range",
      min: "0",
      max: "0",
      "aria-label": "Moment",
      oninput: () => void this.go(Number(this.slider.value)),
    });
    this.marks = h("div", { class: "bookmarks" });
    this.caption = h("p", { class: "caption" });
    this.play = h("button", { class: "round", "aria-label": "Play", onclick: () => this.toggle() }, icon("play"));
    this.pace = h(
      "button",
      { class: "small", onclick: () => this.faster(), title: "Speed" },
      "1×",
      h("span", { class: "unseen" }, " speed"),
    );
    this.fork = h("button", { class: "small", onclick: () => void this.takeOver() }, icon("fork"), "Play from here");
    const button = (/** @type {string} */ name, /** @type {string} */ label, /** @type {() => void} */ run) =>
      h("button", { class: "round small", "aria-label": label, title: label, onclick: run }, icon(name));
    this.element = h(
      "section",
      { class: "card replay", "aria-label": "Replay", hidden: true },
      h(
        "div",
        { class: "row" },
        button("first", "Previous phase", () => this.phase(-1)),
        button("back", "One step back", () => this.step(-1)),
        this.play,
        button("forward", "One step forward", () => this.step(1)),
        button("last", "Next phase", () => this.phase(1)),
        this.pace,
        h("div", { class: "grow" }, h("div", { class: "slide" }, this.slider, this.marks), this.caption),
      ),
      h(
        "div",
        { class: "row end" },
        this.fork,
        h("button", { class: "small primary", onclick: () => this.close() }, "Close replay"),
      ),
    );
    table.on("log", () => !this.element.hidden && this.frame());
  }

  get open() {
    return !this.element.hidden;
  }

  /** @param {number} at */
  async show(at) {
    this.element.hidden = false;
    document.body.classList.add("replaying");
    this.frame();
    await this.go(at);
  }

  /** Update length and bookmarks. */
  frame() {
    const end = this.table.moment;
    this.slider.max = String(end);
    const found = chapters(this.table.log);
    replace(
      this.marks,
      found.map((chapter) =>
        shape(
          h("button", {
            tabindex: "-1",
            title: chapter.title,
            "aria-label": chapter.title,
            onclick: () => void this.go(chapter.from),
          }),
          { left: `${end ? (100 * chapter.from) / end : 0}%` },
        ),
      ),
    );
    this.stops = found.map((chapter) => chapter.from);
    this.fork.hidden = this.table.nowBoard.may_fork === false;
  }

  /** @param {number} at */
  async go(at) {
    const to = Math.max(0, Math.min(at, this.table.moment));
    this.slider.value = String(to);
    const before = this.table.board.units;
    const forward = to === (this.table.at ?? 0) + 1;
    await this.table.look(to);
    const entry = [...this.table.log].reverse().find((other) => other.number <= to && other.events.length);
    const chapter = [...chapters(this.table.log)].reverse().find((other) => other.from <= to);
    const last = entry?.events[entry.events.length - 1]?.text ?? "Start of the match";
    const words = this.to.text(capital(last), entry ? unitsOf(this.table.game, entry.action) : []).textContent;
    this.caption.textContent = `${to} of ${this.table.moment} · ${chapter && chapter.title !== last ? `${chapter.title} · ` : ""}${words}`;
    this.caption.title = this.caption.textContent;
    this.slider.setAttribute("aria-valuetext", this.caption.textContent);
    const now = entry?.number === to ? entry : undefined;
    this.to.follow(now);
    if (forward) this.to.travel(now, before, this.playing ? this.speed : 1);
  }

  /** @param {number} by */
  step(by) {
    this.pause();
    if (!this.open) return void this.show(this.table.moment + Math.min(0, by));
    void this.go((this.table.at ?? this.table.moment) + by);
  }

  /** @param {number} by */
  phase(by) {
    const here = this.table.at ?? this.table.moment;
    const stop = by > 0 ? this.stops.find((at) => at > here) : [...this.stops].reverse().find((at) => at < here);
    void this.go(stop ?? (by > 0 ? this.table.moment : 0));
  }

  toggle() {
    if (this.playing) return this.pause();
    this.playing = true;
    replace(this.play, icon("pause"));
    this.play.setAttribute("aria-label", "Pause");
    if ((this.table.at ?? 0) >= this.table.moment) void this.go(0);
    void this.run();
  }

  async run() {
    while (this.playing) {
      const begin = performance.now();
      const at = this.table.at ?? this.table.moment;
      if (at >= this.table.moment) break;
      await this.go(at + 1);
      const entry = this.table.log.find((other) => other.number === this.table.at);
      const pause = (entry?.events.length ? 900 : 120) / this.speed;
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, pause - (performance.now() - begin))));
    }
    this.pause();
  }

  pause() {
    this.playing = false;
    replace(this.play, icon("play"));
    this.play.setAttribute("aria-label", "Play");
  }

  faster() {
    this.speed = SPEEDS[(SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length];
    replace(this.pace, `${this.speed}×`, h("span", { class: "unseen" }, " speed"));
    speak(`Speed ${this.speed}`);
  }

  close() {
    this.pause();
    this.element.hidden = true;
    document.body.classList.remove("replaying");
    void this.table.look(null);
    this.to.away();
  }

  async takeOver() {
    const { table } = this;
    const at = table.at ?? table.moment;
    const branch = this.branch();
    const sure = await confirm("Continue from here in a new match?", "New match", {
      about: `The new match begins with the position shown (${branch}) and has new dice. This match stays as it is.`,
    });
    if (!sure) return;
    try {
      const made = await table.seat.post("/fork", { at });
      const token = Object.values(made.tokens ?? {})[0] ?? made.token;
      remember({ token, game: table.game.id, title: table.game.title, scenario: table.now.scenario, branch });
      location.assign(`/m/${token}`);
    } catch (error) {
      toast(/** @type {Error} */ (error).message, { kind: "refused" });
    }
  }

  /** Where a match that begins at the moment shown comes from, in words. */
  branch() {
    const { table } = this;
    const { track } = table.board;
    const others = Object.values(table.nowBoard.opponents ?? {}).map((other) =>
      other.kind === "machine" ? commanderName(other.name) : other.name || "a friend",
    );
    const match = others.length ? `the match against ${others.join(" and ")}` : "your match at one screen";
    const phase = track && track.phase >= 0 ? `, ${track.phases[track.phase]},` : "";
    return `from turn ${track?.turn ?? table.view.status.turn ?? ""}${phase} of ${match}`;
  }

  /** @type {number[]} */
  stops = [];
}
