// @ts-check
// A map on which tiles and stations are laid by clicks, in any order: for the route calculator, and for positions set up by hand.
import { Fault, address, getText, post } from "./api.js";
import { Board } from "./board.js";
import { $, h, narrow, put, svgOf, toast } from "./dom.js";
import { asked, printed } from "./question.js";
import { select } from "./setup.js";
import { has, said, t } from "./text.js";

/**
 * @import { Child } from "./dom.js"
 * @import { Question } from "./question.js"
 * @import { Calculated, Layable, LaidCell, Sheet } from "./types.d.ts"
 */
/**
 * What a page does with the map: it says what lies there, changes it, and draws itself.
 * `placed` hears of a new station.
 * @typedef {{question: () => Question, sheet: () => Sheet, set: (act: () => void) => Promise<void>,
 *   draw: () => void, placed: (company: string) => void}} Owner
 */

/** A part of the side. @param {string} id @param {string} head @param {...Child} rest */
export const part = (id, head, ...rest) =>
  h(
    "section",
    { class: "panel pad", id, "aria-labelledby": id + "-h" },
    h("h2", { id: id + "-h", tabindex: "-1" }, head),
    rest,
  );

/** @type {Map<string, Promise<string>>} */ const pictures = new Map();

/** How a tile is laid first: so that it meets the track around it, if it can. @param {Layable} x */
const first = (x) => x.joined[0] ?? x.rotations[0] ?? 0;

/**
 * Things of which some are taken: a press takes one more, a press on the minus gives one back.
 * @param {string} id @param {{id: string, name: string, n: number, full?: boolean}[]} things
 * @param {(i: number) => unknown} add @param {(i: number) => unknown} drop
 */
export const counted = (id, things, add, drop) =>
  h(
    "div",
    { class: "trainpick" },
    things.map(({ id: own, name, n, full }, i) =>
      h(
        "span",
        { class: n ? "on" : "" },
        h(
          "button",
          {
            class: "btn sm",
            type: "button",
            id: id + own,
            "aria-label": t("calc-add-train", { train: name }),
            disabled: full,
            on: { click: () => add(i) },
          },
          name,
          n > 0 && h("b", null, " × " + n),
        ),
        n > 0 &&
          h(
            "button",
            {
              class: "btn quiet sm",
              type: "button",
              id: `${id}less-${own}`,
              "aria-label": t("calc-drop-train", { train: name }),
              title: t("calc-drop-train", { train: name }),
              on: { click: () => drop(i) },
            },
            "−",
          ),
      ),
    ),
  );

/** Puts things in the place of others, with the focus where it was. @param {Element} box @param {...Child} children */
export function redraw(box, ...children) {
  const at = document.activeElement?.id;
  put(box, ...children);
  if (at) document.getElementById(at)?.focus({ preventScroll: true });
}

export class Laying {
  /** The cell that was picked. @type {LaidCell|null} */ cell = null;
  /** Answers that were asked for earlier are not shown. */
  turn = 0;

  /** @param {HTMLElement} box @param {Owner} owner */
  constructor(box, owner) {
    this.owner = owner;
    this.board = new Board(box, {
      pick: (name) => this.pick(name),
      hover: () => {},
      wheel: () => false,
      describe: (name) => {
        const def = owner.sheet()?.cells.find((c) => c.cell === name);
        return [name, def?.name].filter(Boolean).join(" ");
      },
      isChosen: (name) => name === this.cell?.cell,
    });
    box.append(this.board.buttons());
  }

  get q() {
    return this.owner.question();
  }

  /** @param {string} path */
  address = (path) => address(`/api/titles/${this.q.title}/${path}`, printed(this.q));

  /** @param {string} name @returns {Promise<LaidCell>} */
  look = (name) => post(this.address("cell"), { cell: name, question: asked(this.q) });

  /** Asks for the map, and for the cell that is picked; nothing if something else was asked since. */
  async ask() {
    const mine = ++this.turn;
    try {
      const [answer, at] = await Promise.all([
        /** @type {Promise<Calculated>} */ (post(this.address("routes"), asked(this.q))),
        this.cell && this.look(this.cell.cell),
      ]);
      if (mine !== this.turn) return null;
      this.cell = at;
      this.board.draw(answer.map);
      this.board.legal(this.cells(), t("calc-pick"));
      // Every cell can be chosen: it need not glow.
      this.board.layer("legal")?.replaceChildren();
      this.board.pick(this.cell?.cell ?? null);
      return answer;
    } catch (e) {
      if (mine !== this.turn) return null;
      throw e;
    }
  }

  /** All places of the map, also those beside it where the map grows. */
  cells = () =>
    [...(this.board.svg?.querySelectorAll("#map-hits [data-cell]") ?? [])].map(
      (e) => /** @type {SVGElement} */ (e).dataset.cell ?? "",
    );

  /** @param {string} name */
  async pick(name) {
    const mine = ++this.turn;
    try {
      const at = await this.look(name);
      if (mine !== this.turn) return;
      this.cell = at;
      this.board.pick(name);
      this.owner.draw();
      $("#cell h2")?.focus({ preventScroll: !narrow() });
      $("#cell")?.scrollIntoView({ block: "nearest" });
    } catch (e) {
      if (!(e instanceof Fault)) throw e;
      toast(said(e.message), "bad");
    }
  }

