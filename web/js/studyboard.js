// @ts-check
// A study on the board: its position is shown like a table, moves are tried, and a tree grows beside it.
import { Fault, get, getText, insist, invite, post, session } from "./api.js";
import { stage } from "./scene.js";
import { Board } from "./board.js";
import { clear, fault, whyCell } from "./choosing.js";
import { draw as drawDecision } from "./decide.js";
import { $, h, narrow, put, say, toast } from "./dom.js";
import { deciding } from "./keys.js";
import { log } from "./log.js";
import { companies, players, process, trains } from "./panels.js";
import { switches } from "./shell.js";
import { cards, market } from "./stock.js";
import { trouble } from "./studies.js";
import { paint } from "./studydraw.js";
import { panel } from "./studyside.js";
import { childrenOf, nodeOf } from "./studytree.js";
import { Table } from "./table.js";
import { fillTexts, loadTexts, t } from "./text.js";
import { mark, pickCell, turn } from "./track.js";

/**
 * @import { Move, Sheet, State, StudyChapter, StudyEdit, StudyEdited, StudyNews, StudyNode } from "./types.d.ts"
 * @import { StudyShown, Titles } from "./types.d.ts"
 */

/** How often others' edits are looked for, in milliseconds. */
const LOOK_EVERY = 4000;

const framed = location.pathname.startsWith("/embed/");

/** What the page knows; its parts get it handed. */
export class Study {
  /** @type {StudyShown} */ shown = /** @type {never} */ (undefined);
  /** @type {Titles} */ titles;
  /** Chapter and node that are shown. */
  chapterId = "";
  nodeId = "root";
  /** One's own edits that can be taken back, and made again. @type {StudyEdit[]} */ backs = [];
  /** @type {StudyEdit[]} */ agains = [];
  /** Whether clicks draw, with which colour, and where an arrow begins. */
  draws = false;
  colour = "green";
  /** @type {string|null} */ begun = null;
  /** @type {Table} */ table;

  /** @param {string} id @param {Titles} titles */
  constructor(id, titles) {
    this.id = id;
    this.titles = titles;
    this.table = new Table("");
  }

  /** @returns {StudyChapter|undefined} */
  chapter() {
    return this.shown.chapters.find((c) => c.id === this.chapterId);
  }

  tree = () => this.chapter()?.tree ?? [];

  /** @returns {StudyNode|undefined} */
  node = () => nodeOf(this.tree(), this.nodeId);

  /** Whether the page stands in a frame, only to be looked at. */
  framed = framed;

  writes = () => this.shown.writes && !framed;

  /** Address of something of this study. @param {string} [path] */
  api = (path = "") => `/api/studies/${this.id}${path}`;

  /** The word of the link by which one came, for requests. */
  word = () => (invite ? { invite } : {});

  /**
   * Makes an edit; tells whether it was made.
   * @param {StudyEdit} edit @param {"own"|"back"|"again"} [how]
   */
  async edit(edit, how = "own") {
    try {
      const done = /** @type {StudyEdited} */ (
        await post(this.api("/edits"), { after: this.shown.number, edit })
      );
      const list = how === "back" ? this.agains : this.backs;
      if (done.back) list.push(done.back);
      if (how === "own") this.agains = [];
      await this.see(done.study);
      return true;
    } catch (e) {
      toast(trouble(e), "bad");
      await this.look();
      return false;
    }
  }

  /** Takes back one's own last edit, or makes it again. @param {boolean} again */
  async undo(again) {
    const edit = (again ? this.agains : this.backs).pop();
    if (edit && (await this.edit(edit, again ? "again" : "back"))) say(t(again ? "an-redo" : "an-undo"));
  }

