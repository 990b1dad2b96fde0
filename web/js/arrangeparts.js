// @ts-check
// Parts of the form of a position that is set up: the game, the turn, players, companies, papers.
import {
  addTrain,
  dropTrain,
  give,
  hasRun,
  left,
  owns,
  placeOf,
  prices,
  seats,
  sides,
  sold,
  start,
  stop,
} from "./arrangement.js";
import { $, $$, h, put } from "./dom.js";
import { factsOf } from "./facts.js";
import { counted, part } from "./laying.js";
import { select, shortName, said as valueName } from "./setup.js";
import { money, t, variantName } from "./text.js";

/**
 * @import { Firm } from "./arrangement.js"
 * @import { Form } from "./arranging.js"
 * @import { Charter } from "./types.d.ts"
 */

/** @param {number} value */
const whole = (value) => (Number.isFinite(value) ? Math.trunc(value) : 0);

/**
 * A number; nothing is told while it is empty.
 * @param {Form} f @param {string} id @param {string} label @param {number|undefined} value
 * @param {(value: number|undefined) => void} act @param {{min?: number, max?: number, placeholder?: string}} [limits]
 */
const number = (f, id, label, value, act, { min = 0, max = 1000000, placeholder = "0" } = {}) =>
  h(
    "label",
    { class: "field", for: id },
    label,
    h("input", {
      class: "sel",
      id,
      type: "number",
      inputmode: "numeric",
      min,
      max,
      step: 1,
      placeholder,
      value: value ?? "",
      on: {
        input: (e) => {
          act(e.target.value === "" ? undefined : whole(Number(e.target.value)));
          f.told();
        },
      },
    }),
  );

/** Which game. @param {Form} f */
export function game(f) {
  const { q } = f.all,
    variant = f.variant(),
    variants = f.title().variants;
  // Sides of the board and landscapes are other maps.
  const maps = variant.options.filter((o) => o.id === "map" || o.id === "scenario");
  const counts = Array.from(
    { length: variant.max_players - variant.min_players + 1 },
    (_, i) => variant.min_players + i,
  );
  return part(
    "arr-game",
    t("puzzles-by-title"),
    h(
      "div",
      { class: "fields" },
      select(
        "arr-title",
        t("title"),
        f.known.titles.map((x) => ({ value: x.id, text: shortName(f.known, x.id) })),
        q.title,
        (title) => f.change({ title }),
      ),
      variants.length > 1 &&
        select(
          "arr-variant",
          t("variant"),
          variants.map((v) => ({ value: v.id, text: variantName(q.title, v.id) })),
          q.variant,
          (id) => f.change({ title: q.title, variant: id }),
        ),
      maps.map((o) =>
        select(
          "arr-" + o.id,
          t("option-" + o.id),
          o.words.map((word) => ({ value: word, text: valueName(o.id, word) })),
          q.options[o.id] ?? String(o.presets[0]),
          (word) => f.change({ title: q.title, variant: q.variant, options: { ...q.options, [o.id]: word } }),
        ),
      ),
      select(
        "arr-players",
        t("players"),
        counts.map((n) => ({ value: String(n), text: String(n) })),
        String(q.players),
        async (n) => {
          seats(f.all, Number(n));
          await f.load();
          await f.lay(() => {});
        },
      ),
    ),
  );
}

/** Whose turn it is, and when. @param {Form} f */
export function turn(f) {
  const { q, told: x } = f.all,
    facts = factsOf(q.title);
  const company = "company" in x.turn ? x.turn.company : null;
  const who =
    company === null ? "player:" + /** @type {{player: number}} */ (x.turn).player : "company:" + company;
  const runners = Object.keys(x.companies);
  if (company && !runners.includes(company)) runners.push(company);
  const phases = f.sheet.phases.map((p) => p.name);
  if (!phases.includes(q.phase)) phases.push(q.phase);
  const steps = [...facts.company];
  if (x.step && !steps.includes(x.step)) steps.push(x.step);
  return part(
    "arr-turn",
    t("arr-turn"),
    h(
      "div",
      { class: "fields" },
      select(
        "arr-who",
        t("arr-who"),
        [
          ...f.all.names.map((name, i) => ({ value: "player:" + i, text: name })),
          ...runners.map((id) => ({ value: "company:" + id, text: id })),
        ],
        who,
        (value) =>
          f.set(() => {
            const [kind, whose] = value.split(/:(.*)/);
            x.turn = kind === "player" ? { player: Number(whose) } : { company: whose };
            if (kind === "player") delete x.step;
            else x.step ??= steps[0];
          }),
      ),
      select(
        "arr-step",
        t("arr-step"),
        (company === null ? [facts.player] : steps).map((step) => ({ value: step, text: f.stepName(step) })),
        x.step ?? steps[0],
        (step) => f.set(() => (x.step = company === null ? undefined : step)),
      ),
      company !== null &&
        hasRun(q.title, x.step) &&
        number(f, "arr-revenue", t("arr-revenue"), x.revenue, (n) => (x.revenue = n)),
      select(
        "arr-phase",
        t("phase"),
        phases.map((name) => ({ value: name, text: name })),
        q.phase,
        (phase) => f.lay(() => (q.phase = phase)),
      ),
      number(f, "arr-set", t(f.sheet.course.sets ? "arr-set" : "round"), x.set, (n) => (x.set = n ?? 1), {
        min: 1,
        max: 200,
        placeholder: "1",
      }),
      f.sheet.course.sets &&
        company !== null &&
        number(f, "arr-number", t("arr-number"), x.number, (n) => (x.number = n ?? 1), {
          min: 1,
          max: 20,
          placeholder: "1",
        }),
    ),
  );
}

