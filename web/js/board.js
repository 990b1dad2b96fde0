// @ts-check
// The map on the page: pan, zoom, legal cells, picks, previews, routes. Knows pictures, not rules.
import { $, $$, h, s, svgOf } from "./dom.js";
import { t } from "./text.js";

/** @import { Drawing, Stop } from "./types.d.ts" */
/** @typedef {{x: number, y: number, w: number, h: number}} Box */
/**
 * What a reader does with cells: picks, points at, turns the wheel over; and what a cell is called.
 * @typedef {{pick: (cell: string) => void, hover: (cell: string|null) => void,
 *   wheel: (cell: string, steps: number) => boolean, describe: (cell: string) => string,
 *   isChosen: (cell: string) => boolean}} Uses
 */

/** The cell under a pointer. @param {Event} e */
const cellAt = (e) => /** @type {HTMLElement} */ (e.target).dataset?.cell;

export class Board {
  /** @param {HTMLElement} box @param {Uses} on */
  constructor(box, on) {
    this.box = box;
    this.on = on;
    /** @type {SVGSVGElement|null} */ this.svg = null;
    /** @type {Box} */ this.full = { x: 0, y: 0, w: 1, h: 1 };
    /** @type {Box} */ this.view = { x: 0, y: 0, w: 1, h: 1 };
    this.fitted = true;
    /** @type {Map<number, {x: number, y: number}>} */ this.fingers = new Map();
    this.moved = 0;
    /** @type {{cell: string, mark: string, on: boolean}[]} */ this.noted = [];
    box.addEventListener("wheel", (e) => this.wheel(e), { passive: false });
    box.addEventListener("pointerdown", (e) => this.down(e));
    box.addEventListener("pointermove", (e) => this.drag(e));
    for (const end of ["pointerup", "pointercancel"])
      box.addEventListener(end, (e) => this.up(/** @type {PointerEvent} */ (e)));
    box.addEventListener("click", (e) => this.click(e));
    box.addEventListener("keydown", (e) => this.keys(e));
    box.addEventListener("pointerover", (e) => {
      if (e.pointerType === "mouse") on.hover(cellAt(e) || null);
    });
    box.addEventListener("pointerleave", () => on.hover(null));
    new ResizeObserver(() => (this.fitted ? this.fit() : this.show())).observe(box);
  }

  /** Shows another picture, keeping the place on screen. @param {string} text */
  draw(text) {
    const fresh = svgOf(text);
    const old = this.svg;
    const [x, y, w, hgt] = (fresh.getAttribute("viewBox") || "").split(/\s+/).map(Number);
    const same = this.full.x === x && this.full.w === w && this.full.h === hgt;
    this.full = { x, y, w, h: hgt };
    fresh.removeAttribute("width");
    fresh.removeAttribute("height");
    fresh.setAttribute("role", "group");
    fresh.setAttribute("aria-label", t("map"));
    this.svg = fresh;
    $(".minimap", this.box)?.remove();
    if (old) old.replaceWith(fresh);
    else this.box.prepend(fresh);
    if (this.fitted || !same) this.fit();
    else this.show();
    this.notes(this.noted);
  }

  /** @param {string} name */
  layer(name) {
    return this.svg && $("#map-" + name, this.svg);
  }

  /** What catches the pointer for a cell. @param {string|undefined} cell */
  hit(cell) {
    return this.svg && $(`#map-hits [data-cell="${CSS.escape(cell ?? "")}"]`, this.svg);
  }

  /**
   * Cells that may be chosen glow and can be reached by keyboard.
   * @param {string[]} cells @param {string} what
   */
  legal(cells, what) {
    const layer = this.layer("legal");
    if (!layer) return;
    layer.textContent = "";
    for (const hit of $$("#map-hits .can", this.svg)) {
      hit.classList.remove("can");
      for (const a of ["tabindex", "role", "aria-label"]) hit.removeAttribute(a);
    }
    cells.forEach((cell, i) => {
      const hit = this.hit(cell);
      if (!hit) return;
      const ring = this.ring(hit, 0.935, ["g0", "g1"]);
      ring.setAttribute("class", "glow");
      layer.append(ring);
      hit.classList.add("can");
      hit.setAttribute("tabindex", i === 0 ? "0" : "-1");
      hit.setAttribute("role", "button");
      hit.setAttribute("aria-label", `${this.on.describe(cell)}: ${what}`);
    });
  }

