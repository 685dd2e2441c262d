/** Invitation links: shown when a match is created, and later in its menu while this browser remembers them. */

import { dialog, h, icon } from "./dom.js";
import { speak } from "./voice.js";

const KEY = "grognard.links";

/** @param {string} match @param {Record<string, string>} links */
export function keepLinks(match, links) {
  try {
    const all = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    all[match] = links;
    const entries = Object.entries(all).slice(-40);
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(entries)));
  } catch {
    // storage may be forbidden; then the links are not remembered
  }
}

/** @param {string} match @returns {Record<string, string>} */
export function linksOf(match) {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}")[match] ?? {};
  } catch {
    return {};
  }
}

/** @param {string} label @param {string} url */
export function linkRow(label, url) {
  const full = new URL(url, location.origin).href;
  const field = h("input", { readonly: true, value: full, "aria-label": label, onfocus: () => field.select() });
  const copy = h(
    "button",
    {
      class: "small",
      onclick: async () => {
        try {
          await navigator.clipboard.writeText(full);
        } catch {
          field.select();
          document.execCommand("copy");
        }
        copy.lastChild?.replaceWith("Copied");
        speak("Copied");
      },
    },
    icon("copy"),
    "Copy",
  );
  return h("div", { class: "linkrow" }, h("span", {}, label), h("div", { class: "row" }, field, copy));
}

/** @param {string} title @param {[string, string][]} links @param {(() => void) | undefined} [go] @param {string} [note] */
export function showLinks(title, links, go, note) {
  const box = dialog(
    title,
    [
      note && h("p", {}, note),
      links.map(([label, url]) => linkRow(label, url)),
      h(
        "div",
        { class: "row end" },
        go
          ? h(
              "button",
              {
                class: "primary",
                onclick: () => {
                  box.close();
                  go();
                },
              },
              "Go to the match",
            )
          : h("button", { onclick: () => box.close() }, "Close"),
      ),
    ].flat(),
  );
}
