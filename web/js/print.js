// @ts-check
// A position on paper: map, market, players and companies, tiles.
import { get, getText } from "./api.js";
import { $, h, put, svgOf } from "./dom.js";
import { T, cash, roundName, seatName } from "./table.js";
import { companies, players, trains } from "./panels.js";
import { loadTexts, t } from "./text.js";

document.documentElement.dataset.theme = "light";
await loadTexts();
T.id = location.pathname.split("/")[2] || "";
const at = new URLSearchParams(location.search).get("at") ?? undefined;
const [sheet, state] = await Promise.all([get(`/api/games/${T.id}/sheet`), get(`/api/games/${T.id}/state`, { at })]);
Object.assign(T, { sheet, state, game: state.game, view: state.view, at: state.at, length: state.length });
const [map, market, tiles] = await Promise.all(["map", "market", "tiles"].map((name) => getText(`/api/games/${T.id}/${name}.svg`, { at: T.at, theme: "page" }).then(svgOf)));
for (const svg of [map, market, tiles]) { svg.removeAttribute("width"); svg.removeAttribute("height"); }
document.title = `${sheet.name} · ${roundName(T.view.round)}`;
const box = (/** @type {string} */ id) => h("section", { class: "panel", id });
put($("#main"), h("p", { class: "noprint" }, h("button", { class: "btn primary", on: { click: () => print() } }, t("print")), " ", h("a", { class: "btn", href: `/game/${T.id}` }, t("back-to-table"))),
  h("h1", null, sheet.name, " · ", roundName(T.view.round), " · ", t("move-n", { n: T.at })), h("section", { class: "sheet" }, map), h("section", { class: "sheet" }, h("h2", null, t("market")), market), h("div", { class: "two" }, box("players"), box("trains")), box("companies"), h("section", { class: "sheet" }, h("h2", null, t("drawer-supply")), tiles));
players($("#players"));
trains($("#trains"));
companies($("#companies"));
