/** The after-action page of a match: one file with its result, its events and its board, turn by turn. */

import { chapters } from "./log.js";
import { verdict } from "./prompt.js";
import { capital } from "./voice.js";

/** @typedef {{title: string, units: Record<string, import("./types.js").Place>}} Frame */

const STYLE = `html body{height:auto;font:16px/1.5 Georgia,serif;max-width:1100px;margin:2em auto;padding:0 1em;color:#221d16;background:#faf6ea}
h1,h2,h3{line-height:1.2}table{border-collapse:collapse}td,th{padding:3px 10px;border-bottom:1px dotted #b9a;text-align:left}
.board svg{width:100%;height:auto;background:#fff}small{color:#5d5345}label{display:block;margin:1em 0}
@media print{label{display:none}.board{break-inside:avoid}}`;

/** Moves the counters of the board to their places in the turn that is chosen. */
const SCRIPT = `const frames=JSON.parse(document.getElementById("frames").textContent);
const choose=document.getElementById("turn");
function show(n){const at=frames[n].at;for(const unit of document.querySelectorAll(".board [data-unit]")){
const place=at[unit.dataset.unit];unit.style.display=place?"":"none";
if(place)unit.style.transform="translate("+place[0]+"px,"+place[1]+"px) scale("+frames[n].unit+")";}}
choose.addEventListener("change",()=>show(choose.value));show(choose.value);`;

/** @param {string} text */
const safe = (text) =>
  text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign] ?? sign);

/** @param {import("./table.js").Table} table @param {import("./board.js").Board} board @param {string} picture
 * @param {Frame[]} frames @param {any} report */
export function afterAction(table, board, picture, frames, report) {
  const { game, now } = table;
  const scenario = game.scenarios.find((one) => one.id === now.scenario)?.title ?? "";
  const title = `${game.title}: ${scenario}`;
  const head = now.over ? verdict(table) : "The match is not over yet.";
  const reasons = report.result?.reasons ?? [];
  const data = JSON.stringify(frames.map((frame) => ({ unit: board.counters.unit, at: places(board, frame.units) })));
  const options = frames.map((frame, n) => {
    const chosen = n === frames.length - 1 ? " selected" : "";
    return `<option value="${n}"${chosen}>${safe(frame.title)}</option>`;
  });
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${safe(title)}</title><style>${STYLE}</style></head><body>
<h1>${safe(title)}</h1><p><strong>${safe(head)}</strong></p>
${reasons.length ? `<ul>${reasons.map((/** @type {string} */ reason) => `<li>${safe(reason)}</li>`).join("")}</ul>` : ""}
<label>The board at the start of <select id="turn">${options.join("")}</select></label>
<div class="board">${picture}</div>
<h2>What happened</h2>
${chapters(table.log).map(told).join("\n")}
<script type="application/json" id="frames">${data.replace(/</g, "\\u003c")}</script><script>${SCRIPT}</script>
</body></html>
`;
}

/** Where the counters are; those of a stack lie a little apart. @param {import("./board.js").Board} board
 * @param {Record<string, import("./types.js").Place>} units @returns {Record<string, [number, number]>} */
function places({ geo, counters }, units) {
  /** @type {Record<string, number>} */
  const many = {};
  return Object.fromEntries(
    Object.entries(units).flatMap(([unit, { at }]) => {
      const hex = geo.hexes[at];
      if (!hex) return [];
      const off = 6 * counters.unit * (many[at] = (many[at] ?? -1) + 1);
      return [[unit, [Math.round(hex.x - off), Math.round(hex.y + off)]]];
    }),
  );
}

/** @param {import("./log.js").Chapter} chapter */
function told(chapter) {
  const lines = chapter.items.map(({ text, rule, die }) => {
    const more = [die && `die ${die}`, rule].filter(Boolean).join(", ");
    return `<li>${safe(capital(text))}${more ? ` <small>(${safe(more)})</small>` : ""}</li>`;
  });
  return lines.length ? `<h3>${safe(chapter.title)}</h3><ul>${lines.join("")}</ul>` : "";
}
