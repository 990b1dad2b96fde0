// @ts-check
// The form in which a position is set up by hand; a chapter of a study is made from it.
import { Fault, get, post, session } from "./api.js";
import { companies, drawSums, game, papers, players, turn } from "./arrangeparts.js";
import {
  beyond,
  file,
  fromQuestion,
  nothing,
  read as readPosition,
  seats,
  start,
  written,
} from "./arrangement.js";
import { $, debounce, h, narrow, put, say, toast } from "./dom.js";
import { foot } from "./foot.js";
import { Laying, redraw } from "./laying.js";
import { blank, printed, read as readQuestion } from "./question.js";
import { accountButton, switches } from "./shell.js";
import { sendFile, trouble } from "./studies.js";
import { automatic, fillTexts, has, heard, loadTexts, money, said, t } from "./text.js";

/**
 * @import { Arranged } from "./arrangement.js"
 * @import { Question } from "./question.js"
 * @import { Sheet, StudyShown, Titles, UserJson } from "./types.d.ts"
 */

/** What the page knows; its parts get it handed. */
export class Form {
  /** @type {Titles} */ known;
  /** The position, and who plays it. @type {Arranged} */ all = /** @type {never} */ (undefined);
  /** @type {Sheet} */ sheet = /** @type {never} */ (undefined);
  /** @type {UserJson|null} */ user = null;
  /** The study that gets the chapter; none for a new one. @type {string|null} */ study;
  /** What is wrong with the position; nothing is known yet without a list. @type {string[]|null} */ faults =
    null;
  /** Companies whose cards are open. @type {Set<string>} */ opened = new Set();
  /** Answers that were asked for earlier are not shown. */
  asked = 0;

  /** @param {Titles} known @param {string|null} study */
  constructor(known, study) {
    this.known = known;
    this.study = study;
    this.laying = new Laying($("#mapbox"), {
      question: () => this.all.q,
      sheet: () => this.sheet,
      set: (act) => this.lay(act),
      draw: () => this.draw(),
      placed: (company) => start(this.all.told, this.sheet, company),
    });
  }

  title = () => this.known.titles.find((x) => x.id === this.all.q.title) ?? this.known.titles[0];
  variant = () => this.title().variants.find((v) => v.id === this.all.q.variant) ?? this.title().variants[0];
  /** @param {number} i */
  seatName = (i) =>
    i < this.all.names.length ? this.all.names[i] : automatic(this.all.q.title, this.sheet.course.automatic);
  /** @param {string} step */
  stepName = (step) =>
    [`step-${this.all.q.title}-${step}`, "step-" + step].filter(has).map((k) => t(k))[0] ?? step;
  poolName = () => t(has("share-pool-" + this.all.q.title) ? "share-pool-" + this.all.q.title : "share-pool");
  /** Money of companies. @param {number} value */
  coins = (value) => money(value, this.sheet.company_money || this.sheet.money);

  /** The sheet of the map that is chosen; everything fits it. */
  async load() {
    const { q, names } = this.all;
    q.title = this.title().id;
    const variant = this.variant();
    q.variant = variant.id;
    const n = Math.min(Math.max(q.players ?? 3, variant.min_players), variant.max_players);
    if (n !== q.players) seats(this.all, n);
    for (let i = names.length; i < n; i++) names.push(t("player-n", { n: i + 1 }));
    this.sheet = await get(`/api/titles/${q.title}/sheet`, printed(q));
    q.phase ||= this.sheet.phases[0].name;
  }

  /** The form stays with its entry in the history: who comes back finds it as it was. */
  keep = () => history.replaceState({ arranged: this.all }, "");

  /** Sends the position as a game, with moves. @param {unknown[]} moves @returns {Promise<StudyShown>} */
  send = (moves) =>
    sendFile(
      new File([JSON.stringify(file(this.all, this.title(), moves))], "position.json"),
      this.study ? { study: this.study } : {},
    );

