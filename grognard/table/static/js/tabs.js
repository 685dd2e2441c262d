/** The tabs of a panel, of which one is shown. */

import { h } from "./dom.js";

export class Tabs {
  /** @param {[string, string, Element][]} leaves @param {(name: string) => void} opened */
  constructor(leaves, opened) {
    this.opened = opened;
    this.tabs = new Map(
      leaves.map(([name, label]) => [
        name,
        h(
          "button",
          {
            role: "tab",
            id: `tab-${name}`,
            "aria-controls": `leaf-${name}`,
            onclick: () => this.open(name),
          },
          label,
        ),
      ]),
    );
    this.leaves = new Map(
      leaves.map(([name, , body]) => [
        name,
        h(
          "div",
          { role: "tabpanel", tabindex: "0", id: `leaf-${name}`, "aria-labelledby": `tab-${name}`, class: "leaf" },
          body,
        ),
      ]),
    );
    const list = h("div", { role: "tablist", "aria-label": "Panel" }, [...this.tabs.values()]);
    list.addEventListener("keydown", (e) => this.key(e));
    this.element = h("div", { class: "tabs" }, list, ...this.leaves.values());
    this.now = leaves[0][0];
    this.open(this.now);
  }

  /** @param {string} name */
  open(name) {
    this.now = name;
    for (const [other, tab] of this.tabs) {
      tab.setAttribute("aria-selected", String(other === name));
      tab.tabIndex = other === name ? 0 : -1;
    }
    for (const [other, leaf] of this.leaves) leaf.hidden = other !== name;
    document.querySelector("main.table")?.classList.add("with-side");
    this.opened(name);
  }

  /** Mark a tab that has news. @param {string} name @param {boolean} on */
  mark(name, on) {
    this.tabs.get(name)?.classList.toggle("has-news", on);
  }

  focus() {
    this.tabs.get(this.now)?.focus();
  }

  /** @param {KeyboardEvent} e */
  key(e) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
    if (!step) return;
    e.preventDefault();
    const names = [...this.tabs.keys()];
    this.open(names[(names.indexOf(this.now) + step + names.length) % names.length]);
    this.focus();
  }
}
