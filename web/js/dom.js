// @ts-check
/** @typedef {string|number|Node|null|undefined|false} Child */
/** @typedef {{on?: Record<string, (event: any) => any>, css?: Record<string, any>, [name: string]: any}} Props */

/**
 * An element. Properties: `class`, `data-…`, `aria-…`, other attributes, `on` for listeners, `css` for custom properties and styles.
 * @param {string} tag @param {Props|null} [props] @param {...any} children @returns {any}
 */
export function h(tag, props, ...children) {
  const element = document.createElement(tag);
  return fill(element, props, children);
}

/** The same for SVG. @param {string} tag @param {Props|null} [props] @param {...any} children @returns {any} */
export function s(tag, props, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), props, children);
}

/** @param {any} element @param {Props|null|undefined} props @param {any[]} children */
function fill(element, props, children) {
  for (const [key, value] of Object.entries(props || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (key === "on") for (const [name, act] of Object.entries(value)) element.addEventListener(name, act);
    else if (key === "css")
      for (const [name, v] of Object.entries(value)) element.style.setProperty(name, String(v));
    else if (key === "value" || key === "checked" || key === "selected") element[key] = value;
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  add(element, children);
  return element;
}

/** @param {Node} element @param {any[]} children */
function add(element, children) {
  for (const child of children.flat(9)) {
    if (child === null || child === undefined || child === false) continue;
    element.appendChild(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

/** Replaces what an element holds. @param {Element} element @param {...any} children */
export function put(element, ...children) {
  element.textContent = "";
  add(element, children);
  return element;
}

/** @param {string} selector @param {ParentNode} [root] @returns {any} */
export const $ = (selector, root = document) => root.querySelector(selector);
/** @param {string} selector @param {ParentNode} [root] @returns {any[]} */
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

/** An SVG document as an element of this page; its own style, if any, is left out (the page has it). @param {string} text @returns {any} */
export function svgOf(text) {
  // The policy forbids style attributes in markup, but not styles set by script.
  const root = new DOMParser().parseFromString(
    text.replaceAll(' style="', ' data-css="'),
    "image/svg+xml",
  ).documentElement;
  for (const style of [...root.querySelectorAll("style")]) style.remove();
  const here = document.importNode(root, true);
  for (const e of here.querySelectorAll("[data-css]")) {
    /** @type {any} */ (e).style.cssText = e.getAttribute("data-css");
    e.removeAttribute("data-css");
  }
  return here;
}

/** Whether the page is as small as a phone. */
export const narrow = () => matchMedia("(max-width:720px)").matches;

/** A small icon from path data, for the eye only. @param {string} d */
export const icon = (d) =>
  s("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, s("path", { d }));

/** A hidden sentence for screen readers. @param {string} text */
export function say(text) {
  const live =
    $("#live") ||
    document.body.appendChild(h("div", { id: "live", class: "sr", "aria-live": "polite", role: "status" }));
  live.textContent = "";
  setTimeout(() => (live.textContent = text), 30);
}

/** A short notice at the foot of the page. @param {Child|Child[]} text @param {string} [kind] */
export function toast(text, kind = "") {
  const box = $("#toasts") || document.body.appendChild(h("div", { id: "toasts", role: "alert" }));
  const note = h(
    "div",
    { class: "toast " + kind },
    text,
    h("button", { class: "btn quiet sm", "aria-label": "×", on: { click: () => note.remove() } }, "×"),
  );
  box.appendChild(note);
  setTimeout(() => note.remove(), kind === "bad" ? 12000 : 6000);
}

/** @template T @param {(...a: any[]) => T} act @param {number} wait */
export function debounce(act, wait) {
  /** @type {any} */ let timer;
  return (/** @type {any[]} */ ...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => act(...args), wait);
  };
}
