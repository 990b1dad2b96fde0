// @ts-check
// The operators' page: who may come in, what was reported, who stays out, and a trail of all that.
import { Fault, get, post, session } from "./api.js";
import { $, h, put, toast } from "./dom.js";
import { foot } from "./foot.js";
import { switches } from "./shell.js";
import { ago, fillTexts, has, lang, loadTexts, num, person, said, t } from "./text.js";

/**
 * @import { Child } from "./dom.js"
 * @import { AccountJson, AccountsJson, BanJson, CodeJson, DeedJson, HouseJson, ReportJson, ReportsJson,
 *   TrailJson, WatchedJson } from "./types.d.ts"
 */

/** @type {HouseJson} */ let house;
/** @type {ReportJson[]} */ let reports = [];
/** @type {DeedJson[]} */ let trail = [];
/** Where the trail goes on. @type {number|null} */ let more = null;
/** A code that was made just now: it is shown this once. @type {string|null} */ let fresh = null;
/** What is looked at. @type {AccountJson[]} */ let found = [];
/** @type {WatchedJson|null} */ let watched = null;
let settled = false;

/** A moment in the reader's language. @param {number} time */
const moment = (time) =>
  new Intl.DateTimeFormat(lang(), { dateStyle: "medium", timeStyle: "short" }).format(time);
/** @param {number} time */
const day = (time) => new Intl.DateTimeFormat(lang(), { dateStyle: "medium" }).format(time);
/** What stands in a field. @param {string} id */
const typed = (id) => /** @type {HTMLInputElement} */ ($("#" + id)).value.trim();

/** A part of the page. @param {string} id @param {...Child} children */
const part = (id, ...children) =>
  h(
    "section",
    { class: "panel pad", id, "aria-labelledby": id + "-h" },
    h("h2", { id: id + "-h" }, t("op-" + id)),
    children,
  );

/** Does something; what went wrong is said. @param {() => Promise<unknown>} act @param {string} [well] */
async function attempt(act, well) {
  try {
    await act();
    if (well) toast(t(well));
    return true;
  } catch (e) {
    toast(e instanceof Fault ? said(e.message) : t("fault-offline"), "bad");
    return false;
  }
}

/** @param {string} label @param {string} id @param {() => unknown} act @param {string} [kind] */
const press = (label, id, act, kind = "") =>
  h("button", { class: "btn sm " + kind, type: "button", id, on: { click: act } }, t(label));

/** @param {string} id @param {string} label @param {object} [props] */
const field = (id, label, props = {}) => [h("label", { for: id }, t(label)), h("input", { id, ...props })];

/** A form that does not leave the page. @param {() => unknown} act @param {...Child} children */
const form = (act, ...children) =>
  h(
    "form",
    {
      class: "form line",
      on: {
        submit: (e) => {
          e.preventDefault();
          act();
        },
      },
    },
    children,
  );

/**
 * Asks for a reason, and for what else is needed, before something is done.
 * @param {string} title @param {string} what to whom or what
 * @param {(why: string) => Promise<unknown>} act @param {...Child} fields
 */
function ask(title, what, act, ...fields) {
  // It stands beside the page, which may be drawn anew meanwhile.
  const box =
    /** @type {HTMLDialogElement|null} */ (document.getElementById("ask")) ??
    document.body.appendChild(h("dialog", { id: "ask", class: "dialog", "aria-labelledby": "ask-h" }));
  put(
    box,
    h(
      "form",
      {
        class: "form",
        on: {
          submit: async (e) => {
            e.preventDefault();
            if (await attempt(() => act(typed("ask-why")), "op-done")) {
              box.close();
              await load();
            }
          },
        },
      },
      h("h2", { id: "ask-h" }, t(title)),
      h("p", null, what),
      fields,
      field("ask-why", "op-why", { maxlength: 500, required: true, autocomplete: "off" }),
      h(
        "div",
        { class: "act" },
        h("button", { class: "btn primary", id: "ask-do" }, t(title)),
        h("button", { class: "btn quiet", type: "button", on: { click: () => box.close() } }, t("close")),
      ),
    ),
  );
  box.showModal();
}