  /** Another state of the study. Who stands where something went goes back to what is left. @param {StudyShown} study */
  async see(study) {
    // Answers may overtake each other.
    if (study.number < this.shown.number) return;
    const path = this.path();
    this.shown = study;
    const chapter = this.chapter() ?? study.chapters[0];
    if (!chapter) return draw(this);
    const left = chapter.id === this.chapterId && path.find((id) => nodeOf(chapter.tree, id));
    if (chapter.id !== this.chapterId || left !== this.nodeId) await this.go(left || "root", chapter.id);
    else draw(this);
  }

  /** Nodes from here back to the root. */
  path() {
    const path = [];
    for (let at = this.shown && this.node(); at; at = at.parent ? nodeOf(this.tree(), at.parent) : undefined)
      path.push(at.id);
    return path;
  }

  /** Looks for what others wrote. */
  async look() {
    const query = { since: this.shown?.number, ...this.word() };
    const { study } = /** @type {StudyNews} */ (await get(this.api(), query));
    if (study) await this.see(study);
  }

  /** Shows a position. @param {string} node @param {string} [chapter] */
  async go(node, chapter = this.chapterId) {
    const other = chapter !== this.chapterId,
      { table } = this;
    this.chapterId = chapter;
    this.nodeId = node;
    this.begun = null;
    table.id = `study-${this.id}-${chapter}-${node}`;
    history.replaceState(null, "", location.pathname + location.search + `#${chapter}/${node}`);
    try {
      if (other || !table.sheet)
        table.sheet = /** @type {Sheet} */ (await insist(() => get(table.api("sheet"))));
      const [state, picture] = await insist(() => fetchAt(table));
      // Who walks faster than the answers come sees the last one.
      if (this.nodeId !== node || this.chapterId !== chapter) return;
      show(table, state, picture);
      table.mode = table.view.decision?.step === "stock" ? "stock" : "map";
      draw(this);
    } catch (e) {
      await fault(table, e);
    }
  }

  /** One move on or back along the main line, or to a line beside. @param {"on"|"back"|"up"|"down"} way */
  walk(way) {
    const tree = this.tree(),
      node = this.node();
    const beside = childrenOf(tree, node?.parent ?? "");
    const at = beside.findIndex((n) => n.id === node?.id);
    const to = {
      on: childrenOf(tree, this.nodeId)[0],
      back: nodeOf(tree, node?.parent ?? ""),
      up: beside[at - 1],
      down: beside[at + 1],
    }[way];
    if (to) return this.go(to.id);
  }

  /** Tries a move: it is there already, or becomes a new line. @param {Move} move */
  async attempt(move) {
    const found = childrenOf(this.tree(), this.nodeId).find((n) => alike(n.move, move));
    if (found) return this.go(found.id);
    if (!this.writes()) {
      clear(this.table);
      draw(this);
      toast(t("an-copy-to-try"));
      return;
    }
    const node = "n" + crypto.randomUUID().replaceAll("-", "").slice(0, 10),
      [parent, chapter] = [this.nodeId, this.chapterId];
    if (await this.edit({ edit: "add", chapter, parent, node, move })) await this.go(node);
  }

  /** A click on the map while one draws: twice the same cell marks it, two cells are an arrow. @param {string} cell */
  async strike(cell) {
    if (!this.begun) {
      this.begun = cell;
      paint(this.table.board, this.node(), cell);
      return;
    }
    const from = this.begun;
    this.begun = null;
    await this.sketch(from, cell);
  }

  /** Draws or takes away: the same colour again takes it away. @param {string} from @param {string} to */
  async sketch(from, to) {
    const node = this.node();
    if (!node) return;
    if (![from, to].every((cell) => this.table.board.hit(cell))) {
      toast(t("an-no-hex"), "bad");
      return;
    }
    const where = { chapter: this.chapterId, node: node.id },
      colour = /** @type {"green"} */ (this.colour);
    if (from === to) {
      const was = node.marks?.find((m) => m.cell === from)?.colour;
      await this.edit({ edit: "mark", ...where, cell: from, colour: was === colour ? null : colour });
    } else {
      const was = node.arrows?.find((a) => a.from === from && a.to === to)?.colour;
      await this.edit({ edit: "arrow", ...where, from, to, colour: was === colour ? null : colour });
    }
  }
}

