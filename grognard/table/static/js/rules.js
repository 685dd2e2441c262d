/** The rules in brief: a sentence or two for each clause, opened by a click on its number, and a list to search. */

import { get } from "./api.js";
import { dialog, h, replace, rulebook } from "./dom.js";

/** @typedef {import("./types.js").BriefRule} BriefRule */

/** Explain rules of a game from now on. @param {import("./types.js").Game} game */
export function explainRules(game) {
  /** @type {Promise<BriefRule[]> | null} */
  let asked = null;
  const all = () => (asked ??= get(`/api/games/${game.id}/rules`));
  rulebook.explain = (number) => void all().then((rules) => showRule(game, rules, number));
  return { list: () => void all().then((rules) => showRules(game, rules)) };
}

/** The clause with a number, or the nearest one above it: 7.11 for 7.11a. @param {BriefRule[]} rules @param {string} number */
export function clauseOf(rules, number) {
  const known = new Map(rules.map((entry) => [entry.rule, entry]));
  for (let name = number; name; name = name.replace(/(?:\.?[A-Za-z]+|\.?[0-9]+)$/, "")) {
    const found = known.get(name) ?? known.get(`${name}.0`);
    if (found) return found;
  }
  return null;
}

/** The clauses right below another one. @param {BriefRule[]} rules @param {BriefRule} above */
function below(rules, above) {
  const stem = above.rule.replace(/\.0$/, "");
  return rules.filter(({ rule }) => rule !== above.rule && rule.startsWith(`${stem}.`));
}

/** @param {BriefRule} entry */
const line = (entry) =>
  h(
    "li",
    { class: entry.heading ? "heading" : "" },
    h("strong", {}, `${entry.rule} ${entry.title}`),
    entry.text && h("p", {}, entry.text),
  );

/** @param {import("./types.js").Game} game @param {BriefRule[]} rules @param {string} number */
function showRule(game, rules, number) {
  const entry = clauseOf(rules, number);
  const more = entry ? below(rules, entry) : [];
  dialog(
    entry ? `${entry.rule} ${entry.title}` : `Rule ${number}`,
    [
      h("p", { id: "rule-text" }, entry?.text || `See ${number} in the rulebook of ${game.title}.`),
      more.length > 0 && h("ul", { class: "brief-rules" }, more.map(line)),
      h("p", { class: "faint" }, "In our own words. The printed rulebook decides."),
      h(
        "div",
        { class: "row end" },
        h(
          "button",
          {
            onclick: (/** @type {Event} */ event) => {
              /** @type {HTMLElement} */ (event.target).closest("dialog")?.close();
              showRules(game, rules);
            },
          },
          "All rules in brief",
        ),
      ),
    ],
    { class: "brief" },
  );
}

/** @param {import("./types.js").Game} game @param {BriefRule[]} rules */
function showRules(game, rules) {
  const found = h("ul", { class: "brief-rules", id: "rules-found" });
  const count = h("p", { class: "faint", role: "status" });
  const search = /** @type {HTMLInputElement} */ (
    h("input", {
      type: "search",
      id: "rules-search",
      "aria-label": "Search the rules",
      placeholder: "Search: supply, 7.2",
    })
  );
  const show = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (/** @type {BriefRule} */ entry) => {
      const text = `${entry.rule} ${entry.title} ${entry.text}`.toLowerCase();
      return words.every((word) => text.includes(word));
    };
    const shown = rules.filter(fits);
    replace(found, shown.map(line));
    replace(count, words.length ? `${shown.length} of ${rules.length} clauses` : `${rules.length} clauses`);
  };
  search.addEventListener("input", show);
  show();
  dialog(`Rules in brief: ${game.title}`, [search, count, found], { wide: true, class: "brief" });
  search.focus();
}