/** A table that scrolls by itself where it is too wide. @param {string} name @param {Child[]} rows */
const rows = (name, rows) =>
  h(
    "div",
    { class: "scrollx", tabindex: "0", role: "group", "aria-label": t(name) },
    h("table", { class: "t" }, h("tbody", null, rows)),
  );

// ---- the door ----

/** @param {object} body */
const setHouse = (body) =>
  attempt(async () => {
    house = await post("/api/operator", body);
    draw();
  }, "op-done");

const door = () =>
  part(
    "door",
    h("p", { class: "muted" }, t("op-door-why")),
    h(
      "div",
      { class: "seg", role: "group", "aria-label": t("op-registration") },
      ["open", "invited", "closed"].map((kind) =>
        h(
          "button",
          {
            type: "button",
            id: "door-" + kind,
            class: house.registration === kind ? "on" : "",
            "aria-pressed": String(house.registration === kind),
            on: { click: () => setHouse({ registration: kind }) },
          },
          t("op-registration-" + kind),
        ),
      ),
    ),
    h(
      "label",
      { class: "check" },
      h("input", {
        type: "checkbox",
        id: "door-guests",
        checked: house.guests,
        on: { change: (e) => setHouse({ guests: e.target.checked }) },
      }),
      t("op-guests"),
    ),
    h("h3", null, t("op-codes")),
    form(
      () =>
        attempt(async () => {
          /** @type {CodeJson} */ const made = await post("/api/operator/codes", {
            label: typed("code-label"),
            uses: Number(typed("code-uses")),
            days: Number(typed("code-days")),
          });
          fresh = made.code ?? null;
          await load();
        }),
      field("code-label", "op-code-label", { maxlength: 60, autocomplete: "off" }),
      field("code-uses", "op-code-uses", { type: "number", min: 1, max: 1000, value: 1, required: true }),
      field("code-days", "op-code-days", { type: "number", min: 1, max: 365, value: 14, required: true }),
      h("button", { class: "btn", id: "code-make" }, t("op-code-make")),
    ),
    h(
      "div",
      { role: "status" },
      fresh && h("p", null, t("op-code-once"), " ", h("code", { id: "code-fresh" }, fresh)),
    ),
    house.codes.length > 0 &&
      rows(
        "op-codes",
        house.codes.map((code) =>
          h(
            "tr",
            null,
            h("td", null, code.label || code.id),
            h("td", null, t("op-code-left", { n: code.uses })),
            h("td", null, t("op-until", { day: day(code.expires) })),
            h(
              "td",
              null,
              press("op-code-revoke", "revoke-" + code.id, () =>
                attempt(async () => {
                  house = await post(`/api/operator/codes/${code.id}/revoke`);
                  await load();
                }, "op-done"),
              ),
            ),
          ),
        ),
      ),
  );

// ---- reports ----

/** What can be done about an account. @param {string} id @param {string} name */
const aboutAccount = (id, name) => [
  press("op-ban", "ban-" + id, () =>
    ask(
      "op-ban",
      name,
      (why) => {
        const days = typed("ask-days");
        return post("/api/operator/bans", { account: id, why, days: days ? Number(days) : null });
      },
      field("ask-days", "op-ban-days", { type: "number", min: 1, max: 3650 }),
    ),
  ),
  press("op-rename", "rename-" + id, () =>
    ask(
      "op-rename",
      name,
      (why) => post(`/api/operator/accounts/${id}/rename`, { name: typed("ask-name"), why }),
      field("ask-name", "name", { maxlength: 40, required: true, autocomplete: "off" }),
    ),
  ),
  press(
    "op-delete",
    "delete-" + id,
    () => ask("op-delete", name, (why) => post(`/api/operator/accounts/${id}/delete`, { why })),
    "bad",
  ),
];

