/** Pop-up menus, used with arrow keys, letters or the pointer. */

import { h } from "./dom.js";

/** @typedef {{label: string, note?: string, run: () => void, danger?: boolean, checked?: boolean, disabled?: boolean}} Item */

/** @type {HTMLElement | null} */
let open = null;
/** @type {Element | null} */
let back = null;

export function closeMenu() {
  open?.remove();
  open = null;
  if (back instanceof HTMLElement && document.contains(back)) back.focus({ preventScroll: true });
  back = null;
}

export const menuOpen = () => open !== null;

/** @param {string} title @param {Item[]} items @param {{x: number, y: number}} at */
export function showMenu(title, items, at) {
  closeMenu();
  back = document.activeElement;
  const letters = keysFor(items);
  const rows = items.map((item, n) =>
    h(
      "button",
      {
        role: item.checked === undefined ? "menuitem" : "menuitemcheckbox",
        class: item.danger ? "danger" : "",
        tabindex: "-1",
        "aria-checked": item.checked === undefined ? undefined : String(item.checked),
        disabled: item.disabled,
        onclick: () => {
          closeMenu();
          item.run();
        },
      },
      item.checked === undefined ? null : h("span", { class: "tick", "aria-hidden": "true" }, item.checked ? "✓" : ""),
      h("span", { class: "grow" }, item.label, item.note && h("small", {}, item.note)),
      letters[n] && h("kbd", { "aria-hidden": "true" }, letters[n]),
    ),
  );
  const menu = h(
    "div",
    { class: "menu", role: "menu", "aria-label": title },
    h("p", { class: "menu-title", role: "presentation" }, title),
    rows,
  );
  document.body.append(menu);
  open = menu;
  const box = menu.getBoundingClientRect();
  menu.style.left = `${Math.max(8, Math.min(at.x, innerWidth - box.width - 8))}px`;
  menu.style.top = `${Math.max(8, Math.min(at.y, innerHeight - box.height - 8))}px`;
  menu.addEventListener("keydown", (e) => keys(e, rows, letters));
  menu.addEventListener("focusout", (e) => {
    if (open === menu && e.relatedTarget instanceof Node && !menu.contains(e.relatedTarget)) closeMenu();
  });
  rows.find((row) => !row.disabled)?.focus();
  setTimeout(() => addEventListener("pointerdown", outside, { capture: true }));
}

/** @param {PointerEvent} e */
function outside(e) {
  if (open && e.target instanceof Node && open.contains(e.target)) return;
  removeEventListener("pointerdown", outside, { capture: true });
  closeMenu();
}

/** A letter for each item: the first free one after the words that all items begin with. @param {Item[]} items */
function keysFor(items) {
  const labels = items.map((item) => item.label.toUpperCase());
  let shared = labels.length > 1 ? labels[0] : "";
  while (!labels.every((label) => label.startsWith(shared))) shared = shared.slice(0, -1);
  shared = shared.slice(0, shared.lastIndexOf(" ") + 1);
  const taken = new Set();
  return labels.map((label) => {
    const letter = [...label.slice(shared.length), ...label].find((c) => /[A-Z0-9]/.test(c) && !taken.has(c)) ?? "";
    taken.add(letter);
    return letter;
  });
}

/** @param {KeyboardEvent} e @param {HTMLButtonElement[]} rows @param {string[]} letters */
function keys(e, rows, letters) {
  const here = rows.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
  const step = { ArrowDown: 1, ArrowUp: -1 }[e.key];
  e.stopPropagation();
  if (step) {
    e.preventDefault();
    rows[(here + step + rows.length) % rows.length]?.focus();
  } else if (e.key === "Escape" || e.key === "Tab") {
    e.preventDefault();
    closeMenu();
  } else if (e.key.length === 1 && e.key !== " " && !e.ctrlKey && !e.metaKey) {
    const n = letters.indexOf(e.key.toUpperCase());
    if (n >= 0) {
      e.preventDefault();
      rows[n].click();
    }
  }
}