/** What a seat holds, in short. @param {Form} f @param {number} i */
function holds(f, i) {
  const p = f.all.told.players[i];
  return [
    ...Object.entries(p?.shares ?? {})
      .filter(([, n]) => n > 0)
      .map(([id, n]) => `${id} ${n}`),
    ...(p?.papers ?? []),
  ].join(" · ");
}

/** Players, and their cash. @param {Form} f */
export const players = (f) =>
  part(
    "arr-seats",
    t("players"),
    f.all.told.players.map((p, i) =>
      h(
        "div",
        { class: "seatrow" },
        i < f.all.names.length
          ? h(
              "label",
              { class: "field", for: "arr-name-" + i },
              t("player-n", { n: i + 1 }),
              h("input", {
                class: "sel",
                id: "arr-name-" + i,
                maxlength: 40,
                value: f.all.names[i],
                on: {
                  change: (e) => {
                    f.all.names[i] = e.target.value.trim() || t("player-n", { n: i + 1 });
                    for (const label of $$(`[data-seat="${i}"]`)) put(label, f.seatName(i));
                    f.told();
                  },
                },
              }),
            )
          : h("b", null, f.seatName(i)),
        number(f, "arr-cash-" + i, t("what-cash"), p.cash, (n) => (p.cash = n), {
          placeholder: t("arr-as-begun"),
        }),
        h("p", { class: "muted holds", "data-holds": i }, holds(f, i)),
      ),
    ),
  );

/** @param {Charter} def */
const chip = (def) =>
  h(
    "span",
    {
      class: "chip m" + (def.id.length > 3 ? " long" : ""),
      "aria-hidden": "true",
      css: { "--c": def.colour, "--ct": def.text_colour },
    },
    def.id,
  );

/** A company in one line. @param {Form} f @param {Charter} def @param {Firm} firm */
function inShort(f, def, firm) {
  const price = firm.price ?? f.sheet.market.find((c) => c.cell === firm.cell)?.price;
  return [
    price !== undefined && money(price, f.sheet.money),
    firm.cash && f.coins(firm.cash),
    sides(f.sheet, def)
      .flatMap((side) => Array.from({ length: owns(firm, side) }, () => side.face.name))
      .join(" "),
  ]
    .filter(Boolean)
    .join(" · ");
}

/** @param {Form} f @param {Charter} def @param {Firm} firm */
function shares(f, def, firm) {
  const limits = { max: def.units };
  return h(
    "fieldset",
    { class: "field" },
    h(
      "legend",
      null,
      t("shares"),
      " · ",
      h("span", { class: "muted" }, t("arr-of-units", { units: def.units, percent: def.unit_percent })),
    ),
    h(
      "div",
      { class: "units" },
      f.all.told.players.map((p, i) => {
        const box = number(
          f,
          `arr-${def.id}-share-${i}`,
          "",
          p.shares[def.id],
          (n) => {
            if (n) p.shares[def.id] = n;
            else delete p.shares[def.id];
          },
          limits,
        );
        box.prepend(h("span", { "data-seat": i }, f.seatName(i)));
        return box;
      }),
      number(f, `arr-${def.id}-pool`, f.poolName(), firm.pool, (n) => (firm.pool = n), limits),
    ),
    h("p", { class: "muted", "data-unsold": def.id }),
  );
}

