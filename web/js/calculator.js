// @ts-check
// The route calculator: any map, tiles and stations laid by clicks, any trains; out come the proved best routes.
import { Fault, get } from "./api.js";
import { $, h, put, say, toast } from "./dom.js";
import { factsOf } from "./facts.js";
import { Laying, counted, part, redraw } from "./laying.js";
import { blank, printed, read, written } from "./question.js";
import { called, keyLine } from "./route.js";
import { select, said as valueName } from "./setup.js";
import { foot } from "./foot.js";
import { switches } from "./shell.js";
import { fillTexts, has, loadTexts, money, said, t, variantName } from "./text.js";

/**
 * @import { Question } from "./question.js"
 * @import { Alternative, BestRoutes, Calculated, Route, Sheet, Titles } from "./types.d.ts"
 */

/** @type {Titles} */ let known;
/** @type {Question} */ let q;
/** @type {Sheet} */ let sheet;
/** @type {Laying} */ let laying;
/** @type {Calculated|null} */ let found = null;
/** What cannot be understood. @type {string[]} */ let faults = [];
/** Most income, or another plan. */
let plan = 0;

const titleOf = () => known.titles.find((x) => x.id === q.title) ?? known.titles[0];
const variantOf = () => titleOf().variants.find((v) => v.id === q.variant) ?? titleOf().variants[0];
const kept = (/** @type {string} */ title) => "routes:" + title;

/** Money of companies' runs, and of subsidies. @param {number} value */
const cash = (value) => money(value, sheet.money);
/** @param {number} value */
const coins = (value) => money(value, sheet.company_money || sheet.money);

/** The sheet of the map that is chosen. */
async function load() {
  q.title = titleOf().id;
  q.variant = variantOf().id;
  sheet = await get(`/api/titles/${q.title}/sheet`, printed(q));
}

/** Keeps the question in the browser and in the address. */
function keep() {
  const text = written(q);
  history.replaceState(null, "", "#" + text);
  try {
    localStorage.setItem(kept(q.title), text);
    localStorage.setItem("routes", q.title);
  } catch {
    // Without room the address still has it.
  }
}

/** Something was changed: ask again. @param {() => void} act */
async function set(act) {
  act();
  plan = 0;
  keep();
  await ask();
}

/** Asks for the map and the routes, and for the cell that is picked. */
async function ask() {
  $("#result")?.setAttribute("aria-busy", "true");
  try {
    const answer = await laying.ask();
    if (!answer) return;
    [found, faults] = [answer, []];
    drawRoutes();
    if (answer.best) say(t("calc-total", { amount: cash(answer.best.total.revenue) }));
  } catch (e) {
    if (!(e instanceof Fault)) throw e;
    faults = e.faults.length ? e.faults : [e.message];
  }
  side();
}

/** The routes of the plan on the map. */
function drawRoutes() {
  laying.board.routes((shown()?.routes.length && found?.drawings[plan]) || null);
}

/** @returns {BestRoutes|Alternative|null} */
const shown = () => (plan ? (found?.best?.alternatives[plan - 1] ?? null) : (found?.best ?? null));

/** Begins with a title again where one left it. @param {string} title */
async function open(title) {
  const old = read(localStorage.getItem(kept(title)) || "");
  q = old ?? blank(title);
  await begin();
}

/** Another map: what lay on the old one has no place on it. @param {Partial<Question>} other */
async function change(other) {
  q = { ...blank(q.title, q.variant), ...other };
  await begin();
}

async function begin() {
  laying.cell = null;
  plan = 0;
  await load();
  keep();
  await ask();
}

