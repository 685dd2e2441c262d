/** A button at the edge of the board that leads to places out of view: a hint, a target, or the hexes that may be chosen.
 * The board itself moves only when the player wants it to. */

import { h, icon, replace, shape } from "./dom.js";

/** @typedef {{words: string, labels: string[]}} Concern */

/** Half the size of the button, so that it stays inside the visible part. */
const SMALL = 700;
const HALF = { x: 70, y: 22 };

export class Elsewhere {
  /** @param {import("./board.js").Board} board @param {() => Concern | null} concern what the player should see now */
  constructor(board, concern) {
    this.board = board;
    this.concern = concern;
    this.element = h("button", { class: "elsewhere small", hidden: true, onclick: () => this.go() });
    /** @type {{x: number, y: number}[]} */
    this.places = [];
    this.words = "";
  }

  /** Find out again which places the player should see. */
  show() {
    const found = this.concern();
    this.places = (found?.labels ?? []).map((label) => this.board.geo.hexes[label]).filter(Boolean);
    if (found && found.words !== this.words) replace(this.element, icon("target"), found.words);
    this.words = found?.words ?? "";
    this.place();
  }

  /** Put the button where the nearest place is, if none of them is visible. */
  place() {
    const { camera } = this.board;
    const hidden = !this.places.length || this.places.some((place) => camera.sees(place));
    if (this.element.hidden !== hidden) this.element.hidden = hidden;
    if (hidden) return;
    const room = camera.room();
    const to = camera.nearest(this.places);
    const within = (
      /** @type {number} */ at,
      /** @type {number} */ from,
      /** @type {number} */ size,
      /** @type {number} */ half,
    ) => Math.max(from + Math.min(half, size / 2), Math.min(from + Math.max(size - half, size / 2), at));
    // On a phone little of the board is free, so the button keeps to the edge of the dock.
    const small = innerWidth < SMALL;
    shape(this.element, {
      left: small ? "50%" : `${within(camera.x + to.x * camera.scale, room.left, room.width, HALF.x)}px`,
      top: small ? `${room.top - 6}px` : `${within(camera.y + to.y * camera.scale, room.top, room.height, HALF.y)}px`,
    });
  }

  go() {
    const { camera } = this.board;
    if (!this.places.length) return;
    camera.moves++;
    camera.centre(camera.nearest(this.places));
  }
}
