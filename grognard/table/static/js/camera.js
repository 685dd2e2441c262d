/**
 * Pan and zoom. The board is laid out at one scale (`drawn`) and moved by a transform, so that the compositor does the
 * panning alone. When movement stops, the board is laid out again at the scale shown, to be sharp.
 */

import { motion } from "./prefs.js";

const REST = 160;
const CLICK = 6;
/** Around the whole map this much is free. */
const MARGIN = 8;

/** @typedef {{x: number, y: number}} Point */

export class Camera {
  /**
   * @param {HTMLElement} port @param {HTMLElement} world @param {[number, number]} size
   * @param {{tap: (p: Point, e: PointerEvent) => void, hover: (p: Point | null, e: PointerEvent) => void,
   *   grab: (p: Point, e: PointerEvent) => boolean, drag: (p: Point, e: PointerEvent) => void,
   *   drop: (p: Point | null, e: PointerEvent) => void, long: (p: Point, e: PointerEvent) => void,
   *   more: (p: Point, e: MouseEvent) => void}} hands
   */
  constructor(port, world, size, hands) {
    this.port = port;
    this.world = world;
    this.width = size[0];
    this.height = size[1];
    /** The part of the board that is in play: left, top, width and height. @type {[number, number, number, number]} */
    this.part = [0, 0, size[0], size[1]];
    this.hands = hands;
    this.x = 0;
    this.y = 0;
    this.scale = 0.4;
    this.drawn = 0;
    this.frame = 0;
    this.timer = 0;
    this.inset = { top: 12, right: 12, bottom: 12, left: 12 };
    /** The dock: its lower edge, its right edge, and what is kept free at the bottom; the whole map is shown below or
     * beside it. */
    this.dock = { below: 0, beside: 0, foot: 0 };
    /** how often the player has moved the board */
    this.moves = 0;
    /** @type {Map<number, PointerEvent>} */
    this.fingers = new Map();
    /** @type {"" | "press" | "pan" | "unit" | "pinch"} */
    this.mode = "";
    this.listen();
    new ResizeObserver(() => this.show()).observe(port);
  }

  listen() {
    const { port } = this;
    port.addEventListener("pointerdown", (e) => this.down(e));
    port.addEventListener("pointermove", (e) => this.move(e));
    port.addEventListener("pointerup", (e) => this.up(e));
    port.addEventListener("pointercancel", (e) => this.up(e, true));
    port.addEventListener("pointerleave", (e) => {
      if (!this.mode) this.hands.hover(null, e);
    });
    port.addEventListener("wheel", (e) => this.wheel(e), { passive: false });
    port.addEventListener("contextmenu", (e) => {
      e.preventDefault();
      // A long touch sends this event too, but has been handled already.
      if (e.button === 2) this.hands.more(this.toBoard(e), e);
    });
  }

  // -- input ---------------------------------------------------------------------------------

  /** @param {PointerEvent} e */
  down(e) {
    if (e.button > 1) return;
    this.fingers.set(e.pointerId, e);
    this.port.setPointerCapture(e.pointerId);
    this.stop();
    if (this.fingers.size === 2) {
      if (this.mode === "unit") this.hands.drop(null, e);
      this.mode = "pinch";
      return;
    }
    this.start = e;
    this.last = e;
    this.mode = "press";
    clearTimeout(this.pressing);
    if (e.pointerType !== "mouse") {
      this.pressing = setTimeout(() => {
        if (this.mode !== "press") return;
        this.mode = "";
        this.hands.long(this.toBoard(e), e);
      }, 550);
    }
  }

  /** @param {PointerEvent} e */
  move(e) {
    if (!this.mode) {
      this.hands.hover(this.toBoard(e), e);
      return;
    }
    const before = this.fingers.get(e.pointerId);
    if (!before) return;
    if (this.mode === "pinch") this.pinch(before, e);
    this.fingers.set(e.pointerId, e);
    if (
      this.mode === "press" &&
      this.start &&
      Math.hypot(e.clientX - this.start.clientX, e.clientY - this.start.clientY) > CLICK
    ) {
      clearTimeout(this.pressing);
      const grabbed =
        e.pointerType === "mouse" && this.start.button === 0 && this.hands.grab(this.toBoard(this.start), this.start);
      this.mode = grabbed ? "unit" : "pan";
      this.port.classList.toggle("panning", this.mode === "pan");
    }
    if (this.mode === "pan" && this.last) {
      this.moves++;
      this.x += e.clientX - this.last.clientX;
      this.y += e.clientY - this.last.clientY;
      this.show();
    }
    if (this.mode === "unit") this.hands.drag(this.toBoard(e), e);
    this.last = e;
  }

