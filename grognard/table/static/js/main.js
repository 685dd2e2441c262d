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
  const page = /** @type {HTMLElement} */ (document.getElementById("page"));
  const [, token] = /^\/m\/([\w-]+)\/?$/.exec(location.pathname) ?? [];
  if (!token) return home(page);
  replace(page, h("main", { class: "opening" }, h("p", { role: "status" }, "Loading the map…")));
  const table = new Table(token);
  try {
    await table.open();
  } catch (error) {
    const status = /** @type {any} */ (error).status;
    if (status === 404) forget(token);
    replace(
      page,
      h(
        "main",
        { class: "opening" },
        h("h1", {}, "Match not available"),
        h("p", { role: "alert" }, capital(/** @type {Error} */ (error).message)),
        h("p", {}, h("button", { onclick: () => location.reload() }, "Try again"), " ", h("a", { href: "/" }, "Home")),
      ),
    );
    return;
  }
  const screen = new Screen(table);
  replace(page, screen.element);
  // For scripts that drive the page: the place of a hex in the window.
  const where = (/** @type {string} */ hex) => screen.board.camera.toWindow(screen.board.geo.hexes[hex]);
  Object.assign(window, { grognard: { where, show: (/** @type {string} */ hex) => screen.goto(hex) } });
  await screen.start();
}

void begin();
