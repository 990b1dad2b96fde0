// @ts-check
// The front page: a game in two clicks, and all games one knows of.
import { get, listen, post, session, Fault } from "./api.js";
import { dailyCard, loadDaily } from "./daily.js";
import { $, debounce, h, put, toast } from "./dom.js";
import { look, titled } from "./due.js";
import { howLong } from "./howlong.js";
import { paceText } from "./pacing.js";
import {
  fit,
  howMany,
  howManyBots,
  howWell,
  botOf,
  offered,
  openOptions,
  optionsButton,
  settings,
  shortName,
  titleOf,
  variantOf,
  which,
  wish,
} from "./setup.js";
import { foot } from "./foot.js";
import { accountButton, switches } from "./shell.js";
import { ago, automatic, fillTexts, has, loadTexts, num, person, said, t, variantName } from "./text.js";

/** @import { GameJson, Games, NewGame, SeatBody, Titles, UserJson, WaitsJson } from "./types.d.ts" */
/** @typedef {import("./setup.js").Wish} Wish */
/** All titles and levels of bots. @type {Titles} */ const known = await get("/api/titles");
/** @type {UserJson|null} */ let user = null;
/** @type {Record<string, GameJson[]>} */ const lists = {
  mine: [],
  open: [],
  offered: [],
  running: [],
  finished: [],
};
/** What is known of those who wait at open tables. @type {WaitsJson[]} */ let waits = [];
let shown = "mine";
/** What is set in the three boxes. */
const bots = wish(known, "play"),
  screen = wish(known, "screen"),
  friends = wish(known, "friends");

/** @param {Wish} w @param {Partial<NewGame>} body @param {(game: GameJson) => void} [made] what else is to be noted */
async function make(w, body, made) {
  fit(w);
  try {
    /** @type {GameJson} */ const game = await post("/api/games", { ...settings(w), ...body });
    made?.(game);
    location.href = "/game/" + game.id;
  } catch (e) {
    if (e instanceof Fault && e.faults.length) {
      w.faults = e.faults;
      openOptions(w, again);
    } else toast(said(e instanceof Error ? e.message : String(e)), "bad");
  }
}

/** Seats of bots. @param {Wish} w @param {number} count @returns {SeatBody[]} */
const botSeats = (w, count) => Array.from({ length: count }, (_, i) => ({ kind: "bot", level: botOf(w, i) }));

const againstBots = () =>
  make(bots, { seats: [{ kind: "me" }, ...botSeats(bots, bots.players - 1)], start: true });

/** Variants in which one plays first, where a title has one. */
const FIRST = ["introductory", "beginner"];

/** The guided first game of a title. @param {string} title */
function guided(title) {
  const w = { ...wish(known, "play"), title, level: offered(known)[0], pause: 900 };
  const variants = titleOf(w).variants;
  w.variant = (variants.find((v) => FIRST.includes(v.id)) ?? variants[0]).id;
  return make(
    w,
    {
      seats: [{ kind: "me" }, ...botSeats(w, Math.max(variantOf(w).min_players, 2) - 1)],
      start: true,
    },
    (game) => localStorage.setItem("guide:" + game.id, "[]"),
  );
}

const named = () => screen.names.map((n) => n.trim()).filter(Boolean);
const atThisScreen = () =>
  make(screen, {
    seats: [
      ...named().map((name, i) => /** @type {SeatBody} */ ({ kind: i ? "name" : "me", name })),
      ...botSeats(screen, screen.bots),
    ],
    hot_seat: true,
    start: true,
  });

function withFriends() {
  const open = friends.players - 1 - friends.bots;
  return make(friends, {
    seats: [
      { kind: "me", ...(friends.names[0]?.trim() ? { name: friends.names[0].trim() } : {}) },
      ...Array.from({ length: open }, () => /** @type {SeatBody} */ ({ kind: "open" })),
      ...botSeats(friends, friends.bots),
    ],
    start: open === 0,
  });
}