/** @param {ReportJson} r */
const reportRow = (r) =>
  h(
    "li",
    { class: "report" },
    h(
      "p",
      null,
      h("b", null, t("op-report-" + r.kind)),
      " · ",
      person(r.whom_name || r.said),
      " · ",
      h("time", null, moment(r.at)),
    ),
    r.kind === "chat" && h("blockquote", null, r.said),
    h("p", null, t("op-report-by", { name: person(r.by_name) }), " ", r.why),
    r.done !== null && h("p", { class: "muted" }, t("op-settled-by", { name: r.done_by })),
    h(
      "div",
      { class: "act in" },
      r.game && press("op-look", "look-" + r.id, () => look(/** @type {string} */ (r.game))),
      r.kind === "chat" &&
        r.done === null &&
        press("op-chat-remove", "line-" + r.id, () =>
          ask("op-chat-remove", r.said, (why) =>
            post(`/api/operator/games/${r.game}/chat`, { line: r.line, why }),
          ),
        ),
      r.whom && aboutAccount(r.whom, person(r.whom_name || r.said)),
      r.done === null &&
        press("op-settle", "settle-" + r.id, () =>
          ask("op-settle", r.why, (why) => post(`/api/operator/reports/${r.id}/settle`, { why })),
        ),
    ),
  );

const reported = () =>
  part(
    "reports",
    h(
      "div",
      { class: "seg", role: "group", "aria-label": t("op-reports") },
      [false, true].map((kind) =>
        h(
          "button",
          {
            type: "button",
            class: settled === kind ? "on" : "",
            "aria-pressed": String(settled === kind),
            on: {
              click: async () => {
                settled = kind;
                await load();
              },
            },
          },
          kind ? t("op-reports-settled") : t("op-reports-open", { n: house.reports }),
        ),
      ),
    ),
    reports.length
      ? h("ul", { class: "plain" }, reports.map(reportRow))
      : h("p", { class: "muted" }, t("op-reports-none")),
  );

// ---- a game ----

/** @param {string} id */
const look = (id) =>
  attempt(async () => {
    watched = await get("/api/operator/games/" + encodeURIComponent(id));
    draw();
    $("#games").scrollIntoView({ block: "start" });
  });