  /** @param {PointerEvent} e @param {boolean} [cancelled] */
  up(e, cancelled = false) {
    clearTimeout(this.pressing);
    this.fingers.delete(e.pointerId);
    const mode = this.mode;
    if (this.fingers.size > 0) {
      this.mode = "pan";
      this.last = [...this.fingers.values()][0];
      return;
    }
    this.mode = "";
    this.port.classList.remove("panning");
    if (mode === "press" && !cancelled) this.hands.tap(this.toBoard(e), e);
    if (mode === "unit") this.hands.drop(cancelled ? null : this.toBoard(e), e);
  }

  /** @param {PointerEvent} before @param {PointerEvent} now */
  pinch(before, now) {
    const other = [...this.fingers.values()].find((f) => f.pointerId !== now.pointerId);
    if (!other) return;
    const was = Math.hypot(before.clientX - other.clientX, before.clientY - other.clientY);
    const is = Math.hypot(now.clientX - other.clientX, now.clientY - other.clientY);
    const middle = { clientX: (now.clientX + other.clientX) / 2, clientY: (now.clientY + other.clientY) / 2 };
    this.x += (now.clientX - before.clientX) / 2;
    this.y += (now.clientY - before.clientY) / 2;
    this.zoom(was > 8 ? is / was : 1, middle);
  }

  /** @param {WheelEvent} e */
  wheel(e) {
    e.preventDefault();
    this.stop();
    this.moves++;
    const lines = e.deltaMode === 1 ? 16 : 1;
    if (e.shiftKey && !e.ctrlKey) {
      this.x -= (e.deltaX || e.deltaY) * lines;
      this.show();
      return;
    }
    this.zoom(Math.exp(-Math.max(-240, Math.min(240, e.deltaY * lines)) * (e.ctrlKey ? 0.008 : 0.0016)), e);
  }

  // -- positions -----------------------------------------------------------------------------

  /** @param {{clientX: number, clientY: number}} e @returns {Point} */
  toBoard(e) {
    const box = this.port.getBoundingClientRect();
    return { x: (e.clientX - box.left - this.x) / this.scale, y: (e.clientY - box.top - this.y) / this.scale };
  }

  /** @param {Point} p @returns {Point} in the window */
  toWindow(p) {
    const box = this.port.getBoundingClientRect();
    return { x: box.left + this.x + p.x * this.scale, y: box.top + this.y + p.y * this.scale };
  }

  least() {
    return Math.min(0.25, this.fitScale() * 0.8);
  }

  room() {
    const { top, right, bottom, left } = this.inset;
    return {
      left,
      top,
      width: Math.max(80, this.port.clientWidth - left - right),
      height: Math.max(80, this.port.clientHeight - top - bottom),
    };
  }

  /** The part of the window for the whole map: below the dock or beside it, where the map is larger. */
  fitRoom() {
    const [w, h] = [this.port.clientWidth - 2 * MARGIN, this.port.clientHeight - MARGIN - this.dock.foot];
    const rooms = [
      { left: MARGIN, top: this.dock.below, width: w, height: h - this.dock.below },
      { left: this.dock.beside, top: MARGIN, width: w + MARGIN - this.dock.beside, height: h - MARGIN },
    ].map((room) => ({ ...room, width: Math.max(80, room.width), height: Math.max(80, room.height) }));
    const [below, beside] = rooms.map((room) => Math.min(room.width / this.part[2], room.height / this.part[3]));
    return below >= beside ? { ...rooms[0], scale: below } : { ...rooms[1], scale: beside };
  }

  fitScale() {
    return this.fitRoom().scale;
  }

  // -- movements -----------------------------------------------------------------------------

  /** @param {number} factor @param {{clientX: number, clientY: number}} [around] */
  zoom(factor, around) {
    this.moves++;
    const box = this.port.getBoundingClientRect();
    const px = around ? around.clientX - box.left : box.width / 2;
    const py = around ? around.clientY - box.top : box.height / 2;
    const scale = Math.max(this.least(), Math.min(4, this.scale * factor));
    this.x = px - ((px - this.x) * scale) / this.scale;
    this.y = py - ((py - this.y) * scale) / this.scale;
    this.scale = scale;
    this.show();
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.moves++;
    this.glide(this.x + dx, this.y + dy, this.scale, 120);
  }

  fit() {
    this.moves++;
    const { scale, ...room } = this.fitRoom();
    const [left, top, width, height] = this.part;
    this.glide(
      room.left + (room.width - width * scale) / 2 - left * scale,
      room.top + (room.height - height * scale) / 2 - top * scale,
      scale,
    );
  }

  /** Show a part of the board as large as possible, but large enough to read.
   * @param {Point[]} points @param {number} [margin] @param {number} [least] @param {number} [most] */
  frameOn(points, margin = 200, least = this.least(), most = 1.1) {
    if (!points.length) return this.fit();
    const xs = points.map((p) => p.x);
    const ys = points.map((p) => p.y);
    const [left, right] = [Math.min(...xs) - margin, Math.max(...xs) + margin];
    const [top, bottom] = [Math.min(...ys) - margin, Math.max(...ys) + margin];
    const room = this.room();
    const scale = Math.max(least, Math.min(most, room.width / (right - left), room.height / (bottom - top)));
    this.centre({ x: (left + right) / 2, y: (top + bottom) / 2 }, scale);
  }

