// @ts-check
// The front page: a game in two clicks, and all games one knows of.
import { get, key, listen, post, session, Fault } from "./api.js";
import { $, h, put, toast } from "./dom.js";
import { accountButton, switches } from "./shell.js";
import { ago, fillTexts, has, loadTexts, num, t } from "./text.js";

/** @type {any} */ let user = null;
/** @type {any[]} */ let titles = [];
/** @type {string[]} */ let levels = [];
/** @type {Record<string, any[]>} */ const lists = { mine: [], open: [], running: [], finished: [] };
let shown = "mine";
/** What is set in the three boxes. */
const wish = { title: "18cz", variant: "standard", players: 3, level: "standard", names: /** @type {string[]} */ ([]), friends: { title: "18cz", variant: "standard", players: 3, bots: 0, listed: false } };

/** Levels worth offering: chance alone only where there is nothing else. */
const offered = () => (levels.length > 1 ? levels.filter((l) => l !== "random") : levels);
/** The level for bots that were not asked for by name. */
const usual = () => (levels.includes("standard") ? "standard" : offered()[offered().length - 1]);

/** @param {string} id */
export const titleOf = (id) => titles.find((title) => title.id === id);
/** @param {any} choice */
const variantOf = (choice) => titleOf(choice.title)?.variants.find((/** @type {any} */ v) => v.id === choice.variant) || titleOf(choice.title)?.variants[0];

/** @param {string} title @param {string} id */
export const variantName = (title, id) => (has(`variant-${title}-${id}`) ? t(`variant-${title}-${id}`) : id);

/**
 * A row of buttons of which one is on.
 * @param {string} label @param {{value: any, text: string}[]} options @param {any} value @param {(value: any) => void} act
 */
export function segments(label, options, value, act) {
  const name = "seg" + Math.random().toString(36).slice(2);
  return h("fieldset", { class: "field" }, h("legend", null, label),
    h("div", { class: "seg" }, options.map((o) => h("label", { class: o.value === value ? "on" : "" },
      h("input", { type: "radio", name, class: "sr", checked: o.value === value, on: { change: () => act(o.value) } }), o.text))));
}

/** Fits the number of players to the variant. @param {any} choice */
function fit(choice) {
  const variant = variantOf(choice);
  if (!variant) return;
  choice.variant = variant.id;
  choice.players = Math.min(Math.max(choice.players, variant.min_players), variant.max_players);
}

/** Fields for title, variant and players. @param {any} choice */
function fields(choice) {
  fit(choice);
  const title = titleOf(choice.title), variant = variantOf(choice);
  if (!title || !variant) return [];
  const range = Array.from({ length: variant.max_players - variant.min_players + 1 }, (_, i) => variant.min_players + i);
  return [
    segments(t("title"), titles.map((x) => ({ value: x.id, text: x.name })), choice.title, (v) => { choice.title = v; choice.variant = ""; draw(); }),
    title.variants.length > 1 && segments(t("variant"), title.variants.map((/** @type {any} */ v) => ({ value: v.id, text: variantName(title.id, v.id) })), choice.variant, (v) => { choice.variant = v; draw(); }),
    segments(t("players"), range.map((n) => ({ value: n, text: String(n) })), choice.players, (v) => { choice.players = v; draw(); }),
  ];
}

/** @param {any} body */
async function make(body) {
  try {
    const game = await post("/api/games", body);
    location.href = "/game/" + game.id;
  } catch (e) {
    const fault = /** @type {Fault} */ (e);
    toast([t("fault-" + fault.code), " ", (fault.detail.faults || [fault.message]).join("; ")], "bad");
  }
}

function againstBots() {
  const seats = [{ kind: "me" }, ...Array.from({ length: wish.players - 1 }, () => ({ kind: "bot", level: wish.level }))];
  return make({ title: wish.title, variant: wish.variant, seats, start: true, listed: false, bot_pause: 500 });
}

function guided() {
  localStorage.setItem("guide", "next");
  return make({ title: "18cz", variant: "introductory", seats: [{ kind: "me" }, { kind: "bot", level: offered()[0] }, { kind: "bot", level: offered()[0] }].slice(0, Math.max(variantMin("18cz", "introductory"), 2)), start: true, listed: false, bot_pause: 900 });
}

/** @param {string} title @param {string} variant */
const variantMin = (title, variant) => titleOf(title)?.variants.find((/** @type {any} */ v) => v.id === variant)?.min_players || 2;

function atThisScreen() {
  const names = wish.names.map((n) => n.trim()).filter(Boolean);
  const seats = names.map((name, i) => (i ? { kind: "name", name } : { kind: "me", name }));
  return make({ title: wish.title, variant: wish.variant, seats, hot_seat: true, start: true, listed: false, bot_pause: 300 });
}

