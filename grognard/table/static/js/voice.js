/** Messages to the player: toasts on the screen, and live regions for screen readers. */

import { h, icon, rule } from "./dom.js";

const polite = h("div", { class: "unseen", role: "status", "aria-live": "polite", id: "voice" });
const urgent = h("div", { class: "unseen", role: "alert", "aria-live": "assertive", id: "alarm" });
const stack = h("div", { class: "toasts" });

export function attachVoice() {
  document.body.append(polite, urgent, stack);
}

/** Messages kept back while the curtain is down; null when it is not. @type {string[] | null} */
let kept = null;

/** Announce a text to screen readers. @param {string} text @param {boolean} [now] */
export function speak(text, now = false) {
  const region = now ? urgent : polite;
  region.textContent = "";
  requestAnimationFrame(() => {
    if (kept) kept.push(text);
    else region.textContent = text;
  });
}

/** Keep announcements back until the right player is at the screen. */
export function hold() {
  kept = [];
  polite.textContent = urgent.textContent = "";
}

/** Announce what was kept back. The prompt came before the news, so the order is reversed: news first. */
export function release() {
  const texts = kept ?? [];
  kept = null;
  if (texts.length) speak(texts.reverse().join(" "));
}

/**
 * A short notice. Refusals stay longer and carry their rule; passing notices disappear when the position changes.
 * @param {string} text
 * @param {{rule?: string, kind?: "refused" | "news" | "good", action?: {label: string, run: () => void}, stay?: number, passing?: boolean,
 *   shown?: Node}} [options] shown: the same text with links in it
 */
export function toast(text, options = {}) {
  const kind = options.kind ?? "news";
  const close = () => {
    box.classList.add("gone");
    setTimeout(() => box.remove(), 200);
  };
  const box = h(
    "div",
    { class: `toast ${kind} ${options.passing ? "passing" : ""}` },
    icon(kind === "refused" ? "stop" : kind === "good" ? "check" : "info"),
    h("p", {}, options.shown ?? capital(text), " ", rule(options.rule)),
    options.action &&
      h(
        "button",
        {
          class: "small",
          onclick: () => {
            options.action?.run();
            close();
          },
        },
        options.action.label,
      ),
    h("button", { class: "round small", "aria-label": "Dismiss", onclick: close }, icon("close")),
  );
  while (stack.children.length > 2) stack.firstElementChild?.remove();
  if (kind === "refused") hush();
  stack.append(box);
  setTimeout(close, options.stay ?? (kind === "refused" ? 9000 : 6000));
  speak(options.rule ? `${text.replace(/\.$/, "")}. Rule ${options.rule}.` : text, kind === "refused");
}

/** Remove refusals and passing notices when the position changes. */
export function hush() {
  for (const old of stack.querySelectorAll(".toast.refused, .toast.passing")) old.remove();
}

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
