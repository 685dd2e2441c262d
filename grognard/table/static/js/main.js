/** Open the page: a match, if the address has the token of a seat, or else the home page. */

import { h, replace } from "./dom.js";
import { home } from "./home.js";
import { applyLooks, forget } from "./prefs.js";
import { Screen } from "./screen.js";
import { Table } from "./table.js";
import { attachVoice, capital } from "./voice.js";

async function begin() {
  applyLooks();
  attachVoice();
  // Without a connection the service worker shows a page that says so. Private windows may forbid it.
  navigator.serviceWorker?.register("/offline.js").catch(() => undefined);
  const page = /** @type {HTMLElement} */ (document.getElementById("page"));
  const [, token] = /^\/m\/([\w-]+)\/?$/.exec(location.pathname) ?? [];
  if (!token && location.pathname === "/") return home(page);
  if (!token) return nothing(page, "Page not found", "This address leads nowhere.", false);
  replace(page, h("main", { class: "opening" }, h("p", { role: "status" }, "Loading the map…")));
  const table = new Table(token);
  try {
    await table.open();
  } catch (error) {
    const status = /** @type {any} */ (error).status;
    if (status === 404) forget(token);
    if (status === 404)
      return nothing(
        page,
        "No seat here",
        "This link leads to no seat at any match. Check that it is complete.",
        false,
      );
    nothing(page, "Match not available", capital(/** @type {Error} */ (error).message), true);
    return;
  }
  const screen = new Screen(table);
  replace(page, screen.element);
  // For scripts that drive the page: the place of a hex in the window.
  const where = (/** @type {string} */ hex) => screen.board.camera.toWindow(screen.board.geo.hexes[hex]);
  Object.assign(window, { grognard: { where, show: (/** @type {string} */ hex) => screen.goto(hex) } });
  await screen.start();
}

/** A page that says what is missing. @param {HTMLElement} page @param {string} title @param {string} text
 * @param {boolean} again whether another attempt may help */
function nothing(page, title, text, again) {
  document.title = `${title} · Grognard`;
  replace(
    page,
    h(
      "main",
      { class: "opening" },
      h("h1", {}, title),
      h("p", { role: "alert" }, text),
      h(
        "p",
        {},
        again && [h("button", { onclick: () => location.reload() }, "Try again"), " "],
        h("a", { href: "/" }, "Home"),
      ),
    ),
  );
}

void begin();
