/** The home page: games, matches to continue, lessons, and records to open. */

import { get, post } from "./api.js";
import { dialog, h, icon, replace } from "./dom.js";
import { MyMatches } from "./going.js";
import { startLesson } from "./lesson.js";
import { keepLinks } from "./links.js";
import { newMatch } from "./newgame.js";
import { remembered, solved } from "./prefs.js";
import { showHelp, showLooks } from "./settings.js";
import { capital, toast } from "./voice.js";
import { count } from "./words.js";

/** @typedef {import("./types.js").Title} Title */

/** @param {HTMLElement} page */
export async function home(page) {
  document.title = "Grognard";
  const games = h("div", { class: "library" }, h("p", { class: "faint" }, "Loading games…"));
  const going = h("section", { class: "going", hidden: true });
  replace(page, h("div", { class: "home" }, masthead(), h("main", {}, going, h("h2", {}, "Games"), games), foot()));
  const mine = new MyMatches(going);
  await mine.bring();
  mine.show();
  try {
    /** @type {Title[]} */
    const library = await get("/api/library");
    mine.titles = Object.fromEntries(library.map((title) => [title.id, title]));
    replace(games, library.map(card));
    mine.account = await account();
    await mine.read();
  } catch (error) {
    replace(
      games,
      h(
        "p",
        { role: "alert" },
        /** @type {Error} */ (error).message,
        " ",
        h("button", { onclick: () => location.reload() }, "Try again"),
      ),
    );
  }
}

function masthead() {
  return h(
    "header",
    { class: "masthead" },
    h(
      "a",
      { href: "/", class: "brand" },
      h("img", { src: "/static/icons/mark.svg", alt: "" }),
      h("h1", {}, "Grognard"),
    ),
    h("p", {}, "Hex-and-counter wargames, with the rules enforced."),
    h(
      "nav",
      { "aria-label": "Site" },
      h("button", { class: "quiet", onclick: () => bringRecord() }, icon("file"), h("span", {}, "Open a record")),
      h("button", { class: "quiet", onclick: () => showLooks() }, icon("look"), h("span", {}, "Appearance")),
      h("button", { class: "quiet", onclick: () => showHelp() }, icon("help"), h("span", {}, "Help")),
      h("span", { class: "account" }),
    ),
  );
}

const foot = () =>
  h(
    "footer",
    {},
    h(
      "p",
      { class: "faint" },
      "This site loads nothing from other servers. Match links are private: anyone with your link can play your side.",
    ),
  );

/** @param {Title} title */
function card(title) {
  const [first] = title.scenarios;
  const quick = () => newMatch(title, {});
  return h(
    "article",
    { class: "title-card" },
    h(
      "button",
      { class: "picture", "aria-label": `Play ${title.title}`, onclick: quick },
      h("img", { src: `${title.map}?palette=default`, alt: "", loading: "lazy", decoding: "async" }),
    ),
    h(
      "div",
      { class: "title-text" },
      h("h3", {}, title.title),
      h(
        "p",
        { class: "facts" },
        [
          capital(title.scale),
          first && !/turn/i.test(title.scale) && count(first.turns, "turn"),
          title.sides.map((side) => side.name).join(" vs. "),
        ]
          .filter(Boolean)
          .join(" · "),
      ),
      h("p", {}, title.about),
      h(
        "div",
        { class: "row" },
        h("button", { class: "primary big", "data-play": title.id, onclick: quick }, "Play"),
        (title.lessons ?? 0) > 0 &&
          h(
            "button",
            { class: "big", "data-learn": title.id, onclick: () => void lessons(title) },
            icon("book"),
            "Tutorial",
          ),
      ),
      h("h4", {}, "Scenarios"),
      h(
        "ul",
        { class: "scenarios" },
        title.scenarios.map((scenario) =>
          h(
            "li",
            {},
            h("button", { class: "link", onclick: () => newMatch(title, { scenario: scenario.id }) }, scenario.title),
            h("span", { class: "faint" }, ` ${count(scenario.turns, "turn")}`),
            h("p", {}, scenario.about),
          ),
        ),
      ),
      title.note && h("p", { class: "faint note" }, title.note),
    ),
  );
}

