// @ts-check
// Routes: the proved best, or one's own by clicking stops.
import { get, post } from "./api.js";
import { fault, send } from "./choosing.js";
import { draw } from "./decide.js";
import { h, narrow } from "./dom.js";
import { called, keyLine } from "./route.js";
import { has, num, ruleLink, t } from "./text.js";

/**
 * @import { Own } from "./chosen.js"
 * @import { Table } from "./table.js"
 * @import { Alternative, BestRoutes, Call, Completed, Drawing, Route, RouteClaim, Stop } from "./types.d.ts"
 */

let asking = "";

/** The company and the position. @param {Table} table */
const here = (table) => `${table.view.decision?.company}@${table.at}`;

/** @param {Table} table @returns {Promise<BestRoutes>} */
const bestRoutes = (table) => get(table.api(`routes/${table.decision().company}`), { at: table.at });

/** Asks for the best routes once for a position. @param {Table} table */
async function ask(table) {
  const name = here(table);
  if (asking === name) return;
  asking = name;
  try {
    const best = await bestRoutes(table);
    if (name !== here(table)) return;
    table.chosen.routes = best;
    table.chosen.routesFor = name;
    table.chosen.plan = 0;
    // Who learns draws them himself.
    if (table.learns) {
      startOwn(table, best);
      return;
    }
    await drawRoutes(table, best.routes);
    draw(table);
  } catch (e) {
    if (name !== here(table)) return;
    table.chosen.routes = null;
    table.chosen.routesFor = name;
    draw(table);
    await fault(table, e);
  } finally {
    if (asking === name) asking = "";
  }
}

/**
 * After a run its routes stay on the map until it is decided what becomes of the income.
 * Trains that run by themselves take the best.
 * @param {Table} table
 */
export async function ran(table) {
  const name = here(table),
    last = table.state.last?.move;
  if (table.view.decision?.step !== "dividend" || table.chosen.routesFor) return;
  table.chosen.routesFor = name;
  const routes = last?.move === "run" ? last.routes || [] : (await bestRoutes(table)).routes;
  if (name === here(table)) await drawRoutes(table, routes);
}

/** @param {Table} table @param {(Route|RouteClaim)[]} routes */
async function drawRoutes(table, routes) {
  if (!routes.length) {
    table.board.routes(null);
    return;
  }
  const claims = routes.map((r) => ({ card: r.card, path: r.path }));
  if (narrow()) table.board.focus(routes.flatMap((r) => ("calls" in r ? r.calls.map((c) => c.cell) : [])));
  const { company } = table.decision();
  try {
    /** @type {Drawing} */
    const drawn = await post(table.api("drawing"), { at: table.at, company, routes: claims });
    table.board.routes(drawn);
  } catch (e) {
    await fault(table, e);
  }
}

/** @param {Table} table @param {Route} route @param {number} i */
function routeRow(table, route, i) {
  return h(
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
      h(
        "span",
        { class: "num" },
        table.cash(route.revenue),
        route.subsidy > 0 && h("small", null, " + " + table.coins(route.subsidy)),
      ),
    ),
    called(route),
  );
}

/** Income and subsidy in one line. @param {Table} table @param {{revenue: number, subsidy: number}} of */
const both = (table, of) => table.cash(of.revenue) + " + " + table.coins(of.subsidy);

/**
 * Most income or most subsidy, where both can be had.
 * @param {Table} table @param {BestRoutes} best
 */
const plans = (table, best) =>
  h(
    "div",
    { class: "plans", role: "radiogroup", "aria-label": t("what-for") },
    [best, ...best.alternatives].map((plan, i) =>
      h(
        "button",
        {
          class: "btn sm" + (i === table.chosen.plan ? " on" : ""),
          type: "button",
          role: "radio",
          "aria-checked": String(i === table.chosen.plan),
          id: `plan-${i}`,
          on: {
            click: () => {
              table.chosen.plan = i;
              drawRoutes(table, plan.routes);
              draw(table);
            },
          },
        },
        t(i ? "most-subsidy" : "most-revenue"),
        " ",
        both(table, plan.total),
      ),
    ),
  );

/** What is shown of a run: the plan chosen, and what the routes bring together. @param {Table} table */
function planned(table) {
  const { own, routes: best } = table.chosen;
  if (!best || table.chosen.routesFor !== here(table)) return null;
  /** @type {Alternative|undefined} */
  const other = best.alternatives[table.chosen.plan - 1],
    plan = other ?? best;
  const sum = (/** @type {"revenue"|"subsidy"} */ what) =>
    own ? own.routes.reduce((all, r) => all + (r?.[what] ?? 0), 0) : plan.total[what];
  const total = sum("revenue");
  return { own, best, other, plan, total, subsidy: sum("subsidy"), short: best.total.revenue - total };
}