  /** @param {HTMLElement} hit @param {number} scale @param {string[]} classes */
  ring(hit, scale, classes) {
    const [x, y] = [Number(hit.dataset.x), Number(hit.dataset.y)];
    return s(
      "g",
      { transform: `translate(${x} ${y}) scale(${scale}) translate(${-x} ${-y})` },
      classes.map((c) => s("path", { class: c, d: hit.getAttribute("d") })),
    );
  }

  /** Marks the chosen cell. @param {string|null} cell @param {string} [flag] */
  pick(cell, flag) {
    const layer = this.layer("pick"),
      tags = this.layer("preview");
    if (!layer) return;
    layer.textContent = "";
    $(".flag", tags || layer)?.remove();
    const hit = cell && this.hit(cell);
    if (!hit) return;
    layer.append(this.ring(hit, 0.93, ["p0", "p1"]));
    if (flag && tags) {
      const width = 14 + flag.length * 7.4;
      tags.append(
        s(
          "g",
          { class: "flag", transform: `translate(${hit.dataset.x} ${Number(hit.dataset.y) - 31})` },
          s("rect", { x: -width / 2, y: -10, width, height: 20, rx: 10 }),
          s("text", { y: 4.6 }, flag),
        ),
      );
    }
  }

  /**
   * Marks of what happened: a letter or number on a cell, the one looked at stands out.
   * @param {{cell: string, mark: string, on: boolean}[]} list
   */
  notes(list) {
    this.layer("notes")?.remove();
    const layer = s("g", { id: "map-notes", "aria-hidden": "true" });
    this.layer("hits")?.before(layer);
    for (const { cell, mark, on } of list) {
      const hit = this.hit(cell);
      if (!hit) continue;
      const ring = this.ring(hit, 0.93, ["n0", "n1"]);
      ring.classList.add("note", ...(on ? ["on"] : []));
      const [x, y] = [Number(hit.dataset.x), Number(hit.dataset.y) - 47];
      ring.append(
        s("circle", { class: "nb", cx: x, cy: y, r: 9.5 }),
        s("text", { class: "nt", x, y: y + 4 }, mark),
      );
      layer.append(ring);
    }
    this.noted = list;
  }

  /** Lays a picture of a tile over its cell. @param {string|null} group */
  preview(group) {
    const layer = this.layer("preview");
    if (!layer) return;
    for (const old of $$(".preview", layer)) old.remove();
    if (group) {
      const svg = svgOf(`<svg xmlns="http://www.w3.org/2000/svg">${group}</svg>`);
      const laid = /** @type {SVGElement|null} */ (svg.firstElementChild);
      if (!laid) return;
      const hit = this.hit(laid.dataset.cell);
      layer.prepend(laid);
      if (hit) {
        const ring = this.ring(hit, 0.93, ["p0", "p1"]);
        ring.classList.add("preview");
        laid.after(ring);
        this.layer("pick")?.replaceChildren();
      }
    }
  }

  /** Draws routes over the track. @param {Drawing|null} drawn */
  routes(drawn) {
    for (const name of /** @type {const} */ (["routes", "tags"])) {
      const layer = this.layer(name);
      if (!layer) continue;
      layer.textContent = "";
      if (drawn)
        layer.append(...svgOf(`<svg xmlns="http://www.w3.org/2000/svg">${drawn[name]}</svg>`).childNodes);
    }
    this.layer("dots")?.remove();
    $("#map", this.svg)?.classList.toggle("running", !!drawn);
  }