function againstBotsBox() {
  return h(
    "article",
    { class: "panel play first" },
    h("h2", null, t("play-bots")),
    h("p", null, t("play-bots-why")),
    h(
      "div",
      { class: "fields" },
      which(bots, again),
      howMany(bots, again),
      howWell(bots, bots.players - 1, again),
    ),
    optionsButton(bots, again),
    h(
      "div",
      { class: "btns" },
      h(
        "button",
        { class: "btn primary", id: "play", type: "button", on: { click: againstBots } },
        t("play"),
      ),
      h("a", { class: "btn ghost", id: "learn", href: "/learn?title=" + bots.title }, t("learn")),
    ),
  );
}

function screenBox() {
  const fields = which(screen, again),
    { min_players: least, max_players: most } = variantOf(screen),
    w = screen;
  w.bots = Math.min(w.bots, most - 1);
  while (w.names.length < Math.max(1, least - w.bots)) w.names.push("");
  w.names.length = Math.min(w.names.length, most - w.bots);
  const fits = () => named().length > 0 && named().length + w.bots >= least;
  const table = h(
    "button",
    { class: "btn", id: "screen", type: "button", disabled: !fits(), on: { click: atThisScreen } },
    t("set-up-table"),
  );
  const names = h(
    "div",
    { class: "names" },
    w.names.map((name, i) => {
      const dot = h("span", { class: `pdot p${i}` }, (name.trim()[0] || String(i + 1)).toUpperCase());
      return h(
        "label",
        { class: "nm" },
        dot,
        h("input", {
          value: name,
          id: "screen-name-" + i,
          maxlength: 30,
          placeholder: t("player-n", { n: i + 1 }),
          "aria-label": t("player-n", { n: i + 1 }),
          on: {
            input: (e) => {
              w.names[i] = e.target.value;
              dot.textContent = (w.names[i].trim()[0] || String(i + 1)).toUpperCase();
              table.disabled = !fits();
            },
          },
        }),
        w.names.length + w.bots > least &&
          w.names.length > 1 &&
          h(
            "button",
            {
              class: "btn quiet ic",
              type: "button",
              "aria-label": t("remove-name", { name: name || t("player-n", { n: i + 1 }) }),
              on: {
                click: () => {
                  w.names.splice(i, 1);
                  again();
                },
              },
            },
            "✕",
          ),
      );
    }),
    w.names.length + w.bots < most &&
      h(
        "button",
        {
          class: "btn quiet sm addname",
          id: "add-name",
          type: "button",
          on: {
            click: () => {
              w.names.push("");
              again();
              document.getElementById(`screen-name-${w.names.length - 1}`)?.focus();
            },
          },
        },
        "+ " + t("add-name"),
      ),
  );
  w.players = Math.max(least, w.names.length + w.bots);
  return h(
    "article",
    { class: "panel play" },
    h("h2", null, t("at-screen")),
    h("p", null, t("at-screen-why")),
    h(
      "div",
      { class: "fields" },
      fields,
      names,
      howManyBots(w, most - w.names.filter((n, i) => n.trim() || i < 1).length, again),
      howWell(w, w.bots, again),
    ),
    optionsButton(w, again),
    table,
  );
}

function friendsBox() {
  const fields = which(friends, again);
  return h(
    "article",
    { class: "panel play" },
    h("h2", null, t("with-friends")),
    h("p", null, t("with-friends-why")),
    h(
      "div",
      { class: "fields" },
      h(
        "label",
        { class: "field", for: "friends-name" },
        t("my-name"),
        h("input", {
          id: "friends-name",
          class: "sel",
          maxlength: 30,
          autocomplete: "nickname",
          placeholder: user ? person(user.name) : "",
          value: friends.names[0] ?? "",
          on: { input: (e) => (friends.names[0] = e.target.value) },
        }),
      ),
      fields,
      howMany(friends, again),
      howManyBots(friends, friends.players - 1, again),
      howWell(friends, friends.bots, again),
      howLong(friends, again),
      h(
        "label",
        { class: "check" },
        h("input", {
          type: "checkbox",
          id: "friends-listed",
          checked: friends.listed,
          on: { change: (e) => (friends.listed = e.target.checked) },
        }),
        t("list-publicly"),
      ),
    ),
    optionsButton(friends, again),
    h("button", { class: "btn", id: "friends", type: "button", on: { click: withFriends } }, t("make-link")),
  );
}

