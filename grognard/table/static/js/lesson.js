/** Lessons: a card with the task, praise when it is done, and a button for the next lesson. */

import { get } from "./api.js";
import { h, icon, replace, rule } from "./dom.js";
import { newMatch } from "./newgame.js";
import { solve, touch } from "./prefs.js";
import { speak, toast } from "./voice.js";
import { say } from "./words.js";

/** @typedef {import("./table.js").Table} Table */

/** Start a lesson in a new match. @param {string} game @param {number} number */
export async function startLesson(game, number) {
  try {
    const made = await get(`/api/lessons/${encodeURIComponent(game)}/${number}`);
    const token = made.token ?? Object.values(made.tokens ?? {})[0];
    location.assign(`/m/${token}`);
  } catch (error) {
    toast(/** @type {Error} */ (error).message, { kind: "refused" });
  }
}

/** Choose an opponent for a whole match, after the last lesson. @param {string} game */
async function firstTurn(game) {
  try {
    /** @type {import("./types.js").Title[]} */
    const library = await get("/api/library");
    const title = library.find(({ id }) => id === game);
    if (title) newMatch(title, {});
  } catch (error) {
    toast(/** @type {Error} */ (error).message, { kind: "refused" });
  }
}

/** @param {Table} table @param {(text: string) => Node} text */
export function lessonCard(table, text) {
  const element = h("section", { class: "card lesson", "aria-label": "Lesson", hidden: true });
  let said = "";
  table.on("change", () => {
    const lesson = table.nowBoard.lesson;
    element.hidden = !lesson;
    if (!lesson) return;
    if (lesson.done) solve(table.game.id, lesson.number);
    const steps = Array.from({ length: lesson.steps }, (_, n) =>
      h("span", { class: n < lesson.step ? "done" : n === lesson.step ? "now" : "" }),
    );
    const off = lesson.met === false && !lesson.done;
    replace(
      element,
      h("p", { class: "where" }, icon("book"), `Lesson ${lesson.number} of ${lesson.of}`),
      h("h2", {}, lesson.title, " ", rule(lesson.rule)),
      h("p", {}, text(lesson.text)),
      h("div", { class: "steps", role: "img", "aria-label": `${lesson.step} of ${lesson.steps} steps done` }, steps),
      off &&
        h(
          "p",
          { class: "off" },
          `That is legal, but not what this lesson asks for. ${touch() ? "Undo it" : "Undo it with Backspace"} and try again.`,
        ),
      !lesson.done &&
        lesson.wants.length > 0 &&
        h(
          "details",
          {},
          h("summary", {}, "Show the answer"),
          h("p", {}, lesson.wants.map((want) => hint(table.game, want)).join(", or ")),
        ),
      lesson.done && h("p", { class: "praise" }, icon("check"), lesson.praise || "Well done."),
      h(
        "div",
        { class: "row end" },
        h("button", { class: "small", onclick: () => startLesson(table.game.id, lesson.number) }, "Restart"),
        lesson.number < lesson.of
          ? h(
              "button",
              {
                class: `small ${lesson.done ? "primary" : ""}`,
                onclick: () => startLesson(table.game.id, lesson.number + 1),
              },
              "Next lesson",
            )
          : [
              h("button", { class: "small", onclick: () => location.assign("/") }, "All games"),
              h(
                "button",
                { class: `small ${lesson.done ? "primary" : ""}`, onclick: () => void firstTurn(table.game.id) },
                "Play the first turn",
              ),
            ],
      ),
    );
    const words = lesson.done ? lesson.praise || "Well done." : `${lesson.title}. ${lesson.text}`;
    if (words !== said) speak(words);
    said = words;
  });
  return element;
}

/** @param {import("./types.js").Game} game @param {string} want */
function hint(game, want) {
  const [verb, ...rest] = want.split(" ");
  const how = game.verbs[verb];
  return rest.length || how.kind === "none"
    ? say(how, rest.join(" "))
    : say(how, "…").replace(" …", " any highlighted");
}