  /** Where a stop is drawn. @param {Stop} stop @param {HTMLElement} hit */
  place(stop, hit) {
    const drawn = /** @type {SVGGraphicsElement|null} */ (
      /** @type {unknown} */ (
        $(`#map-stops [data-cell="${CSS.escape(stop.cell)}"] [data-stop="${stop.stop}"]`, this.svg)
      )
    );
    const box = drawn?.getBBox();
    const [x, y] = [Number(hit.dataset.x), Number(hit.dataset.y)];
    return box?.width ? { x: x + box.x + box.width / 2, y: y + box.y + box.height / 2 } : { x, y };
  }

  /**
   * Stops that can be clicked for a route of one's own: each is drawn where it is, and its whole cell is the target.
   * On a cell with several the nearest is meant; where they lie too close for the finger, the map comes nearer first.
   * @param {Stop[]} stops @param {(stop: Stop) => void} act @param {Stop[]} chosen @param {(stop: Stop) => string} name
   */
  stops(stops, act, chosen, name) {
    // Above what catches the pointer for cells.
    const layer = s("g", { id: "map-dots" });
    this.layer("dots")?.remove();
    this.layer("hits")?.after(layer);
    for (const cell of new Set(stops.map((stop) => stop.cell))) {
      const hit = this.hit(cell);
      if (!hit) continue;
      const here = stops.filter((o) => o.cell === cell).map((stop) => ({ stop, ...this.place(stop, hit) }));
      const gap = Math.min(
        ...here.flatMap((a, i) => here.slice(i + 1).map((b) => Math.hypot(a.x - b.x, a.y - b.y))),
      );
      const press = (/** @type {MouseEvent} */ e) => {
        e.stopPropagation();
        if (this.moved >= 6) return;
        if (gap * this.scale < 32 && this.scale < 1.5) {
          this.focus([cell], 240);
          return;
        }
        const at = new DOMPoint(e.clientX, e.clientY).matrixTransform(this.svg?.getScreenCTM()?.inverse());
        const far = (/** @type {{x: number, y: number}} */ o) => Math.hypot(o.x - at.x, o.y - at.y);
        act([...here].sort((a, b) => far(a) - far(b))[0].stop);
      };
      layer.append(
        s("path", { class: "stophex", "data-cell": cell, d: hit.getAttribute("d"), on: { click: press } }),
        ...here.map(({ stop, x, y }) => {
          const on = chosen.some((c) => c.cell === stop.cell && c.stop === stop.stop);
          return s("circle", {
            class: "stopdot" + (on ? " on" : ""),
            cx: x,
            cy: y,
            r: Math.min(20, gap / 2),
            tabindex: 0,
            role: "button",
            "aria-pressed": String(on),
            "aria-label": name(stop),
            on: {
              click: press,
              keydown: (e) => {
                if (e.key === "Enter" || e.key === " ") {
                  e.preventDefault();
                  e.stopPropagation();
                  act(stop);
                }
              },
            },
          });
        }),
      );
    }
  }

  /** The whole map in the window. */
  fit() {
    this.fitted = true;
    // A board of few cards is not blown up.
    const w = Math.max(this.full.w, 640);
    this.view = { ...this.full, x: this.full.x - (w - this.full.w) / 2, w };
    this.show();
  }

  /** On a small screen the map begins near where one acts. @param {string[]} cells @param {number} [least] width */
  focus(cells, least = 460) {
    const points = cells
      .map((c) => this.hit(c))
      .filter((e) => !!e)
      .map((e) => [Number(e.dataset.x), Number(e.dataset.y)]);
    if (!points.length) return;
    const xs = points.map((p) => p[0]),
      ys = points.map((p) => p[1]);
    const x = (Math.min(...xs) + Math.max(...xs)) / 2,
      y = (Math.min(...ys) + Math.max(...ys)) / 2;
    const w = Math.min(this.full.w, Math.max(least, Math.max(...xs) - Math.min(...xs) + 180));
    const hgt = (w * this.box.clientHeight) / Math.max(1, this.box.clientWidth);
    this.fitted = false;
    this.view = { x: x - w / 2, y: y - hgt / 2, w, h: hgt };
    this.show();
  }

