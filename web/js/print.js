// @ts-check
// Paper: map, tiles, market, charters and trains of a title, or a position of a game with all of them.
import { get, getText } from "./api.js";
import { $, h, put, s, svgOf } from "./dom.js";
import { companies, players, trains } from "./panels.js";
import { Table } from "./table.js";
import { has, loadTexts, num, sizeMarks, t } from "./text.js";

/**
 * @import { Child } from "./dom.js"
 * @import { Charter, Phase, Sheet, State, Titles } from "./types.d.ts"
 */

const id = location.pathname.split("/")[2] || "",
  asked = new URLSearchParams(location.search),
  table = new Table(id);

/** A token as a picture, so that it is printed in its colour. @param {Charter} c */
const token = (c) =>
  s(
    "svg",
    { class: "token", viewBox: "-21 -21 42 42", role: "img", "aria-label": c.id },
    s("circle", { r: 19, fill: c.colour, stroke: "#14191b", "stroke-width": 1.5 }),
    s(
      "text",
      {
        y: 5,
        "text-anchor": "middle",
        "font-size": c.id.length > 3 ? 9 : c.id.length > 2 ? 13 : 16,
        "font-weight": 800,
        fill: c.text_colour,
      },
      c.id,
    ),
  );

/** A company's card: shares, stations, room for treasury and trains. @param {Charter} c */
function charter(c) {
  const now = table.view?.companies.find((x) => x.id === c.id),
    size = `size-${table.sheet.title}-${c.size}`;
  const placed = now ? c.station_costs.length - now.markers.length : 0;
  return h(
    "article",
    { class: "charter" },
    h(
      "header",
      null,
      token(c),
      h(
        "div",
        null,
        h("h3", null, c.name),
        h(
          "p",
          null,
          [
            has(size) && t(size),
            c.homes.length > 0 && `${t("home")} ${c.homes.join(", ")}`,
            t("float-at", { n: c.float_units * c.unit_percent }),
          ]
            .filter(Boolean)
            .join(" · "),
        ),
      ),
    ),
    h(
      "div",
      { class: "certs" },
      h(
        "span",
        { class: "dir", css: { flex: Math.max(c.director_units, c.units / 3.4) } },
        `${c.director_units * c.unit_percent} % ${t("director-share")}`,
      ),
      Array.from({ length: c.units - c.director_units }, () => h("span", null, c.unit_percent, " %")),
    ),
    h(
      "div",
      { class: "marks" },
      h("b", null, t("stations")),
      c.station_costs.map((cost, i) =>
        h("i", { class: i < placed ? "used" : "" }, cost ? num(cost) : t("home")),
      ),
    ),
    h(
      "div",
      { class: "rooms" },
      h(
        "div",
        null,
        h("b", null, t("treasury")),
        now &&
          (now.price !== null || now.flags.includes("bankrupt")) &&
          h("p", null, table.coins(now.treasury)),
      ),
      h(
        "div",
        null,
        h("b", null, t("trains")),
        now && h("p", null, now.trains.map((x) => x.name).join(", ")),
      ),
    ),
  );
}

/** Trains in order, with what each brings. */
function trainTable() {
  const limits = (/** @type {Phase} */ p) =>
    new Set(p.train_limit).size > 1 ? p.train_limit.join(" · ") : p.train_limit[0];
  return h(
    "table",
    { class: "t ptrains" },
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        ["trains", "price-col", "count-col", "scraps-col", "phase", "tiles-col", "limit-col"].map((k) =>
          h("th", null, t(table.own(k))),
        ),
      ),
    ),
    h(
      "tbody",
      null,
      table.sheet.trains.map((k) => {
        const phase = table.sheet.phases[k.phase];
        return h(
          "tr",
          null,
          h(
            "td",
            null,
            h("b", null, k.faces.map((f) => f.name).join(" / ")),
            k.faces[0]?.name !== k.name && ` ${k.name}`,
          ),
          h("td", null, k.faces.map((f) => table.coins(f.price)).join(" / ")),
          h("td", null, k.unlimited ? "∞" : k.count),
          h("td", null, [...new Set(k.faces.flatMap((f) => f.scraps))].join(", ")),
          h("td", null, phase?.name),
          h("td", null, phase?.colour && t("tiles-" + phase.colour)),
          h("td", null, phase && limits(phase)),
        );
      }),
    ),
  );
}

async function start() {
  await loadTexts();
  /** @type {Titles} */ const { titles } = await get("/api/titles");
  const blank = titles.find((x) => x.id === id);
  const printed = {
    variant: asked.get("variant"),
    players: asked.get("players"),
    options: asked.get("options"),
  };
  const base = blank ? `/api/titles/${id}/` : table.api(),
    query = blank ? printed : { at: asked.get("at") };
  const picture = async (/** @type {string} */ name) =>
    svgOf(await getText(`${base}${name}.svg`, { ...query, theme: "page" }));
  const [sheet, state, ...pictures] = await Promise.all([
    /** @type {Promise<Sheet>} */ (get(base + "sheet", blank && printed)),
    blank ? null : /** @type {Promise<State>} */ (get(base + "state", query)),
    picture("map"),
    picture("market"),
    picture("tiles"),
  ]);
  Object.assign(table, {
    sheet,
    state,
    game: state?.game,
    view: state?.view,
    at: state?.at,
    length: state?.length,
  });
  for (const svg of pictures) {
    svg.removeAttribute("width");
    svg.removeAttribute("height");
    sizeMarks(svg);
  }
  const heading = blank
    ? sheet.name
    : `${sheet.name} · ${table.roundName(table.view.round)} · ${t("move-n", { n: table.at })}`;
  document.title = heading;
  const box = (/** @type {string} */ name) => h("section", { class: "panel", id: name });
  /** @type {[string, Child][]} */ const parts = [
    ["map", pictures[0]],
    ["market", pictures[1]],
    ["trains", trainTable()],
    ["charters", h("div", { class: "charters" }, sheet.companies.map(charter))],
    ["tiles", pictures[2]],
  ];
  const position = [h("div", { class: "two" }, box("players"), box("trains")), box("companies")];
  if (!blank) parts.splice(3, 0, ["position", position]);
  put(
    $("#main"),
    h("h1", { class: "noprint" }, heading),
    h(
      "div",
      { class: "noprint printbar" },
      parts.map(([name]) =>
        h(
          "label",
          { class: "check" },
          h("input", {
            type: "checkbox",
            checked: true,
            on: { change: (e) => ($("#part-" + name).hidden = !e.target.checked) },
          }),
          t("print-" + name),
        ),
      ),
      h("button", { class: "btn primary", type: "button", on: { click: () => print() } }, t("print")),
      h(
        "a",
        { class: "btn", href: (blank ? "/title/" : "/game/") + id },
        t(blank ? "back-to-title" : "back-to-table"),
      ),
    ),
    h("p", { class: "noprint muted" }, t("print-hint")),
    parts.map(([name, what]) =>
      h(
        "section",
        { class: "sheet", id: "part-" + name },
        h("h2", null, t("print-" + name), h("small", null, heading)),
        what,
      ),
    ),
  );
  if (!blank) {
    players(table, $("#players"));
    trains(table, $("#trains"));
    companies(table, $("#companies"));
  }
}
await start();