  /**
   * What the server says of the position.
   * It looks at a position before it looks at moves: of a file whose first move is none it makes nothing.
   */
  async check() {
    const mine = ++this.asked;
    /** @type {string[]} */ let found = [];
    try {
      await this.send([{}]);
    } catch (e) {
      const sound = e instanceof Fault && "number" in e.detail && e.detail.number === 1;
      if (!sound) found = faultsOf(e);
    }
    if (mine !== this.asked) return;
    this.faults = found;
    drawFaults(this);
    $("#arr-state").removeAttribute("aria-busy");
  }
  later = debounce(() => this.check(), 400);

  /** What is said of the position is old until it was looked at again. */
  checkSoon() {
    this.asked++;
    $("#arr-state").setAttribute("aria-busy", "true");
    this.later();
  }

  /** Something was told that no other field depends on. */
  told() {
    this.keep();
    drawSums(this);
    drawText(this);
    this.checkSoon();
  }

  /** Something was told: the form is drawn again. @param {() => void} act */
  async set(act) {
    act();
    this.keep();
    this.draw();
    this.checkSoon();
  }

  /** Something on the map was changed. @param {() => void} act */
  async lay(act) {
    act();
    this.keep();
    try {
      if (!(await this.laying.ask())) return;
    } catch (e) {
      // What the map cannot show, the check tells.
      if (!(e instanceof Fault)) throw e;
    }
    this.draw();
    this.checkSoon();
  }

  /** Another map: what lay on the old one has no place on it. @param {Partial<Question>} other */
  async change(other) {
    const { q, names } = this.all,
      n = q.players ?? 3;
    this.all = { q: { ...blank(q.title), players: n, ...other }, names, told: nothing(n) };
    await this.begin();
  }

  async begin() {
    this.laying.cell = null;
    this.faults = null;
    await this.load();
    await this.lay(() => {});
  }

  /** The parts of the form, with the focus where it was. */
  draw() {
    redraw(
      $("#form"),
      this.laying.part(),
      game(this),
      turn(this),
      players(this),
      companies(this),
      papers(this),
    );
    drawSums(this);
    drawText(this);
    drawFaults(this);
  }
}

/** What the server says is wrong. @param {unknown} e */
const faultsOf = (e) =>
  e instanceof Fault ? (e.faults.length ? e.faults : [e.message]) : [t("fault-offline")];

/** The position as text, to be looked at and changed. @param {Form} f */
function text(f) {
  const wrong = h("p", { class: "bad", role: "alert", id: "arr-text-wrong" });
  const box = h("textarea", {
    class: "sel",
    id: "arr-text",
    rows: 14,
    spellcheck: "false",
    "aria-label": t("arr-json"),
    on: { input: (e) => e.target.setAttribute("data-own", "") },
  });
  async function apply() {
    put(wrong);
    try {
      const found = readPosition(JSON.parse(box.value), f.all.q);
      if (!found) return put(wrong, t("arr-no-position"));
      box.removeAttribute("data-own");
      const names = found.names.length ? found.names : f.all.names;
      f.all = { ...found, names: names.slice(0, found.q.players) };
      await f.begin();
    } catch (e) {
      if (!(e instanceof SyntaxError)) throw e;
      put(wrong, t("arr-no-json", { why: e.message }));
    }
  }
  return h(
    "details",
    { class: "panel pad", id: "arr-json" },
    h("summary", null, h("h2", null, t("arr-json"))),
    h("p", { class: "muted" }, t("arr-json-why")),
    box,
    wrong,
    h(
      "p",
      { class: "btns" },
      h("button", { class: "btn sm", type: "button", id: "arr-apply", on: { click: apply } }, t("arr-apply")),
    ),
  );
}

/** What was written by hand stays until it is taken over. @param {Form} f */
function drawText(f) {
  const box = /** @type {HTMLTextAreaElement|null} */ (document.querySelector("#arr-text"));
  if (box && !box.hasAttribute("data-own")) box.value = JSON.stringify(written(f.all), null, 2);
}