/** @param {Title} title */
async function lessons(title) {
  try {
    const game = await get(`/api/games/${title.id}`);
    dialog(
      `Tutorial: ${title.title}`,
      [
        h("p", {}, "Short lessons on prepared positions. Each explains one rule and takes about a minute."),
        h(
          "ol",
          { class: "lesson-list" },
          game.lessons.map((/** @type {import("./types.js").Lesson} */ lesson) =>
            h(
              "li",
              {},
              h(
                "button",
                { class: "unit-row", onclick: () => void startLesson(title.id, lesson.number) },
                h("span", { class: "grow" }, h("strong", {}, lesson.title), h("small", {}, lesson.text)),
                solved(title.id).includes(lesson.number) &&
                  h("span", { class: "solved" }, icon("check"), h("span", { class: "unseen" }, "solved")),
              ),
            ),
          ),
        ),
      ],
      { wide: true },
    );
  } catch (error) {
    toast(/** @type {Error} */ (error).message, { kind: "refused" });
  }
}

// -- the account -------------------------------------------------------------------------------

/** Show who is logged in; return the tokens of the account's seats. @returns {Promise<string[]>} */
async function account() {
  const corner = document.querySelector(".account");
  try {
    const me = await get("/api/me");
    if (!me?.name) throw new Error("nobody");
    if (corner)
      replace(
        corner,
        h("span", { class: "faint" }, me.name),
        h(
          "button",
          {
            class: "quiet",
            onclick: async () => {
              await post("/api/logout", {});
              location.reload();
            },
          },
          "Log out",
        ),
      );
    return (me.matches ?? []).map((/** @type {{link: string}} */ match) => match.link.split("/m/")[1]);
  } catch {
    if (corner) replace(corner, h("button", { class: "quiet", onclick: () => login() }, "Log in"));
    return [];
  }
}

function login() {
  const name = h("input", { autocomplete: "username", required: true, minlength: "2", maxlength: "40" });
  const password = h("input", {
    type: "password",
    autocomplete: "current-password",
    required: true,
    minlength: "8",
    maxlength: "200",
  });
  const wrong = h("p", { class: "off", role: "alert" });
  const send = async (/** @type {string} */ path) => {
    try {
      await post(path, { name: name.value, password: password.value });
      const tokens = remembered()
        .filter((seat) => !seat.lesson)
        .map((seat) => seat.token);
      if (tokens.length) await post("/api/me/seats", { tokens: tokens.slice(0, 500) });
      location.reload();
    } catch (error) {
      wrong.textContent = capital(/** @type {Error} */ (error).message);
    }
  };
  dialog("Log in", [
    h(
      "p",
      {},
      "An account is optional. It keeps your matches together on all your devices, those of this browser included.",
    ),
    h(
      "form",
      {
        class: "stack",
        onsubmit: (/** @type {Event} */ e) => {
          e.preventDefault();
          void send("/api/login");
        },
      },
      h("label", {}, "Name", name),
      h("label", {}, "Password (at least 8 characters)", password),
      wrong,
      h(
        "div",
        { class: "row end" },
        h("button", { type: "button", onclick: () => void send("/api/account") }, "Create account"),
        h("button", { class: "primary" }, "Log in"),
      ),
    ),
  ]);
}

// -- records ---------------------------------------------------------------------------------------

function bringRecord() {
  const field = h("textarea", {
    rows: "9",
    "aria-label": "Record",
    placeholder: "Paste a record here, or choose a file.",
    spellcheck: "false",
  });
  const file = h("input", {
    type: "file",
    accept: ".txt,.record,text/plain",
    "aria-label": "Record file",
    onchange: async () => {
      field.value = (await file.files?.[0]?.text()) ?? field.value;
    },
  });
  const wrong = h("p", { class: "off", role: "alert" });
  const open = async (/** @type {boolean} */ watch) => {
    try {
      const text = field.value.trim();
      const position = !/^\s*(?:action|\d+[.:]|record|grognard)/im.test(text) && /^phase /m.test(text);
      const made = await post(
        position ? "/api/matches/setup" : "/api/matches/import",
        position ? { position: `${text}\n` } : { record: `${text}\n` },
      );
      keepLinks(made.match, made.links);
      const token = Object.values(made.tokens)[0] ?? made.spectator;
      location.assign(`/m/${watch ? made.spectator : token}${watch ? "#replay" : ""}`);
    } catch (error) {
      wrong.textContent = capital(/** @type {Error} */ (error).message);
    }
  };
  dialog(
    "Open a record",
    [
      h(
        "p",
        {},
        "A record is a match as plain text, downloaded from the menu of a match or written on the command line. Watch its replay, or continue playing from its end. A position can be opened too.",
      ),
      file,
      field,
      wrong,
      h(
        "div",
        { class: "row end" },
        h("button", { onclick: () => void open(true) }, "Watch the replay"),
        h("button", { class: "primary", onclick: () => void open(false) }, "Continue the match"),
      ),
    ],
    { wide: true },
  );
}