  show() {
    if (!this.svg) return;
    const v = this.view;
    this.svg.setAttribute("viewBox", `${v.x} ${v.y} ${v.w} ${v.h}`);
    const scale = Math.min(this.box.clientWidth / v.w, this.box.clientHeight / v.h);
    $("#map", this.svg)?.classList.toggle("with-coords", scale * 86 >= 80);
    this.box.style.setProperty("--scale", String(scale));
    this.overview(scale);
  }

  /** The whole map in the corner while only a part is seen; a press goes there. @param {number} scale */
  overview(scale) {
    const f = this.full,
      v = this.view,
      w = this.box.clientWidth / scale,
      hgt = this.box.clientHeight / scale;
    const go = (/** @type {PointerEvent} */ e) => {
      const r = /** @type {Element} */ (e.currentTarget).getBoundingClientRect();
      const at = this.view,
        all = this.full;
      at.x = all.x + (all.w * (e.clientX - r.left)) / r.width - at.w / 2;
      at.y = all.y + (all.h * (e.clientY - r.top)) / r.height - at.h / 2;
      this.show();
    };
    /** @type {Element|null} */ let small = $(".minimap", this.box);
    if (!scale || (w > f.w * 0.8 && hgt > f.h * 0.8)) {
      small?.remove();
      return;
    }
    if (!small)
      this.box.append(
        (small = s(
          "svg",
          {
            class: "pic minimap over",
            "aria-hidden": "true",
            on: { pointerdown: go, pointermove: (e) => e.buttons && go(e) },
          },
          ["fills", "tracks", "stops"].map((name) => {
            const copy = /** @type {Element} */ (this.layer(name)?.cloneNode(true));
            copy.removeAttribute("id");
            return copy;
          }),
          s("rect"),
        )),
      );
    small.setAttribute("viewBox", `${f.x} ${f.y} ${f.w} ${f.h}`);
    for (const [name, value] of Object.entries({
      x: v.x + (v.w - w) / 2,
      y: v.y + (v.h - hgt) / 2,
      width: w,
      height: hgt,
    }))
      small.lastElementChild?.setAttribute(name, String(value));
  }

  /** Pixels of the screen for one unit of the map. */
  get scale() {
    return Math.min(this.box.clientWidth / this.view.w, this.box.clientHeight / this.view.h) || 1;
  }

  /** @param {number} factor @param {number} [px] @param {number} [py] */
  zoom(factor, px = this.box.clientWidth / 2, py = this.box.clientHeight / 2) {
    const least = Math.max(240, this.full.w / 6);
    const w = Math.min(this.full.w * 1.6, Math.max(least, this.view.w / factor)),
      k = w / this.view.w;
    const scale = this.scale;
    const left = this.view.x + this.view.w / 2 + (px - this.box.clientWidth / 2) / scale,
      top = this.view.y + this.view.h / 2 + (py - this.box.clientHeight / 2) / scale;
    this.view = {
      x: left - (left - this.view.x) * k,
      y: top - (top - this.view.y) * k,
      w,
      h: this.view.h * k,
    };
    this.fitted = false;
    this.show();
  }

  /** @param {number} dx @param {number} dy in pixels */
  pan(dx, dy) {
    this.view.x -= dx / this.scale;
    this.view.y -= dy / this.scale;
    this.view.x = Math.min(
      Math.max(this.view.x, this.full.x - this.view.w * 0.6),
      this.full.x + this.full.w - this.view.w * 0.4,
    );
    this.view.y = Math.min(
      Math.max(this.view.y, this.full.y - this.view.h * 0.6),
      this.full.y + this.full.h - this.view.h * 0.4,
    );
    this.fitted = false;
    this.show();
  }

  /** @param {WheelEvent} e */
  wheel(e) {
    if (/** @type {HTMLElement} */ (e.target).closest(".over")) return;
    e.preventDefault();
    const cell = cellAt(e);
    if (cell && this.on.wheel(cell, Math.sign(e.deltaY))) return;
    const r = this.box.getBoundingClientRect();
    this.zoom(Math.exp(-e.deltaY * (e.deltaMode ? 0.05 : 0.0016)), e.clientX - r.left, e.clientY - r.top);
  }