  /** A tile as it would lie. @param {string} tile @param {number} rotation */
  picture(tile, rotation) {
    const at = h("span", { class: "tilebox", "aria-hidden": "true" });
    const path = address(`/api/titles/${this.q.title}/tile.svg`, {
      ...printed(this.q),
      tile,
      rotation,
      theme: "page",
      width: 62,
    });
    let text = pictures.get(path);
    if (!text) pictures.set(path, (text = getText(path)));
    text.then(
      (svg) => put(at, svgOf(svg)),
      () => pictures.delete(path),
    );
    return at;
  }

  /** Lays a tile; what lies there already is turned. @param {LaidCell} at @param {Layable} x @param {number} step */
  lay(at, x, step) {
    const { q } = this;
    const lies = at.tile === x.tile ? x.rotations.indexOf(at.rotation) : -1,
      n = x.rotations.length;
    const rotation = lies < 0 ? first(x) : x.rotations[(lies + step + n) % n];
    return this.owner.set(() => (q.tiles[at.cell] = { tile: x.tile, rotation }));
  }

  /** @param {LaidCell} at */
  tiles(at) {
    const { q } = this;
    const here = at.tiles.find((x) => x.tile === at.tile);
    const turnBy = (/** @type {number} */ step, /** @type {string} */ id, /** @type {string} */ sign) =>
      here &&
      h(
        "button",
        {
          class: "btn sm",
          type: "button",
          id: "calc-" + id,
          "aria-label": t(id),
          title: t(id),
          disabled: here.rotations.length < 2,
          on: { click: () => this.lay(at, here, step) },
        },
        sign,
      );
    return [
      h(
        "p",
        { class: "btns" },
        turnBy(-1, "rotate-left", "↺"),
        turnBy(1, "rotate-right", "↻"),
        q.tiles[at.cell] &&
          h(
            "button",
            {
              class: "btn quiet sm",
              type: "button",
              id: "calc-remove",
              on: { click: () => this.owner.set(() => delete q.tiles[at.cell]) },
            },
            t("calc-remove"),
          ),
      ),
      at.tiles.length
        ? h(
            "div",
            { class: "tiles", role: "group", "aria-label": t("calc-tiles") },
            at.tiles.map((x) => {
              const on = x.tile === at.tile;
              const name = has("tile-" + x.tile) ? t("tile-" + x.tile) : x.tile;
              return h(
                "button",
                {
                  type: "button",
                  id: "tile-" + x.tile,
                  "aria-pressed": String(on),
                  "aria-label": name,
                  class: on ? "on" : "",
                  on: { click: () => this.lay(at, x, 1) },
                },
                this.picture(x.tile, on ? at.rotation : first(x)),
                h(
                  "small",
                  { class: x.left === 0 && !on ? "bad" : "" },
                  h("b", null, name),
                  x.left !== null && " × " + x.left,
                ),
              );
            }),
          )
        : h("p", { class: "muted" }, t("calc-no-tiles")),
    ];
  }

  /** @param {LaidCell} at */
  stations(at) {
    const { q } = this;
    const companies = this.owner.sheet().companies.map((c) => ({ value: c.id, text: `${c.id} · ${c.name}` }));
    const here = q.stations.filter((x) => x.cell === at.cell);
    const lost = here.filter(
      (x) => !at.places.some((p) => !x.waiting && p.stop === x.stop && p.stations.includes(x.company)),
    );
    return [
      at.places.flatMap((p) =>
        p.stations.map((_, i) => {
          const placed = here.filter((x) => !x.waiting && x.stop === p.stop)[i];
          return select(
            `station-${p.stop}-${i}`,
            [t("calc-station"), p.name, p.stations.length > 1 && String(i + 1)].filter(Boolean).join(" "),
            [{ value: "", text: t("nobody") }, ...companies],
            placed?.company ?? "",
            (company) =>
              this.owner.set(() => {
                if (placed) q.stations = q.stations.filter((x) => x !== placed);
                if (!company) return;
                q.stations.push({ company, cell: at.cell, stop: p.stop });
                this.owner.placed(company);
              }),
          );
        }),
      ),
      lost.map((x) =>
        h(
          "p",
          null,
          t(x.waiting ? "calc-waiting" : "asked-no-place", { company: x.company, cell: at.cell }),
          " ",
          h(
            "button",
            {
              class: "btn sm",
              type: "button",
              on: { click: () => this.owner.set(() => (q.stations = q.stations.filter((y) => y !== x))) },
            },
            t("calc-remove"),
          ),
        ),
      ),
    ];
  }

  /** The cell that is picked, with what lies there and what could. */
  part = () =>
    this.cell
      ? part(
          "cell",
          [this.cell.cell, this.cell.name].filter(Boolean).join(" · "),
          h("div", { class: "fields" }, this.stations(this.cell)),
          this.tiles(this.cell),
        )
      : part("cell", t("calc-cell"), h("p", { class: "muted" }, t("calc-how")));
}
