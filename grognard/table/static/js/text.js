/** Text with hexes and units in it: pointing at them shows them on the board. */

import { h } from "./dom.js";

/** @param {import("./types.js").Game} game @param {{point: (labels: string[]) => void, go: (label: string) => void,
 *   where: (unit: string) => string | undefined}} to */
export function linker(game, to) {
  const hexes = game.grid.hexes;
  /** @type {Map<string, string>} */
  const units = new Map();
  for (const [id, counter] of Object.entries(game.counters)) {
    if (!/^\d+$/.test(id)) units.set(id, id);
    if (!/^\d+$/.test(counter.name)) units.set(counter.name, units.get(counter.name) ?? id);
  }
  /** @param {string} word @param {string} label */
  const link = (word, label) =>
    h("button", {
      class: "hexlink", tabindex: "-1", onpointerenter: () => to.point([label]), onpointerleave: () => to.point([]),
      onclick: () => to.go(label),
    }, word);

  /** @param {string} text @returns {DocumentFragment} */
  return (text) => {
    const out = document.createDocumentFragment();
    for (const word of text.split(/([\p{L}\d/().-]+)/u)) {
      const known = units.has(word) || Object.hasOwn(hexes, word);
      const [, lead, bare, tail] = (!known && /^([(]*)(.*?)([).,;:]*)$/.exec(word)) || ["", "", word, ""];
      if (lead) out.append(lead);
      if (Object.hasOwn(hexes, bare)) out.append(link(bare, bare), tail);
      else if (units.has(bare)) {
        const unit = /** @type {string} */ (units.get(bare));
        const name = h("span", {
          class: "unitlink", onpointerenter: () => to.point([to.where(unit) ?? ""]), onpointerleave: () => to.point([]),
        }, bare);
        out.append(name, tail);
      } else out.append(bare, tail);
    }
    return out;
  };
}

/** Hexes named in a text. @param {string} text @param {Record<string, unknown>} hexes */
export const hexesIn = (text, hexes) => (text.match(/[\p{L}\d]+/gu) ?? []).filter((word) => Object.hasOwn(hexes, word));
