/** Which page this is: a table (its token is in the address), or the home. */

import { h, replace } from "./dom.js";
import { home } from "./home.js";
import { applyLooks, forget } from "./prefs.js";
import { Screen } from "./screen.js";
import { Table } from "./table.js";
import { attachVoice } from "./voice.js";

async function begin() {
  applyLooks();
  attachVoice();
  const page = /** @type {HTMLElement} */ (document.getElementById("page"));
  const [, token] = /^\/m\/([\w-]+)\/?$/.exec(location.pathname) ?? [];
  if (!token) return home(page);
  replace(page, h("main", { class: "opening" }, h("p", { role: "status" }, "Laying out the map…")));
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
        h("h1", {}, "No seat here"),
        h("p", { role: "alert" }, /** @type {Error} */ (error).message),
        h(
          "p",
          {},
          h("button", { onclick: () => location.reload() }, "Try again"),
          " ",
          h("a", { href: "/" }, "To the games"),
        ),
      ),
    );
    return;
  }
  const screen = new Screen(table);
  replace(page, screen.element);
  // For scripts that drive the page: where in the window a hex is.
  const where = (/** @type {string} */ hex) => screen.board.camera.toWindow(screen.board.geo.hexes[hex]);
  Object.assign(window, { grognard: { where, show: (/** @type {string} */ hex) => screen.goto(hex) } });
  await screen.start();
}

void begin();