function tableOf() {
  const variants = titleOf().variants;
  // Sides of the board and landscapes are other maps.
  const maps = variantOf().options.filter((o) => o.id === "map" || o.id === "scenario");
  return part(
    "which",
    t("map"),
    h(
      "div",
      { class: "fields" },
      select(
        "calc-title",
        t("title"),
        known.titles.map((x) => ({ value: x.id, text: x.name.split(":")[0] })),
        q.title,
        open,
      ),
      variants.length > 1 &&
        select(
          "calc-variant",
          t("variant"),
          variants.map((v) => ({ value: v.id, text: variantName(q.title, v.id) })),
          q.variant,
          (variant) => change({ variant }),
        ),
      maps.map((o) =>
        select(
          "calc-" + o.id,
          t("option-" + o.id),
          o.words.map((word) => ({ value: word, text: valueName(o.id, word) })),
          q.options[o.id] ?? String(o.presets[0]),
          (word) => change({ variant: q.variant, options: { ...q.options, [o.id]: word } }),
        ),
      ),
      select(
        "calc-phase",
        t("phase"),
        sheet.phases.map((p) => ({ value: p.name, text: p.name })),
        q.phase || sheet.phases[0].name,
        (phase) => set(() => (q.phase = phase)),
      ),
    ),
    h(
      "p",
      { class: "btns" },
      h(
        "button",
        { class: "btn sm", type: "button", id: "calc-share", on: { click: share } },
        t("copy-link"),
      ),
      h("a", { class: "btn sm", id: "calc-analyse", href: "/study?set-up#" + written(q) }, t("arr-from-map")),
      h(
        "button",
        {
          class: "btn quiet sm",
          type: "button",
          id: "calc-clear",
          on: { click: () => change({ variant: q.variant, options: q.options }) },
        },
        t("clear"),
      ),
    ),
  );
}

async function share() {
  try {
    await navigator.clipboard.writeText(location.href);
    toast(t("copied"));
  } catch {
    toast(location.href);
  }
}

/** Sides of trains that the company can run. */
function faces() {
  const all = [
    ...new Map(sheet.trains.flatMap((kind) => kind.faces).map((face) => [face.name, face])).values(),
  ];
  const size = sheet.companies.find((c) => c.id === q.company)?.size;
  const own = all.filter((face) => face.size === size);
  return all.some((face) => face.size) && own.length ? own : all;
}

/** Trains of a list, of which more can be named. @param {string} id @param {string} head @param {string[]} names @param {string[]} list */
const trainsOf = (id, head, names, list) =>
  h(
    "fieldset",
    { class: "field" },
    h("legend", null, head),
    counted(
      id,
      names.map((name) => ({
        id: name,
        name,
        n: list.filter((x) => x === name).length,
        full: q.trains.length + q.obsolete.length >= 16,
      })),
      (i) => set(() => list.push(names[i])),
      (i) => set(() => list.splice(list.lastIndexOf(names[i]), 1)),
    ),
  );

function trains() {
  const names = faces().map((face) => face.name),
    old = factsOf(q.title).obsolete ?? [];
  return [
    trainsOf("train-", t("trains"), names, q.trains),
    old.length > 0 &&
      trainsOf(
        "old-",
        t("calc-obsolete"),
        names.filter((name) => old.includes(name)),
        q.obsolete,
      ),
  ];
}

/** A thing that is so or not. @param {string} id @param {string} text @param {string[]} list @param {string} name */
const check = (id, text, list, name) =>
  h(
    "label",
    { class: "check" },
    h("input", {
      type: "checkbox",
      id,
      checked: list.includes(name),
      on: {
        change: (e) =>
          set(() => {
            if (e.target.checked) list.push(name);
            else list.splice(list.indexOf(name), 1);
          }),
      },
    }),
    " ",
    text,
  );

/** Companies on the map whose markers may be turned over. */
function bankrupt() {
  const all = factsOf(q.title).bankrupt
    ? sheet.companies.filter(
        (c) =>
          q.bankrupt.includes(c.id) || (c.id !== q.company && q.stations.some((x) => x.company === c.id)),
      )
    : [];
  return (
    all.length > 0 &&
    h(
      "fieldset",
      { class: "field" },
      h("legend", null, t("calc-bankrupt")),
      all.map((c) => check("bankrupt-" + c.id, c.id, q.bankrupt, c.id)),
    )
  );
}

/** What else is so, where the title asks for it. */
const circumstances = () =>
  (found?.circumstances ?? []).map((name) => check("so-" + name, t("so-" + name), q.circumstances, name));