function withFriends() {
  const f = wish.friends, open = f.players - 1 - f.bots;
  const seats = [{ kind: "me" }, ...Array.from({ length: open }, () => ({ kind: "open" })), ...Array.from({ length: f.bots }, () => ({ kind: "bot", level: usual() }))];
  return make({ title: f.title, variant: f.variant, seats, start: open === 0, listed: f.listed, bot_pause: 500 });
}

function heroes() {
  const variant = variantOf(wish);
  while (wish.names.length < (variant?.min_players || 2)) wish.names.push("");
  const enough = () => wish.names.filter((n) => n.trim()).length >= (variant?.min_players || 2);
  const table = h("button", { class: "btn", type: "button", disabled: !enough(), on: { click: atThisScreen } }, t("set-up-table"));
  const names = h("div", { class: "names" }, wish.names.map((name, i) =>
    h("label", { class: "nm" }, h("span", { class: `pdot p${i}` }, (name.trim()[0] || String(i + 1)).toUpperCase()),
      h("input", { value: name, maxlength: 30, placeholder: t("player-n", { n: i + 1 }), "aria-label": t("player-n", { n: i + 1 }), on: { input: (/** @type {any} */ e) => {
        wish.names[i] = e.target.value;
        table.disabled = !enough();
      } } }))),
    wish.names.length < (variant?.max_players || 6) && h("button", { class: "btn quiet sm addname", type: "button", on: { click: () => { wish.names.push(""); draw(); } } }, "+ " + t("add-name")));
  const f = wish.friends;
  return h("section", { class: "hero", "aria-label": t("play") },
    h("article", { class: "panel play first" }, h("h2", null, t("play-bots")), h("p", null, t("play-bots-why")),
      h("div", { class: "fields" }, fields(wish), segments(t("level"), offered().map((l) => ({ value: l, text: t("level-" + l) })), wish.level, (v) => { wish.level = v; draw(); })),
      h("div", { class: "btns" }, h("button", { class: "btn primary", id: "play", type: "button", on: { click: againstBots } }, t("play")), h("button", { class: "btn ghost", type: "button", id: "guided", on: { click: guided } }, t("learn")))),
    h("article", { class: "panel play" }, h("h2", null, t("at-screen")), h("p", null, t("at-screen-why", { title: titleOf(wish.title)?.name, variant: variantName(wish.title, wish.variant) })), names, table),
    h("article", { class: "panel play" }, h("h2", null, t("with-friends")), h("p", null, t("with-friends-why")),
      h("div", { class: "fields" }, fields(f),
        h("label", { class: "check" }, h("input", { type: "checkbox", checked: f.listed, on: { change: (/** @type {any} */ e) => (f.listed = e.target.checked) } }), t("list-publicly"))),
      h("button", { class: "btn", id: "friends", type: "button", on: { click: withFriends } }, t("make-link"))));
}

/** What a card of a game says. @param {any} game */
function status(game) {
  if (game.state === "open") {
    const free = game.seats.filter((/** @type {any} */ s) => s.open).length;
    return h("p", null, t("seats-free", { n: free }));
  }
  if (game.state === "abandoned") return h("p", null, t("state-abandoned"));
  if (game.outcome) {
    const winners = (game.outcome.winners || []).map((/** @type {any} */ w) => game.seats[typeof w === "number" ? w : w.seat]?.name).join(", ");
    const best = Math.max(...(game.outcome.values || [0]));
    return h("p", null, t("won-with", { name: winners, value: num(best) }));
  }
  if (!game.turn) return null;
  const who = game.seats[game.turn.seat]?.name;
  const step = has("step-" + game.turn.step) ? t("step-" + game.turn.step) : game.turn.step;
  const what = game.turn.company ? `${game.turn.company}: ${step}` : step;
  return game.turn.mine ? h("p", { class: "mine" }, t("your-turn", { what })) : h("p", null, t("waiting-for", { name: who, what }), " · ", ago(game.turn.since || game.updated));
}

/** @param {any} game */
function card(game) {
  const join = game.state === "open" && game.role === "spectator";
  return h("li", { class: "panel game" + (game.turn?.mine ? " turn" : "") },
    h("a", { href: "/game/" + game.id, class: "cover" },
      h("div", { class: "pic" }, h("img", { src: `/api/games/${game.id}/map.svg?theme=auto`, alt: "", loading: "lazy" })),
      h("div", { class: "tx" },
        h("h3", null, titleOf(game.title)?.name || game.title, " · ", game.name || game.seats.map((/** @type {any} */ s) => (s.open ? "…" : s.name)).join(", ")),
        status(game),
        h("p", null, variantName(game.title, game.variant), " · ", t("moves-n", { n: game.length })),
        join && h("p", { class: "mine" }, t("join")))));
}

