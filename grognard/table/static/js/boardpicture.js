/** A picture of the board as it is shown: the map and what lies on it, as one SVG that needs no other file. */

import { s } from "./dom.js";

/** The style sheets that the layers above the map need. */
const STYLES = ["base", "board"];
/** Layers that belong to the moment and not to the position. */
const PASSING = ".lit, .reach, .path, .beneath, .halo, .plain, .ghost";

/** @param {import("./board.js").Board} board @returns {Promise<string>} */
export async function boardPicture(board) {
  const { width, height } = board.geo;
  const [map, ...styles] = await Promise.all(
    [board.ground.src, ...STYLES.map((name) => `/static/css/${name}.css`)].map(async (url) =>
      (await fetch(url)).text(),
    ),
  );
  const above = /** @type {SVGSVGElement} */ (board.svg.cloneNode(true));
  for (const part of above.querySelectorAll(PASSING)) part.remove();
  above.removeAttribute("class");
  for (const [name, value] of Object.entries({ x: 0, y: 0, width, height })) above.setAttribute(name, String(value));
  const whole = s(
    "svg",
    { xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${width} ${height}`, width, height },
    s("style", {}, styles.join("\n")),
    s("image", { width, height, href: `data:image/svg+xml;base64,${encoded(map)}` }),
    above,
  );
  return new XMLSerializer().serializeToString(whole);
}

/** @param {string} text */
function encoded(text) {
  const bytes = new TextEncoder().encode(text);
  let out = "";
  for (let at = 0; at < bytes.length; at += 0x8000) out += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(out);
}

/** The address of a picture, and how to give it back. @param {string} picture */
function address(picture) {
  const url = URL.createObjectURL(new Blob([picture], { type: "image/svg+xml" }));
  return { url, free: () => setTimeout(() => URL.revokeObjectURL(url), 60_000) };
}

/** The picture as pixels, its longer side at most n of them. @param {string} picture @param {number} most n
 * @returns {Promise<Blob | null>} */
export async function pixels(picture, most = 4000) {
  const { url, free } = address(picture);
  const image = new Image();
  image.src = url;
  await image.decode();
  const scale = Math.min(2, most / Math.max(image.width, image.height));
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [Math.round(image.width * scale), Math.round(image.height * scale)];
  const pen = canvas.getContext("2d");
  if (!pen) return null;
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  free();
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

/** The sheets of the map, by the letters at the end of their labels: the frame of each, with a margin.
 * @param {import("./geo.js").Geo} geo @returns {[number, number, number, number][]} */
export function sheets(geo) {
  /** @type {Map<string, {x: number, y: number}[]>} */
  const found = new Map();
  for (const label of geo.labels) {
    const sheet = /\D*$/.exec(label)?.[0] ?? "";
    found.set(sheet, [...(found.get(sheet) ?? []), geo.hexes[label]]);
  }
  return [...found.values()].map((places) => {
    const xs = places.map((place) => place.x);
    const ys = places.map((place) => place.y);
    const [left, top] = [Math.min(...xs) - geo.step, Math.min(...ys) - geo.step];
    return [left, top, Math.max(...xs) + geo.step - left, Math.max(...ys) + geo.step - top];
  });
}

/** Print the board, a page for each sheet of the map. @param {string} picture @param {import("./geo.js").Geo} geo
 * @param {string} title */
export async function printBoard(picture, geo, title) {
  const { url, free } = address(picture);
  const pages = sheets(geo).map((frame) =>
    s(
      "svg",
      { class: "print-sheet", viewBox: frame.join(" "), role: "img", "aria-label": title },
      s("image", { href: url, width: geo.width, height: geo.height }),
    ),
  );
  const box = document.createElement("div");
  box.className = "print-sheets";
  box.append(...pages);
  document.body.append(box);
  const image = new Image();
  image.src = url;
  await image.decode();
  window.addEventListener("afterprint", () => (box.remove(), free()), { once: true });
  window.print();
}