/** Whether two moves are the same, however their parts are ordered. @param {unknown} a @param {unknown} b @returns {boolean} */
function alike(a, b) {
  if (typeof a !== "object" || typeof b !== "object" || !a || !b) return (a ?? null) === (b ?? null);
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  const of = (/** @type {object} */ x) => /** @type {Record<string, unknown>} */ (x);
  return keys.every((k) => alike(of(a)[k], of(b)[k]));
}

/** Fetches a position and its map. @param {Table} table @returns {Promise<[State, string]>} */
const fetchAt = (table) =>
  Promise.all([
    get(table.api("state"), { choices: true }),
    getText(table.api("map.svg"), { theme: "page", marked: true }),
  ]);

/** Shows a position as if all seats were one's own. @param {Table} table @param {State} state @param {string} picture */
function show(table, state, picture) {
  for (const seat of state.game.seats) Object.assign(seat, { mine: true, open: false });
  const { game, view, at } = state;
  Object.assign(table, { state, game, view, at, length: at, live: true, choices: state.choices ?? null });
  clear(table);
  table.chosen.begin(table.at);
  table.board.draw(picture);
}

/** The table around the study. @param {Study} study */
function frame(study) {
  const { table } = study;
  $("#main").className = "learning study";
  put(
    $("#main"),
    ...stage(),
    h(
      "aside",
      { class: "teacher" },
      h("section", { class: "panel decide", id: "decide", tabindex: "-1", "aria-labelledby": "dtitle" }),
      h("section", { class: "panel tree", id: "tree", "aria-labelledby": "tree-h" }),
    ),
  );
  $("#foot").hidden = true;
  table.board = new Board($("#mapbox"), {
    pick: (cell) => {
      if (study.draws) study.strike(cell);
      else if (!pickCell(table, cell)) whyCell(table, cell);
    },
    hover: () => {},
    wheel: (cell, steps) => cell === table.chosen.cell && turn(table, steps),
    describe: table.cellName,
    isChosen: (cell) => cell === table.chosen.cell && !!table.chosen.move,
  });
  $("#mapbox").append(table.board.buttons());
}

/** @param {Study} study */
function middle({ table }) {
  if (table.mode !== "stock") return;
  market(table, $("#market")).catch(() => {});
  cards(table, $("#cards"));
}

/** The chapters as stations of a line. @param {Study} study */
function track(study) {
  put(
    $("#track"),
    h(
      "ol",
      { "aria-label": t("an-chapter") },
      study.shown.chapters.map((c, i) =>
        h(
          "li",
          { class: c.id === study.chapterId ? "now" : "" },
          h(
            "a",
            {
              href: `#${c.id}/root`,
              "aria-current": c.id === study.chapterId ? "page" : null,
              on: {
                click: (e) => {
                  e.preventDefault();
                  study.go("root", c.id);
                },
              },
            },
            `${i + 1} · ${c.title || t("an-untitled")}`,
          ),
        ),
      ),
    ),
  );
}

/** @param {Study} study */
function head(study) {
  const { shown } = study;
  const word = invite ? "?invite=" + encodeURIComponent(invite) : "";
  /** @param {string} name */
  const opens = (name) => async () => (await import("./studydialogs.js")).open(study, name);
  put($("#ltitle"), shown.title || t("an-untitled"), h("span", null, shown.owner));
  put(
    $("#topnav"),
    framed
      ? h("a", { class: "btn", href: `/study/${study.id}${word}`, target: "_blank" }, t("an-open"))
      : [
          h("a", { class: "btn quiet wide", href: "/study" }, t("an-studies")),
          h("button", { class: "btn", id: "an-share", on: { click: opens("share") } }, t("an-share")),
          h("button", { class: "btn quiet", id: "an-more", on: { click: opens("more") } }, t("an-more")),
          ...switches(
            () => draw(study),
            async (code) => loadTexts(code),
          ).map((e) => {
            e.classList.add("wide");
            return e;
          }),
        ],
  );
}