function games() {
  const tabs = ["mine", "open", "running", "finished"];
  const list = lists[shown];
  return h("section", { "aria-labelledby": "games-h" },
    h("div", { class: "lh" }, h("h2", { id: "games-h" }, t("games")),
      h("div", { class: "seg", role: "group", "aria-label": t("games") }, tabs.map((tab) =>
        h("button", { type: "button", class: tab === shown ? "on" : "", "aria-pressed": String(tab === shown), on: { click: () => { shown = tab; draw(); load(tab); } } }, t("list-" + tab), lists[tab].length ? " " + lists[tab].length : "")))),
    list.length ? h("ul", { class: "games" }, list.map(card)) : h("p", { class: "muted empty" }, t("empty-" + shown)));
}

function shelf() {
  return h("section", { "aria-labelledby": "titles-h" }, h("h2", { id: "titles-h" }, t("titles")),
    h("ul", { class: "titles" }, titles.map((title) => {
      const least = Math.min(...title.variants.map((/** @type {any} */ v) => v.min_players)), most = Math.max(...title.variants.map((/** @type {any} */ v) => v.max_players));
      return h("li", { class: "panel title" },
        h("div", { class: "pic" }, h("img", { src: `/api/titles/${title.id}/map.svg?theme=auto`, alt: "", loading: "lazy" })),
        h("div", { class: "tx" }, h("h3", null, h("a", { href: "/title/" + title.id }, title.name)), h("p", null, t(`about-${title.id}`)),
          h("p", { class: "facts" }, h("span", null, t("players-range", { least, most })), h("span", null, t(`length-${title.id}`)), title.variants.length > 1 && h("span", null, t("variants-n", { n: title.variants.length })))));
    })));
}

function draw() {
  fillTexts();
  document.title = "Signalbox";
  const focus = /** @type {HTMLElement|null} */ (document.activeElement);
  const where = focus?.tagName === "INPUT" && /** @type {HTMLInputElement} */ (focus).type === "radio" ? focus.parentElement?.textContent : focus?.id;
  put($("#topnav"),
    h("a", { href: "#titles-h", class: "wide" }, t("titles")),
    h("label", { class: "btn quiet wide filebtn" }, t("open-file"), h("input", { type: "file", class: "sr", accept: ".json,application/json", on: { change: (/** @type {any} */ e) => open(e.target.files[0]) } })),
    switches(draw, loadTexts), accountButton(user, post, start));
  put($("#main"), h("h1", { class: "sr" }, "Signalbox"), heroes(), games(), shelf(), h("p", { class: "muted foot" }, t("foot"), " ", h("a", { href: "/api" }, "API")));
  if (where) [...document.querySelectorAll("#main .seg label, #" + CSS.escape(where))].find((e) => e.id === where || e.textContent === where)?.querySelector?.("input")?.focus?.();
}

/** @param {File} [file] */
async function open(file) {
  if (!file) return;
  try {
    const answer = await fetch("/api/import", { method: "POST", headers: { "content-type": "application/json" }, body: await file.text() });
    const body = await answer.json();
    if (!answer.ok) throw new Fault(answer.status, body);
    location.href = "/game/" + body.id;
  } catch (e) {
    toast([t("file-fault"), " ", String(/** @type {Error} */ (e).message)], "bad");
  }
}

/** @param {string} list */
async function load(list) {
  try {
    lists[list] = (await get("/api/games", { list, limit: 24 })).games;
    draw();
  } catch (e) {
    toast(t("fault-" + (/** @type {Fault} */ (e).code || "unavailable")), "bad");
  }
}

async function start() {
  user = await session();
  const all = await get("/api/titles");
  titles = all.titles;
  levels = all.levels;
  if (!levels.includes(wish.level)) wish.level = usual();
  if (!wish.names[0] && user && !user.guest) wish.names = [user.name];
  draw();
  await Promise.all(Object.keys(lists).map(load));
}

await loadTexts();
await start();
addEventListener("dragover", (e) => e.preventDefault());
addEventListener("drop", (e) => { e.preventDefault(); open(e.dataTransfer?.files[0]); });
const later = () => { clearTimeout(/** @type {any} */ (window).later); /** @type {any} */ (window).later = setTimeout(() => { if (document.activeElement?.tagName !== "INPUT") Promise.all(["mine", "open"].map(load)); }, 400); };
listen("/api/lobby/stream", { game: later, turn: later }, () => {});
