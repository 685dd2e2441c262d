/** Small helpers to build the page from elements and text nodes; text is never parsed as markup. */

/** @typedef {Node | string | number | null | undefined | false} Child */

/** @param {Element} element @param {Record<string, any>} attributes */
function dress(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value") /** @type {HTMLInputElement} */ (element).value = String(value);
    else if (value === true) element.setAttribute(name, "");
    else element.setAttribute(name, String(value));
  }
}

/** @param {Element} element @param {(Child | Child[])[]} children */
function fill(element, children) {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

/**
 * An HTML element.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {Record<string, any>} [attributes] @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  fill(element, children);
  dress(element, attributes);
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag @param {Record<string, any>} [attributes] @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  fill(element, children);
  dress(element, attributes);
  return element;
}

/** @param {Element} element @param {...(Child | Child[])} children */
export function replace(element, ...children) {
  element.replaceChildren();
  fill(element, children);
}

/** An icon from the sprite sheet. @param {string} name */
export function icon(name) {
  return s(
    "svg",
    { class: "icon", "aria-hidden": "true", focusable: "false" },
    s("use", { href: `/static/icons/sprite.svg#${name}` }),
  );
}

/** The explainer of a rule when its number is clicked; a page without a game explains none. */
export const rulebook = { explain: /** @type {((number: string) => void) | null} */ (null) };

/** The number of a rule, as a badge; a click explains the rule. @param {string | undefined | null} number */
export function rule(number) {
  if (!number) return null;
  const words = [h("span", { class: "unseen" }, "rule "), number];
  if (!rulebook.explain) return h("span", { class: "rule", title: `Rule ${number} of the rulebook` }, words);
  const explain = (/** @type {Event} */ event) => {
    event.stopPropagation();
    rulebook.explain?.(number);
  };
  return h("button", { type: "button", class: "rule", title: `Explain rule ${number}`, onclick: explain }, words);
}

/** Set widths and other geometry through the object model, since the security policy forbids inline styles.
 * @param {HTMLElement | SVGElement} element @param {Record<string, string>} styles */
export function shape(element, styles) {
  for (const [name, value] of Object.entries(styles)) element.style.setProperty(name, value);
  return element;
}

/** A counter of the seconds since a moment, shown from two seconds on. @param {number} since */
export function elapsed(since) {
  const shown = h("span", { class: "elapsed", "aria-hidden": "true" });
  const count = () => {
    const seconds = Math.floor((Date.now() - since) / 1000);
    shown.textContent = seconds < 2 ? "" : ` ${seconds} s`;
  };
  count();
  const ticking = setInterval(() => (shown.isConnected ? count() : clearInterval(ticking)), 1000);
  return shown;
}

/**
 * A dialog over the page. Closes with Escape, a click outside, or its button, and returns the focus.
 * @param {string} title @param {Child[]} body @param {{wide?: boolean, closed?: () => void, class?: string}} [options]
 */
export function dialog(title, body, options = {}) {
  const heading = h("h2", { id: `dialog-${++dialogs}` }, title);
  const close = h("button", { class: "round", "aria-label": "Close", onclick: () => box.close() }, icon("close"));
  const box = h(
    "dialog",
    { class: `sheet ${options.wide ? "wide" : ""} ${options.class ?? ""}`, "aria-labelledby": heading.id },
    h("header", {}, heading, close),
    h("div", { class: "sheet-body" }, body),
  );
  box.addEventListener("click", (event) => {
    if (event.target === box) box.close();
  });
  box.addEventListener("close", () => {
    box.remove();
    options.closed?.();
  });
  document.body.append(box);
  box.showModal();
  return box;
}
let dialogs = 0;

/** Ask for confirmation. Something that cannot be undone has a warning colour; something else says what it does.
 * @param {string} question @param {string} yes @param {{about?: string}} [options] */
export function confirm(question, yes, { about = "" } = {}) {
  return new Promise((resolve) => {
    let answer = false;
    const box = dialog(
      question,
      [
        about && h("p", { class: "about" }, about),
        h(
          "div",
          { class: "row end" },
          h("button", { onclick: () => box.close() }, "Cancel"),
          h(
            "button",
            {
              class: `primary ${about ? "" : "danger"}`,
              id: "sure",
              onclick: () => {
                answer = true;
                box.close();
              },
            },
            yes,
          ),
        ),
      ],
      { closed: () => resolve(answer) },
    );
  });
}

/** Escape a unit or hex for use in a selector. @param {string} text */
export const css = (text) => CSS.escape(text);
