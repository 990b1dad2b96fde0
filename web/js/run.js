// @ts-check
// Routes: the proved best, or one's own by clicking stops.
import { get, post } from "./api.js";
import { D, choose, draw, fault, foreseen, send, table } from "./decide.js";
import { h, narrow, s } from "./dom.js";
import { T, cash, coins, refusalText, decision } from "./table.js";
import { has, num, ruleLink, t } from "./text.js";

let asking = "";

/** Asks for the best routes once for a position. */
async function ask() {
  const company = decision().company,
    name = `${company}@${T.at}`;
  if (asking === name) return;
  asking = name;
  const here = () => name === `${T.view.decision?.company}@${T.at}`;
  try {
    const best = await get(`/api/games/${T.id}/routes/${company}`, { at: T.at });
    if (!here()) return;
    D.routes = { ...best, for: name };
    await drawRoutes(best.routes);
    draw();
  } catch (e) {
    if (!here()) return;
    D.routes = { for: name, routes: [], fault: true };
    draw();
    await fault(e);
  } finally {
    if (asking === name) asking = "";
  }
}

/** After a run its routes stay on the map until it is decided what becomes of the income; trains that run by themselves take the best. */
export async function ran() {
  const d = T.view.decision,
    name = `${d?.company}@${T.at}`,
    last = T.state.last?.move;
  if (d?.step !== "dividend" || D.routes) return;
  D.routes = { for: name };
  const routes =
    last?.move === "run"
      ? last.routes
      : (await get(`/api/games/${T.id}/routes/${d.company}`, { at: T.at })).routes;
  if (name === `${T.view.decision?.company}@${T.at}`) await drawRoutes(/** @type {any} */ (routes));
}

/** @param {any[]} routes */
async function drawRoutes(routes) {
  if (!routes.length) {
    T.board.routes(null);
    return;
  }
  const claims = routes.map((r) => ({ card: r.card, path: r.path }));
  if (narrow()) T.board.focus(routes.flatMap((r) => (r.calls || []).map((/** @type {any} */ c) => c.cell)));
  try {
    T.board.routes(
      await post(`/api/games/${T.id}/drawing`, { at: T.at, company: decision().company, routes: claims }),
    );
  } catch (e) {
    await fault(e);
  }
}

/** @param {number} i */
const keyLine = (i) =>
  s(
    "svg",
    { class: "key pic", viewBox: "0 0 34 10", "aria-hidden": "true" },
    s("g", { class: `r${(i % 4) + 1}` }, s("path", { class: "rl", d: "M0 5H34" })),
  );

/** @param {any} route @param {number} i */
function routeRow(route, i) {
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
      h(
        "span",
        { class: "muted" },
        t("stops-n", { n: route.calls.filter((/** @type {any} */ c) => c.counted).length }),
      ),
      h(
        "span",
        { class: "num" },
        cash(route.revenue),
        route.subsidy > 0 && h("small", null, " + " + coins(route.subsidy)),
      ),
    ),
    called(route),
  );
}

/** @param {any} route */
const called = (route) =>
  h(
    "div",
    { class: "stops" },
    route.calls.map((/** @type {any} */ c) =>
      h(
        "span",
        { class: c.counted ? "" : "skip" },
        c.name || c.cell,
        " ",
        h("em", null, num(c.value + (c.bonus || 0))),
      ),
    ),
  );