const heroes = () =>
  h(
    "section",
    { id: "heroes", class: "hero", "aria-label": t("play") },
    againstBotsBox(),
    screenBox(),
    friendsBox(),
  );

/** Who sits there; the automatic player sits after the last. @param {GameJson} game @param {number} seat */
const seatName = (game, seat) => {
  const s = game.seats[seat];
  return s ? person(s.name, s.bot) : automatic(game.title);
};

/** What a card of a game says. @param {GameJson} game */
function status(game) {
  if (game.state === "open") {
    const free = game.seats.filter((s) => s.open).length;
    return h("p", null, t("seats-free", { n: free }));
  }
  if (game.state === "abandoned") return h("p", null, t("state-abandoned"));
  if (game.outcome) {
    const winners = (game.outcome.winners || []).map((w) => seatName(game, w)).join(", ");
    const best = Math.max(...(game.outcome.values || [0]));
    return h("p", null, t("won-with", { name: winners, value: num(best) }));
  }
  if (!game.turn) return null;
  const who = seatName(game, game.turn.seat);
  const step = has("step-" + game.turn.step) ? t("step-" + game.turn.step) : game.turn.step;
  const what = game.turn.company ? `${game.turn.company}: ${step}` : step;
  return game.turn.mine
    ? h("p", { class: "mine" }, t("your-turn", { what }))
    : h("p", null, t("waiting-for", { name: who, what }), " · ", ago(game.turn.since || game.updated));
}

/**
 * What one wants to know before one sits down: time, how strong the others are, who is a friend.
 * The time to decide, where a table has one, stands first.
 * @param {GameJson} game
 */
function terms(game) {
  if (game.state !== "open") return null;
  const there = waits.filter((w) => w.game === game.id),
    rated = there.flatMap((w) => (w.rating && !w.rating.provisional ? [w.rating.points] : [])),
    bots = new Set(game.seats.flatMap((s) => (s.bot ? [s.bot] : [])));
  const friends = there.filter((w) => w.friend).map((w) => seatName(game, w.seat));
  return h(
    "p",
    { class: "facts terms" },
    h(
      "span",
      null,
      rated.length
        ? t("lobby-level", { points: Math.round(rated.reduce((a, b) => a + b, 0) / rated.length) })
        : t("lobby-unrated"),
    ),
    [...bots].map((level) =>
      h("span", null, t("player-bot", { level: has("level-" + level) ? t("level-" + level) : level })),
    ),
    friends.length > 0 && h("span", { class: "mine" }, t("lobby-friend", { name: friends.join(", ") })),
  );
}

/** @param {GameJson} game */
function card(game) {
  const join = game.state === "open" && game.role === "spectator";
  return h(
    "li",
    { class: "panel game" + (game.turn?.mine ? " turn" : ""), "data-game": game.id },
    h(
      "a",
      { href: "/game/" + game.id, class: "cover" },
      h(
        "div",
        { class: "pic" },
        h("img", { src: `/api/games/${game.id}/map.svg?theme=auto`, alt: "", loading: "lazy" }),
      ),
      h(
        "div",
        { class: "tx" },
        h(
          "h3",
          null,
          shortName(known, game.title),
          " · ",
          game.name ||
            [
              ...game.seats.map((s) => (s.open ? "…" : person(s.name, s.bot))),
              // Alone one plays against the automatic player.
              ...(game.seats.length === 1 ? [automatic(game.title)] : []),
            ].join(", "),
        ),
        status(game),
        h(
          "p",
          null,
          variantName(game.title, game.variant),
          " · ",
          t("moves-n", { n: game.length }),
          game.pace && [" · ", paceText(game.pace)],
        ),
        terms(game),
        join && h("p", { class: "mine" }, t("join")),
        shown === "offered" && h("p", { class: "mine" }, t("take-seat")),
      ),
    ),
    shown === "mine" && goodbye(game),
  );
}