/** The part of the decision panel about running. @param {Table} table */
export function runPanel(table) {
  if (table.chosen.routesFor !== here(table)) {
    table.chosen.own = null;
    ask(table);
    return h("p", { class: "why wait" }, t("finding-routes"));
  }
  const shown = planned(table);
  if (!shown) return null;
  const { own, best, plan } = shown;
  return [
    !own && best.alternatives.length > 0 && plans(table, best),
    h(
      "div",
      { class: "runs" },
      own ? ownRows(table, best, own) : plan.routes.map((r, i) => routeRow(table, r, i)),
      !own && !best.routes.length && h("p", null, t("no-routes")),
    ),
  ];
}

/** What the routes bring together, and the button that runs them. @param {Table} table */
export function runFoot(table) {
  const shown = planned(table);
  if (!shown) return null;
  const { own, best, other, plan, total, subsidy, short } = shown;
  return [
    h(
      "div",
      { class: "total" },
      own && table.learns
        ? h("span")
        : own || other
          ? h(
              "span",
              { class: "badge " + (short > 0 ? "warn" : "") },
              short > 0 ? t("short-of-best", { amount: table.cash(short) }) : t("as-good-as-best"),
            )
          : best.proved
            ? h("span", { class: "badge" }, "✓ " + t("proved-best"))
            : h("span", { class: "badge warn" }, t("at-most", { amount: table.cash(best.bound) })),
      h(
        "span",
        { class: "num" },
        table.cash(total),
        subsidy > 0 && h("small", null, " + " + table.coins(subsidy)),
      ),
    ),
    own?.problem && h("p", { class: "why refusal" }, own.problem),
    own &&
      best.must_maximise &&
      !table.learns &&
      short > 0 &&
      h("p", { class: "why" }, t("must-maximise"), " ", ruleLink(best.must_maximise)),
    h(
      "div",
      { class: "act in" },
      h(
        "button",
        {
          class: "btn primary",
          id: "confirm",
          type: "button",
          disabled: own && best.must_maximise && !table.learns && short > 0,
          on: {
            click: () =>
              send(
                table,
                own
                  ? { move: "run", company: best.company, routes: own.claims.filter((c) => !!c) }
                  : plan.move,
              ),
          },
        },
        t("do-run-for", { amount: table.cash(total) }),
        " ",
        h("kbd", null, "Enter"),
      ),
      best.trains.length > 0 &&
        !table.learns &&
        h(
          "button",
          {
            class: "btn",
            type: "button",
            id: "own",
            on: { click: () => (own ? stopOwn(table, best) : startOwn(table, best)) },
          },
          t(own ? "show-best" : "draw-own"),
        ),
    ),
  ];
}

/** @param {Table} table @param {BestRoutes} best */
function startOwn(table, best) {
  const own = {
    train: 0,
    clicked: best.trains.map(() => []),
    halts: best.trains.map(() => null),
    passes: best.trains.map(() => []),
    routes: best.trains.map(() => null),
    claims: best.trains.map(() => null),
    problem: null,
  };
  table.chosen.own = own;
  table.board.routes(null);
  markStops(table, best, own);
  draw(table);
}

/** Shows the best routes in place of one's own. @param {Table} table */
export function showBest(table) {
  if (table.chosen.routes) stopOwn(table, table.chosen.routes);
}

/** @param {Table} table @param {BestRoutes} best */
function stopOwn(table, best) {
  table.chosen.own = null;
  table.chosen.plan = 0;
  drawRoutes(table, best.routes);
  table.board.stops(
    [],
    () => {},
    [],
    () => "",
  );
  draw(table);
}

/** A stop: of several on a cell which one, and who has stations there. @param {Table} table @param {BestRoutes} best @param {Stop} stop */
function stopName(table, best, stop) {
  const many = best.stops.filter((o) => o.cell === stop.cell).length > 1;
  const owners =
    table.view.board.find((b) => b.cell === stop.cell)?.stations[stop.stop]?.filter(Boolean) ?? [];
  return [
    `${stop.cell} ${stop.name || ""} ${stop.value}`,
    many && t("station-stop", { n: stop.stop + 1 }),
    many && owners.join(" "),
  ]
    .filter(Boolean)
    .join(", ");
}

/** @param {Table} table @param {BestRoutes} best @param {Own} own */
function markStops(table, best, own) {
  table.board.stops(
    best.stops,
    (stop) => clickStop(table, best, own, stop),
    own.clicked[own.train],
    (stop) => stopName(table, best, stop),
  );
}

/**
 * Something of a train's route, once it has one.
 * @template R @param {Own} own @param {number} i @param {(route: Route) => R} of
 */
function routeOf(own, i, of) {
  const route = own.routes[i];
  return route && of(route);
}

