/** What is said to the player: toasts for eyes, a live region for ears. */

import { h, icon, rule } from "./dom.js";

const polite = h("div", { class: "unseen", role: "status", "aria-live": "polite", id: "voice" });
const urgent = h("div", { class: "unseen", role: "alert", "aria-live": "assertive", id: "alarm" });
const stack = h("div", { class: "toasts" });

export function attachVoice() {
  document.body.append(polite, urgent, stack);
}

/** What was to be said while nobody may listen; null when everybody may. @type {string[] | null} */
let kept = null;

/** Say something to those who listen. @param {string} text @param {boolean} [now] */
export function speak(text, now = false) {
  const region = now ? urgent : polite;
  region.textContent = "";
  requestAnimationFrame(() => {
    if (kept) kept.push(text);
    else region.textContent = text;
  });
}

/** Say nothing until whom it is for is here. */
export function hold() {
  kept = [];
  polite.textContent = urgent.textContent = "";
}

/** He is here: all of it is said to him. The question came before the news; turned round, he hears the news first. */
export function release() {
  const texts = kept ?? [];
  kept = null;
  if (texts.length) speak(texts.reverse().join(" "));
}

/**
 * A short notice. Refusals stay longer and carry their rule; what is passing goes with the moment it is about.
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
  speak(options.rule ? `${text}. Rule ${options.rule}.` : text, kind === "refused");
}

/** Refusals and hints are about a moment; when it has passed, they go. */
export function hush() {
  for (const old of stack.querySelectorAll(".toast.refused, .toast.passing")) old.remove();
}

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