/** What is wrong, all together and with each company. @param {Form} f */
function drawFaults(f) {
  const told = f.faults ?? [],
    more = beyond(f.all.told),
    count = t("arr-faults", { n: told.length });
  put(
    $("#arr-state"),
    f.faults === null
      ? h("p", { class: "muted" }, t("arr-checking"))
      : told.length
        ? h(
            "details",
            { open: !narrow() || $("#arr-state details")?.hasAttribute("open") },
            h("summary", null, h("span", { class: "badge bad" }, count)),
            h(
              "ul",
              { class: "scroll", tabindex: "0", "aria-label": count },
              told.map((x) => h("li", null, said(x))),
            ),
          )
        : h("p", null, h("span", { class: "badge", id: "arr-ready" }, "✓ " + t("arr-ready"))),
    more.length > 0 && h("p", { class: "muted" }, t("arr-beyond", { what: more.join(", ") })),
  );
  if (f.faults) say(told.length ? count : t("arr-ready"));
  for (const { id } of f.sheet.companies) {
    const own = told.filter((x) => heard("said:", x)?.args.company === id);
    const at = document.querySelector(`[data-faults="${CSS.escape(id)}"]`),
      mark = document.querySelector(`[data-count="${CSS.escape(id)}"]`);
    if (at)
      put(
        at,
        own.map((x) => h("p", null, said(x))),
      );
    mark?.toggleAttribute("hidden", !own.length);
    if (mark) put(mark, own.length);
  }
}

/** Makes the chapter, and opens it. @param {Form} f */
async function make(f) {
  const button = /** @type {HTMLButtonElement} */ ($("#arr-make"));
  button.disabled = true;
  try {
    const made = await f.send([]);
    location.href = `/study/${made.id}#${made.chapters.at(-1)?.id ?? ""}/root`;
  } catch (e) {
    f.asked++;
    f.faults = faultsOf(e);
    drawFaults(f);
    $("#arr-state").removeAttribute("aria-busy");
    $("#arr-state details")?.setAttribute("open", "");
  }
  // Who comes back may press it again.
  button.disabled = false;
}

/** @param {Form} f */
function frame(f) {
  fillTexts();
  document.title = t("arr-page") + " · Signalbox";
  put($("#ltitle"), t("arr-page"));
  put(
    $("#topnav"),
    h("a", { href: f.study ? "/study/" + f.study : "/study" }, t("an-studies")),
    f.user && accountButton(f.user, post, () => location.reload()),
    ...switches(() => frame(f), loadTexts),
  );
  const clear = () => {
    const { title, variant, options } = f.all.q;
    return f.change({ title, variant, options });
  };
  put(
    $("#side"),
    h("div", { id: "form" }),
    text(f),
    h(
      "section",
      { class: "panel making", "aria-label": t("arr-check") },
      h("div", { id: "arr-state" }),
      h(
        "p",
        { class: "btns" },
        h(
          "button",
          { class: "btn primary", type: "button", id: "arr-make", on: { click: () => make(f) } },
          t(f.study ? "an-add-chapter" : "an-begin"),
        ),
        h(
          "button",
          {
            class: "btn quiet",
            type: "button",
            id: "arr-clear",
            on: { click: clear },
          },
          t("clear"),
        ),
      ),
    ),
  );
  put($("#foot"), foot());
  f.draw();
}

/** Where the form begins: as it was left, with the map of the calculator, or with nothing. @param {Form} f @param {URLSearchParams} query */
async function beginning(f, query) {
  const before = /** @type {Arranged|undefined} */ (history.state?.arranged);
  const n = Number(query.get("players")) || 3;
  const q = readQuestion(location.hash);
  const empty = blank(query.get("set-up") || "", query.get("variant") || "");
  f.all = before ?? { q: { ...(q ?? empty), players: n }, names: [], told: nothing(n) };
  await f.load();
  if (before || !q) return;
  f.all = { ...fromQuestion(f.all.q, f.sheet, f.all.q.players ?? n), names: f.all.names };
}

/** Opens the form. @param {Titles} titles @param {URLSearchParams} query */
export async function open(titles, query) {
  $("#main").className = "calc arranging";
  put($("#main"), h("div", { class: "mapbox", id: "mapbox" }), h("div", { id: "side" }));
  const f = new Form(titles, query.get("study"));
  try {
    f.user = await session();
    await beginning(f, query);
  } catch (e) {
    fillTexts();
    toast(trouble(e), "bad");
    return;
  }
  frame(f);
  await f.lay(() => {});
}