/** The game that one was asked about before it goes. */
let leaving = "";

/** Takes a game off one's list, after a question. @param {GameJson} game */
function goodbye(game) {
  const others = game.seats.some((s) => s.user && !s.mine),
    name = game.name || game.seats.map((s) => person(s.name, s.bot)).join(", ");
  const ask = (/** @type {string} */ id) => () => {
    leaving = id;
    redraw("#games", games());
    if (id) $(`[data-game="${id}"] .bye-no`)?.focus();
  };
  const act = async () => {
    try {
      await post(`/api/games/${game.id}`, {}, "DELETE");
      leaving = "";
      await load("mine");
    } catch (e) {
      toast(e instanceof Fault ? said(e.message) : t("fault-offline"), "bad");
    }
  };
  if (leaving !== game.id)
    return h(
      "button",
      {
        class: "btn quiet ic bye",
        type: "button",
        "aria-label": `${t("goodbye")}: ${name}`,
        title: t("goodbye"),
        on: { click: ask(game.id) },
      },
      "✕",
    );
  return h(
    "div",
    { class: "byeask", role: "group", "aria-label": t("goodbye") },
    h("p", null, t(others ? "goodbye-others" : "goodbye-own")),
    h(
      "button",
      { class: "btn sm bye-yes", type: "button", on: { click: act } },
      t(others ? "goodbye-leave" : "goodbye-delete"),
    ),
    h("button", { class: "btn sm bye-no", type: "button", on: { click: ask("") } }, t("goodbye-keep")),
  );
}

function games() {
  const tabs = ["mine", "open", "offered", "running", "finished"];
  const list = lists[shown];
  return h(
    "section",
    { id: "games", "aria-labelledby": "games-h" },
    h(
      "div",
      { class: "lh" },
      h("h2", { id: "games-h" }, t("games")),
      h(
        "div",
        { class: "seg", role: "group", "aria-label": t("games") },
        tabs.map((tab) =>
          h(
            "button",
            {
              type: "button",
              class: tab === shown ? "on" : "",
              "aria-pressed": String(tab === shown),
              id: "tab-" + tab,
              on: {
                click: () => {
                  shown = tab;
                  redraw("#games", games());
                  load(tab);
                },
              },
            },
            t("list-" + tab),
            lists[tab].length ? " " + lists[tab].length : "",
          ),
        ),
      ),
    ),
    list.length
      ? h("ul", { class: "games" }, list.map(card))
      : h("p", { class: "muted empty" }, t("empty-" + shown)),
    shown === "finished" && h("p", null, h("a", { class: "btn", href: "/archive" }, t("archive-all"))),
  );
}

function shelf() {
  return h(
    "section",
    { "aria-labelledby": "titles-h" },
    h("h2", { id: "titles-h" }, t("titles")),
    h(
      "ul",
      { class: "titles" },
      known.titles.map((title) => {
        const least = Math.min(...title.variants.map((v) => v.min_players)),
          most = Math.max(...title.variants.map((v) => v.max_players));
        return h(
          "li",
          { class: "panel title" },
          h(
            "div",
            { class: "pic" },
            h("img", { src: `/api/titles/${title.id}/map.svg?theme=auto`, alt: "", loading: "lazy" }),
          ),
          h(
            "div",
            { class: "tx" },
            h("h3", null, h("a", { href: "/title/" + title.id }, title.name)),
            h("p", null, t(`about-${title.id}`)),
            h(
              "p",
              { class: "facts" },
              h("span", null, t("players-range", { least, most })),
              h("span", null, t(`length-${title.id}`)),
              title.variants.length > 1 && h("span", null, t("variants-n", { n: title.variants.length })),
            ),
          ),
        );
      }),
    ),
  );
}