/** @param {Study} study */
export function draw(study) {
  const { table } = study;
  fillTexts();
  head(study);
  track(study);
  document.title = `${study.shown.title || t("an-untitled")} · Signalbox`;
  if (!table.view) return;
  const stock = table.mode === "stock" && !study.draws;
  $("#mapbox").hidden = stock;
  $("#stockmain").hidden = !stock;
  $("#main").dataset.mode = stock ? "stock" : "map";
  process(table, $("#process"));
  players(table, $("#players"));
  trains(table, $("#trains"));
  companies(table, $("#companies"));
  log(table, $("#log"), () => {}, table.state.log);
  middle(study);
  $("#decide").hidden = framed || study.draws;
  if (!$("#decide").hidden) {
    drawDecision(table);
    mark(table);
  } else table.board.legal([], "");
  panel(study, $("#tree"), () => draw(study));
  paint(table.board, study.node(), study.begun);
}

/** @param {Study} study @param {KeyboardEvent} e */
function keys(study, e) {
  const on = /** @type {HTMLElement} */ (e.target);
  if (e.ctrlKey || e.metaKey || e.altKey || $("dialog[open]")) return;
  if (/^(INPUT|TEXTAREA|SELECT)$/.test(on.tagName)) return;
  const ways = { ArrowRight: "on", ArrowLeft: "back", ArrowUp: "up", ArrowDown: "down" };
  const way = ways[/** @type {keyof typeof ways} */ (e.key)];
  if (way && !on.closest("#mapbox,#decide,#market,.teacher .scroll:not(.moves)")) {
    e.preventDefault();
    study.walk(/** @type {"on"} */ (way));
  } else if ((e.key === "r" || e.key === "R") && turn(study.table, e.shiftKey ? -1 : 1)) e.preventDefault();
  else if (e.key === "Escape" && study.begun) {
    study.begun = null;
    paint(study.table.board, study.node(), null);
  } else if (!$("#decide").hidden) deciding(study.table, e);
}

/** Opens a study. @param {string} id @param {Titles} titles */
export async function open(id, titles) {
  const study = new Study(id, titles),
    { table } = study;
  table.levels = titles.levels;
  table.make = (move) => study.attempt(move);
  table.reload = async () => {};
  table.redraw = () => middle(study);
  table.restyle = () => draw(study);
  table.look = (mode) => {
    table.mode = mode || (table.view.decision?.step === "stock" ? "stock" : "map");
    draw(study);
  };
  frame(study);
  try {
    if (!framed) table.user = await insist(session);
    const news = /** @type {StudyNews} */ (await insist(() => get(study.api(), study.word())));
    study.shown = /** @type {StudyShown} */ (news.study);
  } catch (e) {
    fillTexts();
    put($("#main"), h("p", { class: "pad" }, e instanceof Fault ? t("fault-" + e.code) : t("fault-offline")));
    return;
  }
  const [chapter, node] = location.hash.slice(1).split("/");
  const first = study.shown.chapters.find((c) => c.id === chapter) ?? study.shown.chapters[0];
  if (first) await study.go(nodeOf(first.tree, node) ? node : "root", first.id);
  else draw(study);
  document.addEventListener("keydown", (e) => keys(study, e));
  setInterval(() => {
    const writing = /^(INPUT|TEXTAREA)$/.test(document.activeElement?.tagName ?? "");
    if (document.visibilityState === "visible" && !writing) study.look().catch(() => {});
  }, LOOK_EVERY);
  if (narrow()) scrollTo(0, 0);
}