/** @param {Form} f @param {Charter} def @param {Firm} firm */
function company(f, def, firm) {
  const { told: x } = f.all,
    list = sides(f.sheet, def);
  const marker = firm.price ?? f.sheet.market.find((c) => c.cell === firm.cell)?.price;
  return h(
    "details",
    {
      class: "firm",
      id: "firm-" + def.id,
      ...kept(f, def.id),
    },
    h(
      "summary",
      { id: "firm-h-" + def.id },
      chip(def),
      h("b", null, def.id),
      h("span", { class: "muted", "data-firm": def.id }, inShort(f, def, firm)),
      h("span", { class: "badge bad", "data-count": def.id, hidden: true }),
    ),
    h("div", { class: "firmfaults bad", "data-faults": def.id }),
    h(
      "div",
      { class: "fields" },
      f.sheet.market.length > 0 &&
        select(
          `arr-${def.id}-price`,
          t("price"),
          [
            { value: "", text: "–" },
            ...prices(f.sheet).map((p) => ({ value: String(p), text: money(p, f.sheet.money) })),
          ],
          marker === undefined ? "" : String(marker),
          (value) => {
            delete firm.cell;
            firm.price = value ? Number(value) : undefined;
            f.told();
          },
        ),
      number(f, `arr-${def.id}-cash`, t("treasury"), firm.cash, (n) => (firm.cash = n)),
      select(
        `arr-${def.id}-floated`,
        t("arr-floated"),
        [
          { value: "", text: t("arr-by-shares") },
          { value: "yes", text: t("yes") },
          { value: "no", text: t("no") },
        ],
        firm.floated === undefined ? "" : firm.floated ? "yes" : "no",
        (value) => {
          firm.floated = value ? value === "yes" : undefined;
          f.told();
        },
      ),
      select(
        `arr-${def.id}-operated`,
        t("arr-operated"),
        [
          { value: "", text: t("no") },
          { value: "yes", text: t("yes") },
        ],
        firm.operated ? "yes" : "",
        (value) => {
          firm.operated = value ? true : undefined;
          f.told();
        },
      ),
    ),
    shares(f, def, firm),
    h(
      "fieldset",
      { class: "field" },
      h("legend", null, t("trains")),
      counted(
        `arr-${def.id}-train-`,
        list.map((side) => ({
          id: `${side.kind.name}-${side.face.name}`,
          name: side.name,
          n: owns(firm, side),
          full: left(x, side.kind) < 1,
        })),
        (i) => f.set(() => addTrain(x, def.id, list[i])),
        (i) => f.set(() => dropTrain(firm, list[i])),
      ),
    ),
    h(
      "button",
      {
        class: "btn quiet sm",
        type: "button",
        id: `arr-${def.id}-drop`,
        on: { click: () => f.lay(() => stop(f.all, def.id)) },
      },
      t("arr-drop-company", { company: def.id }),
    ),
  );
}

/** Companies, and their shares. @param {Form} f */
export function companies(f) {
  const { told: x } = f.all;
  const waiting = f.sheet.companies.filter((c) => !x.companies[c.id]);
  return part(
    "arr-companies",
    t("companies"),
    f.sheet.companies.map((def) => x.companies[def.id] && company(f, def, x.companies[def.id])),
    waiting.length > 0 &&
      h(
        "fieldset",
        { class: "field" },
        h("legend", null, t("arr-add-company")),
        h(
          "div",
          { class: "chips" },
          waiting.map((def) =>
            h(
              "button",
              {
                class: "btn sm",
                type: "button",
                id: "arr-add-" + def.id,
                title: def.name,
                "aria-label": `${def.id} ${def.name}`,
                on: {
                  click: async () => {
                    f.opened.add(def.id);
                    await f.set(() => start(x, f.sheet, def.id));
                    $("#firm-h-" + CSS.escape(def.id))?.focus();
                  },
                },
              },
              chip(def),
              def.id,
            ),
          ),
        ),
      ),
  );
}

/** Opens and closes, and stays so when the form is drawn again. @param {Form} f @param {string} name */
const kept = (f, name) => ({
  open: f.opened.has(name),
  on: {
    toggle: (/** @type {Event} */ e) => {
      if (/** @type {HTMLDetailsElement} */ (e.target).open) f.opened.add(name);
      else f.opened.delete(name);
    },
  },
});

/** Who has which paper; they are many in some titles. @param {Form} f */
export function papers(f) {
  const { told: x } = f.all;
  return (
    f.sheet.papers.length > 0 &&
    h(
      "details",
      { class: "panel pad", id: "arr-papers", ...kept(f, "papers") },
      h("summary", null, h("h2", null, t("card-papers"))),
      h(
        "div",
        { class: "fields" },
        f.sheet.papers.map((paper) =>
          select(
            "arr-paper-" + paper.id,
            `${paper.id} · ${paper.name}`,
            [
              { value: "aside", text: t("arr-aside") },
              { value: "bank", text: t("bank") },
              { value: "gone", text: t("arr-gone") },
              ...x.players.map((_, i) => ({ value: "player:" + i, text: f.seatName(i) })),
              ...Object.keys(x.companies).map((id) => ({ value: "company:" + id, text: id })),
            ],
            placeOf(x, paper.id),
            (place) => {
              give(x, paper.id, place);
              f.told();
            },
          ),
        ),
      ),
    )
  );
}

/** Sums and short lines that follow from what was told. @param {Form} f */
export function drawSums(f) {
  f.all.told.players.forEach((_, i) => {
    const at = document.querySelector(`[data-holds="${i}"]`);
    if (at) put(at, holds(f, i));
  });
  for (const def of f.sheet.companies) {
    const firm = f.all.told.companies[def.id];
    if (!firm) continue;
    const unsold = def.units - sold(f.all.told, def.id);
    const at = document.querySelector(`[data-unsold="${CSS.escape(def.id)}"]`),
      short = document.querySelector(`[data-firm="${CSS.escape(def.id)}"]`);
    if (at) put(at, t("arr-unsold", { units: money(unsold) }));
    at?.classList.toggle("bad", unsold < 0);
    if (short) put(short, inShort(f, def, firm));
  }
}
