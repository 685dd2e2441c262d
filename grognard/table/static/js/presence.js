/** The other players at the head of the table: their names, and whether they are here. */

import { h, replace } from "./dom.js";

/** @param {import("./table.js").Table} table */
export function presence(table) {
  const element = h("ul", { class: "presence", "aria-label": "Other players" });
  const show = () => {
    const others = Object.entries(table.nowBoard.opponents ?? {}).filter(([, other]) => other.kind !== "machine");
    element.hidden = !others.length;
    replace(
      element,
      others.map(([side, other]) =>
        h(
          "li",
          { class: other.here ? "here" : "" },
          h("span", { class: "dot", "aria-hidden": "true" }),
          `${other.name || table.sideName(side)} ${other.here ? "is here" : "is away"}`,
        ),
      ),
    );
  };
  table.on("change", show);
  return element;
}