/** @param {Table} table @param {BestRoutes} best @param {Own} own */
function ownRows(table, best, own) {
  return best.trains.map((train, i) =>
    h(
      "div",
      { class: "run own" + (i === own.train ? " on" : "") },
      h(
        "h3",
        null,
        keyLine(i),
        h(
          "button",
          {
            class: "btn sm",
            type: "button",
            "aria-pressed": String(i === own.train),
            on: {
              click: () => {
                own.train = i;
                markStops(table, best, own);
                draw(table);
              },
            },
          },
          t("train"),
          " ",
          train.train,
        ),
        own.clicked[i].length > 0 &&
          h(
            "button",
            {
              class: "btn quiet sm",
              type: "button",
              on: {
                click: () => {
                  own.clicked[i] = [];
                  own.passes[i] = [];
                  own.halts[i] = null;
                  own.routes[i] = own.claims[i] = null;
                  redraw(table, best, own);
                },
              },
            },
            t("clear"),
          ),
        h(
          "span",
          { class: "num" },
          routeOf(own, i, (r) => (r.subsidy > 0 ? both(table, r) : table.cash(r.revenue))) ?? "–",
        ),
      ),
      routeOf(own, i, (r) => r.most_halts > 0 && halts(table, best, own, i, r)),
      routeOf(own, i, (r) =>
        r.calls.some((c) => c.optional) ? chosenStops(table, best, own, i, r) : called(r),
      ) ??
        h(
          "p",
          { class: "muted" },
          own.clicked[i].length ? own.clicked[i].map((c) => c.name || c.cell).join(" – ") : t("click-stops"),
        ),
    ),
  );
}

/**
 * How many halts a train serves instead of other stops.
 * @param {Table} table @param {BestRoutes} best @param {Own} own @param {number} i @param {Route} route
 */
const halts = (table, best, own, i, route) =>
  h(
    "div",
    { class: "par", role: "radiogroup", "aria-label": t("halts-served") },
    h("span", { class: "muted" }, t("halts-served")),
    Array.from({ length: route.most_halts + 1 }, (_, n) =>
      h(
        "button",
        {
          class: "btn sm" + (n === route.halts ? " on" : ""),
          type: "button",
          role: "radio",
          "aria-checked": String(n === route.halts),
          id: `halts-${i}-${n}`,
          on: {
            click: () => {
              own.halts[i] = n;
              own.passes[i] = [];
              complete(table, best, own, i);
            },
          },
        },
        num(n),
      ),
    ),
  );

/**
 * The stops of a route; those that are the director's choice can be passed.
 * @param {Table} table @param {BestRoutes} best @param {Own} own @param {number} i @param {Route} route
 */
function chosenStops(table, best, own, i, route) {
  const is = (/** @type {Call} */ c) =>
    own.passes[i].findIndex((p) => p.cell === c.cell && p.stop === c.stop);
  const toggle = (/** @type {Call} */ c) => {
    const at = is(c);
    if (at >= 0) own.passes[i].splice(at, 1);
    else own.passes[i].push({ cell: c.cell, stop: c.stop });
    own.halts[i] = null;
    complete(table, best, own, i);
  };
  const text = (/** @type {Call} */ c) => [
    c.name || c.cell,
    " ",
    h("em", null, num(c.value + c.subsidy + (c.bonus || 0))),
  ];
  return h(
    "div",
    { class: "stops" },
    route.calls.map((c) =>
      h(
        "span",
        { class: c.counted ? "" : "skip" },
        c.optional && (c.counted || is(c) >= 0)
          ? h(
              "button",
              {
                class: "quiet pass",
                type: "button",
                "aria-pressed": String(c.counted),
                title: t(c.counted ? "pass-stop" : "make-stop"),
                on: { click: () => toggle(c) },
              },
              text(c),
            )
          : text(c),
      ),
    ),
  );
}

/** @param {Table} table @param {BestRoutes} best @param {Own} own */
async function redraw(table, best, own) {
  await drawRoutes(
    table,
    own.routes.filter((r) => !!r),
  );
  markStops(table, best, own);
  draw(table);
}

/** @param {Table} table @param {BestRoutes} best @param {Own} own @param {Stop} stop */
async function clickStop(table, best, own, stop) {
  const i = own.train,
    list = own.clicked[i];
  const at = list.findIndex((c) => c.cell === stop.cell && c.stop === stop.stop);
  if (at >= 0) list.splice(at, 1);
  else list.push(stop);
  own.halts[i] = null;
  own.passes[i] = [];
  return complete(table, best, own, i);
}

/**
 * Asks for the route of a train through the stops clicked.
 * @param {Table} table @param {BestRoutes} best @param {Own} own @param {number} i
 */
async function complete(table, best, own, i) {
  const list = own.clicked[i];
  own.problem = null;
  if (list.length < 2) {
    own.routes[i] = own.claims[i] = null;
    return redraw(table, best, own);
  }
  try {
    /** @type {Completed} */
    const answer = await post(table.api(`routes/${table.decision().company}/complete`), {
      at: table.at,
      card: best.trains[i].card,
      stops: list.map((c) => ({ cell: c.cell, stop: c.stop })),
      halts: own.halts[i],
      passes: own.passes[i],
      others: own.claims.filter((c, k) => c && k !== i),
    });
    if (answer.ok) {
      own.routes[i] = answer.route ?? null;
      own.claims[i] = answer.claim ?? null;
    } else {
      own.routes[i] = own.claims[i] = null;
      const why = "violation-" + answer.violation;
      own.problem = t(has(why) ? why : "no-such-route");
    }
  } catch (e) {
    await fault(table, e);
  }
  return redraw(table, best, own);
}