/** Puts a part in place of itself; the focus stays. @param {string} part @param {Element} anew */
function redraw(part, anew) {
  const focus = document.activeElement?.id;
  $(part)?.replaceWith(anew);
  if (focus) document.getElementById(focus)?.focus({ preventScroll: true });
}
const daily = () => dailyCard((title) => shortName(known, title));
const again = () => redraw("#heroes", heroes());

function draw() {
  fillTexts();
  titled("Signalbox");
  put(
    $("#topnav"),
    h("a", { href: "#titles-h", class: "wide" }, t("titles")),
    h("a", { href: "/puzzles", class: "wide" }, t("puzzles")),
    h("a", { href: "/archive", class: "wide" }, t("archive")),
    h(
      "label",
      { class: "btn quiet wide filebtn" },
      t("open-file"),
      h("input", {
        type: "file",
        class: "sr",
        accept: ".json,application/json",
        on: { change: (e) => open(e.target.files?.[0]) },
      }),
    ),
    switches(draw, loadTexts),
    accountButton(user, post, start),
  );
  put($("#main"), h("h1", { class: "sr" }, "Signalbox"), heroes(), daily(), games(), shelf());
  put($("#foot"), foot());
}

/** @param {File} [file] */
async function open(file) {
  if (!file) return;
  try {
    const answer = await fetch("/api/import", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: await file.text(),
    });
    const body = await answer.json();
    if (!answer.ok) throw new Fault(answer.status, body);
    location.href = "/game/" + body.id;
  } catch (e) {
    toast([t("file-fault"), " ", String(/** @type {Error} */ (e).message)], "bad");
  }
}

/** What waits for one comes first; of open tables those of friends. @param {string} list @param {Games} found @param {GameJson[]} due */
function sorted(list, found, due) {
  if (list === "open") {
    waits = found.waits;
    const friends = new Set(waits.filter((w) => w.friend).map((w) => w.game));
    return [...found.games].sort((a, b) => Number(friends.has(b.id)) - Number(friends.has(a.id)));
  }
  if (list !== "mine") return found.games;
  return [...due, ...found.games.filter((g) => !due.some((d) => d.id === g.id))];
}

/** @param {string} list */
async function load(list) {
  try {
    /** @type {[Games, GameJson[]]} */ const [found, due] = await Promise.all([
      get("/api/games", { list, limit: 24 }),
      list === "mine" ? look() : [],
    ]);
    lists[list] = sorted(list, found, due);
    redraw("#games", games());
  } catch (e) {
    toast(t("fault-" + (e instanceof Fault ? e.code : "unavailable")), "bad");
  }
}

async function start() {
  user = await session();
  // A link of a title's page: /?title=1860&variant=standard
  const asked = new URLSearchParams(location.search),
    title = known.titles.find((x) => x.id === asked.get("title"));
  // A link of the course: /?guided=1860
  const first = known.titles.find((x) => x.id === asked.get("guided"));
  if (first) {
    await guided(first.id);
    return;
  }
  if (title)
    for (const w of [bots, screen, friends])
      Object.assign(w, { title: title.id, variant: asked.get("variant") || "" });
  if (!screen.names[0] && user && !user.guest) screen.names = [user.name];
  if (!friends.names[0] && user && !user.guest) friends.names = [user.name];
  draw();
  loadDaily().then(() => redraw("#daily", daily()));
  await Promise.all(Object.keys(lists).map(load));
}

await loadTexts();
await start();
addEventListener("dragover", (e) => e.preventDefault());
addEventListener("drop", (e) => {
  e.preventDefault();
  open(e.dataTransfer?.files[0]);
});
const later = debounce(() => {
  if (document.activeElement?.tagName !== "INPUT") Promise.all(["mine", "open"].map(load));
}, 400);
listen("/api/lobby/stream", { game: later, turn: later }, () => {});