/** @param {{revenue: number, subsidy: number}} of */
const both = (of) => [cash(of.revenue), of.subsidy > 0 && h("small", null, " + " + coins(of.subsidy))];

/** @param {Route} route @param {number} i */
const row = (route, i) =>
  h(
    "div",
    { class: "run" },
    h(
      "h3",
      null,
      keyLine(i),
      t("train"),
      " ",
      route.train,
      h("span", { class: "muted" }, t("stops-n", { n: route.calls.filter((c) => c.counted).length })),
      h("span", { class: "num" }, both(route)),
    ),
    called(route),
  );

/** Most income or most subsidy, where both can be had. @param {BestRoutes} best */
const plans = (best) =>
  best.alternatives.length > 0 &&
  h(
    "div",
    { class: "plans", role: "group", "aria-label": t("what-for") },
    [best, ...best.alternatives].map((_, i) =>
      h(
        "button",
        {
          class: "btn sm" + (i === plan ? " on" : ""),
          type: "button",
          "aria-pressed": String(i === plan),
          on: {
            click: () => {
              plan = i;
              drawRoutes();
              side();
            },
          },
        },
        t(i ? "most-subsidy" : "most-revenue"),
      ),
    ),
  );

function result() {
  const best = found?.best,
    now = shown();
  if (faults.length)
    return h(
      "div",
      { role: "alert" },
      faults.map((f) => h("p", { class: "bad" }, said(f))),
    );
  if (!best || !now) return h("p", { class: "muted" }, t("calc-company-first"));
  return [
    plans(best),
    h(
      "div",
      { class: "runs" },
      now.routes.map(row),
      !now.routes.length &&
        h("p", null, t(q.trains.length + q.obsolete.length ? "no-routes" : "calc-trains-first")),
    ),
    h(
      "div",
      { class: "total" },
      best.proved
        ? h("span", { class: "badge", id: "proved" }, "✓ " + t("proved-best"))
        : h("span", { class: "badge warn", id: "proved" }, t("at-most", { amount: cash(best.bound) })),
      h("span", { class: "num", id: "calc-total" }, both(now.total)),
    ),
  ];
}

const runOf = () =>
  part(
    "runner",
    t("calc-run"),
    select(
      "calc-company",
      t("company"),
      [
        { value: "", text: "–" },
        ...sheet.companies.map((c) => ({ value: c.id, text: `${c.id} · ${c.name}` })),
      ],
      q.company,
      (company) => set(() => (q.company = company)),
    ),
    q.company && trains(),
    q.company && circumstances(),
    q.company && bankrupt(),
    h("div", { id: "result" }, result()),
    !!found?.notes.length &&
      h(
        "ul",
        { class: "oddities" },
        found.notes.map((n) => h("li", null, has("asked-" + n.key) ? t("asked-" + n.key, n.values) : n.text)),
      ),
  );

/** The side of the page, with the focus where it was. */
const side = () => redraw($("#side"), runOf(), laying.part(), tableOf());

function frame() {
  document.title = t("calc") + " · Signalbox";
  fillTexts();
  put($("#ltitle"), t("calc"));
  put($("#topnav"), h("a", { href: "/" }, t("play")), switches(frame, loadTexts));
  put($("#foot"), foot());
  side();
}

await loadTexts();
known = await get("/api/titles");
const last = () => read(localStorage.getItem(kept(localStorage.getItem("routes") || "")) || "");
const wanted = new URLSearchParams(location.search).get("title");
q =
  read(location.hash) ??
  (wanted ? read(localStorage.getItem(kept(wanted)) || "") : last()) ??
  blank(wanted || "");
laying = new Laying($("#mapbox"), {
  question: () => q,
  sheet: () => sheet,
  set,
  draw: () => side(),
  placed: (company) => (q.company ||= company),
});
await load();
frame();
await ask();
addEventListener("hashchange", () => {
  const other = read(location.hash);
  if (!other || written(other) === written(q)) return;
  q = other;
  begin();
});