  /** @param {PointerEvent} e */
  down(e) {
    if (/** @type {HTMLElement} */ (e.target).closest(".over,button")) return;
    this.fingers.set(e.pointerId, { x: e.clientX, y: e.clientY });
    if (this.fingers.size === 1) this.moved = 0;
  }

  /** @param {PointerEvent} e */
  drag(e) {
    const finger = this.fingers.get(e.pointerId);
    if (!finger) return;
    const before = [...this.fingers.values()].map((f) => ({ ...f }));
    const dx = e.clientX - finger.x,
      dy = e.clientY - finger.y;
    this.moved += Math.abs(dx) + Math.abs(dy);
    finger.x = e.clientX;
    finger.y = e.clientY;
    if (this.moved < 6) return;
    if (!this.box.hasPointerCapture(e.pointerId)) this.box.setPointerCapture(e.pointerId);
    this.svg?.classList.add("drag");
    const now = [...this.fingers.values()];
    if (now.length === 1) this.pan(dx, dy);
    else if (now.length === 2) {
      const gap = (/** @type {{x: number, y: number}[]} */ f) => Math.hypot(f[0].x - f[1].x, f[0].y - f[1].y);
      const r = this.box.getBoundingClientRect();
      this.pan(dx / 2, dy / 2);
      this.zoom(
        gap(now) / Math.max(1, gap(before)),
        (now[0].x + now[1].x) / 2 - r.left,
        (now[0].y + now[1].y) / 2 - r.top,
      );
    }
  }

  /** @param {PointerEvent} e */
  up(e) {
    this.fingers.delete(e.pointerId);
    if (!this.fingers.size) this.svg?.classList.remove("drag");
  }

  /** @param {MouseEvent} e */
  click(e) {
    const cell = cellAt(e);
    if (cell && this.moved < 6) this.on.pick(cell);
  }

  /**
   * Arrows go to the next legal cell in that direction; + − 0 zoom; Shift and arrows move the map.
   * @param {KeyboardEvent} e
   */
  keys(e) {
    const arrows = /** @type {Record<string, number[]>} */ ({
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    });
    const way = arrows[e.key],
      at = /** @type {HTMLElement} */ (e.target);
    if (way && (e.shiftKey || !at.classList?.contains("can"))) {
      this.pan(-way[0] * 60, -way[1] * 60);
      e.preventDefault();
    } else if (way) {
      const from = { x: Number(at.dataset.x), y: Number(at.dataset.y) };
      let best = null,
        least = Infinity;
      for (const other of $$("#map-hits .can", this.svg)) {
        const dx = Number(other.dataset.x) - from.x,
          dy = Number(other.dataset.y) - from.y;
        const along = dx * way[0] + dy * way[1],
          off = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
        if (along > 5 && along + 2 * off < least) {
          least = along + 2 * off;
          best = other;
        }
      }
      best?.focus();
      e.preventDefault();
    } else if (e.key === "+" || e.key === "=") this.zoom(1.25);
    else if (e.key === "-") this.zoom(0.8);
    else if (e.key === "0") this.fit();
    else if ((e.key === "Enter" || e.key === " ") && at.dataset?.cell) {
      // Enter on the chosen cell confirms; the page sees to that.
      if (e.key === "Enter" && this.on.isChosen(at.dataset.cell)) return;
      e.preventDefault();
      this.on.pick(at.dataset.cell);
    } else return;
    e.stopPropagation();
  }

  /** Buttons in the corner. */
  buttons() {
    return h(
      "div",
      { class: "mapctl over" },
      h(
        "button",
        {
          class: "btn",
          type: "button",
          "aria-label": t("zoom-in"),
          title: t("zoom-in"),
          on: { click: () => this.zoom(1.3) },
        },
        "+",
      ),
      h(
        "button",
        {
          class: "btn",
          type: "button",
          "aria-label": t("zoom-out"),
          title: t("zoom-out"),
          on: { click: () => this.zoom(1 / 1.3) },
        },
        "−",
      ),
      h(
        "button",
        {
          class: "btn",
          type: "button",
          "aria-label": t("fit"),
          title: t("fit"),
          on: { click: () => this.fit() },
        },
        "⤢",
      ),
    );
  }
}
