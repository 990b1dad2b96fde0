// @ts-check
// Elements: made, filled, found.

/** @typedef {string|number|boolean|Node|null|undefined} Leaf */
/** @typedef {Leaf|unknown[]} Child what an element may hold, in lists of all depths; booleans are left out */
/**
 * @template {Element} E
 * @typedef {{[K in keyof HTMLElementEventMap]?:
 *   (event: HTMLElementEventMap[K] & {target: E}) => unknown}} Listeners
 */
/**
 * Attributes by name; `on` for listeners, `css` for custom properties and styles.
 * @template {Element} E
 * @typedef {{on?: Listeners<E>, css?: Record<string, string|number>, [name: string]: unknown}} Props
 */

/**
 * An element.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {Props<HTMLElementTagNameMap[K]>|null} [props] @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props, ...children) {
  return fill(document.createElement(tag), props, children);
}

/**
 * The same for SVG.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag @param {Props<SVGElementTagNameMap[K]>|null} [props] @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(tag, props, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), props, children);
}

/**
 * @template {HTMLElement|SVGElement} E
 * @param {E} element @param {Props<E>|null|undefined} props @param {Child[]} children
 */
function fill(element, props, children) {
  const { on, css, ...rest } = props || {};
  for (const [name, act] of Object.entries(on || {}))
    element.addEventListener(name, /** @type {EventListener} */ (act));
  for (const [name, value] of Object.entries(css || {})) element.style.setProperty(name, String(value));
  for (const [name, value] of Object.entries(rest)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "value" || name === "checked" || name === "selected")
      Object.assign(element, { [name]: value });
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  add(element, children);
  return element;
}

/** @param {Node} element @param {Child[]} children */
function add(element, children) {
  for (const child of children) {
    if (child === null || child === undefined || typeof child === "boolean") continue;
    if (Array.isArray(child)) add(element, /** @type {Child[]} */ (child));
    else element.appendChild(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

/** What the finger or the mouse is down on. @type {Node|null} */ let pressed = null;
/** What waits until it is let go, by the element that is drawn anew. @type {Map<Node, () => void>} */
const waiting = new Map();
addEventListener("pointerdown", (e) => e.button === 0 && (pressed = /** @type {Node} */ (e.target)), true);
function letGo() {
  pressed = null;
  // The click comes first.
  setTimeout(() => {
    const acts = [...waiting.values()];
    waiting.clear();
    for (const act of acts) act();
  });
}
for (const end of ["pointerup", "pointercancel", "contextmenu"]) addEventListener(end, letGo, true);
// Of the window itself: fields lose the focus by a press.
addEventListener("blur", letGo);

/**
 * Draws an element anew, but never under a press, which would be lost: then it is done after it.
 * @param {Node} element @param {() => void} act
 */
export function anew(element, act) {
  waiting.delete(element);
  if (pressed && element.contains(pressed)) waiting.set(element, act);
  else act();
}

/** Replaces what an element holds. @param {Element} element @param {...Child} children */
export function put(element, ...children) {
  anew(element, () => {
    element.textContent = "";
    add(element, children);
  });
  return element;
}

/**
 * Elements that are more than any element.
 * @typedef {{"#account": HTMLDialogElement, "#drawer": HTMLDialogElement, "#confirm": HTMLButtonElement,
 *   "#amount": HTMLInputElement, "#number": HTMLInputElement, "#slide": HTMLInputElement}} Known
 */

/**
 * The first that fits. Who looks for what may be missing asks with `?.`.
 * @template {string} S
 * @param {S} selector @param {ParentNode|null} [root]
 */
export const $ = (selector, root = document) =>
  /** @type {S extends keyof Known ? Known[S] : HTMLElement} */ (root?.querySelector(selector));

/** All that fit. @param {string} selector @param {ParentNode|null} [root] */
export const $$ = (selector, root = document) => [
  .../** @type {NodeListOf<HTMLElement>|[]} */ (root?.querySelectorAll(selector) ?? []),
];

/**
 * An SVG document as an element of this page, without its own style: the page has it.
 * @param {string} text
 */
export function svgOf(text) {
  // The policy forbids style attributes in markup, but not styles set by script.
  const markup = text.replaceAll(' style="', ' data-css="');
  const root = new DOMParser().parseFromString(markup, "image/svg+xml").documentElement;
  for (const style of [...root.querySelectorAll("style")]) style.remove();
  const here = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(root, true)));
  for (const e of here.querySelectorAll("[data-css]")) {
    /** @type {SVGElement} */ (e).style.cssText = e.getAttribute("data-css") || "";
    e.removeAttribute("data-css");
  }
  return here;
}

/** A page as small as a phone. */
export const phone = matchMedia("(max-width:720px)");

/** Whether the page is as small as a phone. */
export const narrow = () => phone.matches;

/** A tablet held upright: companies are rows, not cards. */
export const upright = matchMedia("(min-width:721px) and (max-width:1000px) and (orientation:portrait)");

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

/** A short notice at the foot of the page. @param {Child} text @param {string} [kind] */
export function toast(text, kind = "") {
  const box = $("#toasts") || h("div", { id: "toasts", role: "alert" });
  // Behind an open dialog it would not be seen.
  const home = $("dialog[open]") || document.body;
  if (box.parentElement !== home) home.appendChild(box);
  /** @type {HTMLElement} */ const note = h(
    "div",
    { class: "toast " + kind },
    text,
    h("button", { class: "btn quiet sm", "aria-label": "×", on: { click: () => note.remove() } }, "×"),
  );
  box.appendChild(note);
  setTimeout(() => note.remove(), kind === "bad" ? 12000 : 6000);
}

/**
 * Acts once things have been quiet for so many milliseconds.
 * @template {unknown[]} A @param {(...args: A) => unknown} act @param {number} wait
 */
export function debounce(act, wait) {
  /** @type {ReturnType<typeof setTimeout>|undefined} */ let timer;
  return (/** @type {A} */ ...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => act(...args), wait);
  };
}