  /** The present view, to return to. */
  mark() {
    return { x: this.x, y: this.y, scale: this.scale, moves: this.moves };
  }

  /** Return to an earlier view, unless the player has moved the board since. @param {ReturnType<Camera["mark"]> | null} mark */
  back(mark) {
    if (mark && mark.moves === this.moves) this.glide(mark.x, mark.y, mark.scale);
  }

  /** @param {Point} p @param {number} [scale] */
  centre(p, scale = this.scale) {
    const room = this.room();
    const x = room.left + room.width / 2 - p.x * scale;
    const y = room.top + room.height / 2 - p.y * scale;
    this.glide(
      inside(x, room.left, room.width, this.width * scale),
      inside(y, room.top, room.height, this.height * scale),
      scale,
    );
  }

  /** Whether a point is in the visible part of the board, not covered by cards. @param {Point} p */
  sees(p) {
    const room = this.room();
    const x = this.x + p.x * this.scale - room.left;
    const y = this.y + p.y * this.scale - room.top;
    return x >= 0 && y >= 0 && x <= room.width && y <= room.height;
  }

  /** The point nearest to the centre of the visible part. @param {Point[]} points */
  nearest(points) {
    const room = this.room();
    const middle = {
      x: (room.left + room.width / 2 - this.x) / this.scale,
      y: (room.top + room.height / 2 - this.y) / this.scale,
    };
    const far = (/** @type {Point} */ p) => Math.hypot(p.x - middle.x, p.y - middle.y);
    return points.reduce((best, p) => (far(p) < far(best) ? p : best));
  }

  /** Move the board only if a point is hidden or close to the edge. @param {Point} p */
  reveal(p) {
    const room = this.room();
    const x = this.x + p.x * this.scale - room.left;
    const y = this.y + p.y * this.scale - room.top;
    const edge = Math.min(70, room.width / 5, room.height / 5);
    if (x < edge || y < edge || x > room.width - edge || y > room.height - edge) this.centre(p);
  }

  /** @param {number} x @param {number} y @param {number} scale @param {number} [time] */
  glide(x, y, scale, time = 320) {
    this.stop();
    const from = { x: this.x, y: this.y, scale: this.scale };
    if (!motion() || !this.drawn) {
      Object.assign(this, { x, y, scale });
      this.show();
      return;
    }
    const begin = performance.now();
    const step = (/** @type {number} */ now) => {
      const t = Math.min(1, (now - begin) / time);
      const ease = 1 - (1 - t) ** 3;
      this.x = from.x + (x - from.x) * ease;
      this.y = from.y + (y - from.y) * ease;
      this.scale = from.scale + (scale - from.scale) * ease;
      this.show();
      this.gliding = t < 1 ? requestAnimationFrame(step) : 0;
    };
    this.gliding = requestAnimationFrame(step);
  }

  stop() {
    if (this.gliding) cancelAnimationFrame(this.gliding);
    this.gliding = 0;
  }

  // -- drawing -------------------------------------------------------------------------------

  show() {
    if (!this.frame) this.frame = requestAnimationFrame(() => this.draw());
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.settle(), REST);
  }

  draw() {
    this.frame = 0;
    this.clamp();
    if (!this.drawn) this.settle();
    this.world.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.scale / this.drawn})`;
    this.moved?.();
  }

  /** Always keep part of the map in view. */
  clamp() {
    const [w, h] = [this.port.clientWidth, this.port.clientHeight];
    const keep = 140;
    this.x = Math.min(w - keep, Math.max(keep - this.width * this.scale, this.x));
    this.y = Math.min(h - keep, Math.max(keep - this.height * this.scale, this.y));
  }

  /** Lay the board out at the current scale. */
  settle() {
    if (this.mode === "pinch" || this.gliding) {
      this.timer = setTimeout(() => this.settle(), REST);
      return;
    }
    if (Math.abs(this.drawn / this.scale - 1) < 0.001) return;
    this.drawn = this.scale;
    this.world.style.width = `${this.width * this.drawn}px`;
    this.world.style.height = `${this.height * this.drawn}px`;
    this.world.style.transform = `translate(${this.x}px, ${this.y}px) scale(1)`;
  }

  /** Called after every movement of the board; a hook for labels that follow it. @type {(() => void) | undefined} */
  moved = undefined;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  pressing = undefined;
  /** @type {PointerEvent | undefined} */
  start = undefined;
  /** @type {PointerEvent | undefined} */
  last = undefined;
  gliding = 0;
}

/** Avoid empty space next to a board that is larger than the visible part. @param {number} at @param {number} from @param {number} room @param {number} size */
const inside = (at, from, room, size) =>
  size < room ? from + (room - size) / 2 : Math.min(from, Math.max(from + room - size, at));