/** The part of the decision panel about running. */
export function runPanel() {
  const company = decision().company,
    name = `${company}@${T.at}`;
  if (D.routes?.for !== name) {
    D.own = null;
    ask();
    return h("p", { class: "why wait" }, t("finding-routes"));
  }
  const best = D.routes;
  if (best.fault) return null;
  const own = D.own;
  const shown = own ? own.routes.filter(Boolean) : best.routes;
  const total = own
    ? shown.reduce((/** @type {any} */ a, /** @type {any} */ r) => a + r.revenue, 0)
    : best.total.revenue;
  const short = best.total.revenue - total;
  return [
    h(
      "div",
      { class: "runs" },
      own ? ownRows() : best.routes.map(routeRow),
      !own && !best.routes.length && h("p", null, t("no-routes")),
    ),
    h(
      "div",
      { class: "total" },
      own
        ? h(
            "span",
            { class: "badge " + (short > 0 ? "warn" : "") },
            short > 0 ? t("short-of-best", { amount: cash(short) }) : t("as-good-as-best"),
          )
        : best.proved
          ? h("span", { class: "badge" }, "✓ " + t("proved-best"))
          : h("span", { class: "badge warn" }, t("at-most", { amount: cash(best.bound) })),
      h(
        "span",
        { class: "num" },
        cash(total),
        best.total.subsidy > 0 && !own && h("small", null, " + " + coins(best.total.subsidy)),
      ),
    ),
    own?.problem && h("p", { class: "why refusal" }, own.problem),
    own &&
      best.must_maximise &&
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
          disabled: own && best.must_maximise && short > 0,
          on: {
            click: () => send(own ? { move: "run", company, routes: own.claims.filter(Boolean) } : best.move),
          },
        },
        t("do-run-for", { amount: cash(total) }),
        " ",
        h("kbd", null, "Enter"),
      ),
      best.trains.length > 0 &&
        h(
          "button",
          { class: "btn", type: "button", id: "own", on: { click: () => (own ? stopOwn() : startOwn()) } },
          t(own ? "show-best" : "draw-own"),
        ),
    ),
  ];
}

function startOwn() {
  D.own = {
    train: 0,
    clicked: D.routes.trains.map(() => []),
    routes: D.routes.trains.map(() => null),
    claims: D.routes.trains.map(() => null),
    problem: null,
  };
  T.board.routes(null);
  markStops();
  draw();
}

function stopOwn() {
  D.own = null;
  drawRoutes(D.routes.routes);
  T.board.stops([], () => {}, []);
  draw();
}

function markStops() {
  T.board.stops(D.routes.stops, clickStop, D.own.clicked[D.own.train]);
}

function ownRows() {
  const own = D.own;
  return D.routes.trains.map((/** @type {any} */ train, /** @type {any} */ i) =>
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
                markStops();
                draw();
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
                  own.routes[i] = own.claims[i] = null;
                  redraw();
                },
              },
            },
            t("clear"),
          ),
        h("span", { class: "num" }, own.routes[i] ? cash(own.routes[i].revenue) : "–"),
      ),
      own.routes[i]
        ? called(own.routes[i])
        : h(
            "p",
            { class: "muted" },
            own.clicked[i].length
              ? own.clicked[i].map((/** @type {any} */ c) => c.name || c.cell).join(" – ")
              : t("click-stops"),
          ),
    ),
  );
}

async function redraw() {
  const routes = D.own.routes.filter(Boolean);
  await drawRoutes(routes);
  markStops();
  draw();
}

/** @param {any} stop */
async function clickStop(stop) {
  const own = D.own,
    i = own.train,
    list = own.clicked[i];
  const at = list.findIndex((/** @type {any} */ c) => c.cell === stop.cell && c.stop === stop.stop);
  if (at >= 0) list.splice(at, 1);
  else list.push({ cell: stop.cell, stop: stop.stop, name: stop.name });
  own.problem = null;
  if (list.length < 2) {
    own.routes[i] = own.claims[i] = null;
    return redraw();
  }
  try {
    const answer = await post(`/api/games/${T.id}/routes/${decision().company}/complete`, {
      at: T.at,
      card: D.routes.trains[i].card,
      stops: list.map((/** @type {any} */ c) => ({ cell: c.cell, stop: c.stop })),
      others: own.claims.filter((/** @type {any} */ c, /** @type {any} */ k) => c && k !== i),
    });
    if (answer.ok) {
      own.routes[i] = answer.route;
      own.claims[i] = answer.claim;
    } else {
      own.routes[i] = own.claims[i] = null;
      own.problem = answer.refusal
        ? refusalText(answer.refusal)
        : has("violation-" + answer.violation)
          ? t("violation-" + answer.violation)
          : t("no-such-route");
    }
  } catch (e) {
    await fault(e);
  }
  return redraw();
}