function games() {
  const game = watched?.game;
  return part(
    "games",
    form(
      () =>
        look(
          typed("game-id")
            .replace(/^.*\/game\//, "")
            .replace(/\?.*$/, ""),
        ),
      field("game-id", "op-game-id", { maxlength: 200, required: true, autocomplete: "off" }),
      h("button", { class: "btn", id: "game-look" }, t("op-look")),
    ),
    game && [
      h("h3", null, game.title, " · ", game.name || game.id),
      h(
        "p",
        null,
        t("state-" + game.state),
        " · ",
        game.seats.map((s) => (s.open ? "…" : person(s.name, s.bot))).join(", "),
      ),
      h(
        "div",
        { class: "act in" },
        press(
          "op-close",
          "close-game",
          () =>
            ask("op-close", game.name || game.id, async (why) => {
              watched = await post(`/api/operator/games/${game.id}/close`, { why });
            }),
          "bad",
        ),
        press("op-rotate", "rotate", () =>
          ask("op-rotate", game.name || game.id, async (why) => {
            watched = await post(`/api/operator/games/${game.id}/invite`, { why });
          }),
        ),
      ),
      h(
        "ol",
        { class: "plain", id: "watched" },
        (watched?.chat ?? []).map((line) =>
          h(
            "li",
            { class: "report" },
            h("p", null, h("time", null, moment(line.at)), " ", h("b", null, person(line.name)), " "),
            line.removed
              ? h("p", { class: "muted" }, t("chat-removed"))
              : [
                  h("blockquote", null, line.text),
                  press("op-chat-remove", "remove-" + line.seq, () =>
                    ask("op-chat-remove", line.text, async (why) => {
                      watched = await post(`/api/operator/games/${game.id}/chat`, { line: line.seq, why });
                    }),
                  ),
                ],
          ),
        ),
      ),
      !watched?.chat.length && h("p", { class: "muted" }, t("chat-empty")),
    ],
  );
}

// ---- people ----

const search = () =>
  attempt(async () => {
    /** @type {AccountsJson} */ const list = await get("/api/operator/accounts", { find: typed("find") });
    found = list.accounts;
    draw();
    $("#find").focus();
  });

const people = () =>
  part(
    "people",
    form(
      search,
      field("find", "op-find", { maxlength: 60, required: true, autocomplete: "off" }),
      h("button", { class: "btn", id: "find-do" }, t("op-find-do")),
    ),
    found.length > 0 &&
      rows(
        "op-people",
        found.map((a) =>
          h(
            "tr",
            null,
            h("td", null, h("b", null, person(a.name)), a.operator ? " · " + t("op-operator") : ""),
            h("td", null, t(a.guest ? "op-guest" : "op-account")),
            h("td", null, t("op-seen", { when: ago(a.seen) })),
            h("td", { class: "act in" }, !a.operator && aboutAccount(a.id, person(a.name))),
          ),
        ),
      ),
  );

/** @param {BanJson} ban */
const banRow = (ban) =>
  h(
    "tr",
    null,
    h("td", null, h("b", null, ban.name ? person(ban.name) : ban.what)),
    h("td", null, ban.until ? t("op-until", { day: day(ban.until) }) : t("op-for-ever")),
    h("td", null, ban.why),
    h(
      "td",
      null,
      press("op-unban", "lift-" + ban.what, () =>
        ask("op-unban", ban.name || ban.what, (why) =>
          post("/api/operator/bans/lift", { kind: ban.kind, what: ban.what, why }),
        ),
      ),
    ),
  );

const bans = () =>
  part(
    "bans",
    form(
      () =>
        ask(
          "op-ban",
          typed("ban-address"),
          (why) => {
            const days = typed("ask-days");
            return post("/api/operator/bans", {
              address: typed("ban-address"),
              why,
              days: days ? Number(days) : null,
            });
          },
          field("ask-days", "op-ban-days", { type: "number", min: 1, max: 3650 }),
        ),
      field("ban-address", "op-address", { maxlength: 60, required: true, autocomplete: "off" }),
      h("button", { class: "btn", id: "ban-do" }, t("op-ban")),
    ),
    house.bans.length
      ? rows("op-bans", house.bans.map(banRow))
      : h("p", { class: "muted" }, t("op-bans-none")),
  );

// ---- the trail ----

/** @param {DeedJson} deed */
const deedRow = (deed) =>
  h(
    "tr",
    null,
    h("td", null, h("time", null, moment(deed.at))),
    h("td", null, deed.by),
    h("td", null, h("b", null, has("act-" + deed.act) ? t("act-" + deed.act) : deed.act)),
    h("td", null, deed.whom, " ", deed.what),
    h("td", null, deed.why),
  );

const acts = () =>
  part(
    "trail",
    h("p", { class: "muted" }, t("op-trail-why")),
    rows("op-trail", trail.map(deedRow)),
    more !== null &&
      press("op-more", "trail-more", () =>
        attempt(async () => {
          /** @type {TrailJson} */ const next = await get("/api/operator/trail", { before: more });
          trail = [...trail, ...next.deeds];
          more = next.next;
          draw();
        }),
      ),
  );

function draw() {
  document.title = t("op-title") + " · Signalbox";
  fillTexts();
  const open = Number(house.reports);
  put($("#topnav"), switches(draw, loadTexts));
  put(
    $("#main"),
    h("h1", null, t("op-title")),
    h(
      "nav",
      { class: "btns", "aria-label": t("op-title") },
      ["reports", "door", "people", "bans", "games", "trail"].map((id) =>
        h(
          "a",
          { class: "btn quiet sm", href: "#" + id },
          t("op-" + id),
          id === "reports" && open ? " " + num(open) : "",
        ),
      ),
    ),
    reported(),
    door(),
    people(),
    bans(),
    games(),
    acts(),
  );
  put($("#foot"), foot());
}

async function load() {
  /** @type {ReportsJson} */ let list;
  /** @type {TrailJson} */ let deeds;
  [house, list, deeds] = await Promise.all([
    get("/api/operator"),
    get("/api/operator/reports", { settled }),
    get("/api/operator/trail"),
  ]);
  reports = list.reports;
  trail = deeds.deeds;
  more = deeds.next;
  draw();
}

await loadTexts();
try {
  await session();
  await load();
} catch {
  // For everybody else there is no such page.
  document.title = "Signalbox";
  fillTexts();
  put(
    $("#topnav"),
    switches(() => location.reload(), loadTexts),
  );
  put($("#main"), h("h1", null, t("op-title")), h("p", { class: "panel pad" }, t("op-not-you")));
  put($("#foot"), foot());
}
