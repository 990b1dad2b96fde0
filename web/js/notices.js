// @ts-check
// The part of the account's page about notices: where one is told with the page closed, of what, and when not. A table's
// ways are shown with the same list.
import { Fault, get, post } from "./api.js";
import { $, h, put } from "./dom.js";
import { lang, said, t } from "./text.js";

/**
 * @import { Child } from "./dom.js"
 * @import { ChannelJson, NewChannelJson, NoticesJson, TableNoticesJson, TimeJson } from "./types.d.ts"
 */

const GATHER = [0, 15, 60, 240, 1440];
const PROGRAMS = ["discord", "slack", "telegram", "json"];
/** What an address looks like, for each program. @type {Record<string, string>} */
const LIKE = {
  discord: "https://discord.com/api/webhooks/…",
  slack: "https://hooks.slack.com/services/…",
  telegram: "https://api.telegram.org/bot…/sendMessage",
  json: "https://…",
};

/** What stands in a field. @param {string} id */
const typed = (id) => /** @type {HTMLInputElement} */ ($("#" + id)).value;
const ticked = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ ($("#" + id)).checked;
const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
/** A minute of the day as a field shows it. @param {number} minute */
const clock = (minute) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
const minute = (/** @type {string} */ id) => {
  const [hours, minutes] = typed(id).split(":").map(Number);
  return hours * 60 + minutes;
};

/** What a way is called. @param {ChannelJson} way */
function called(way) {
  if (way.label) return way.label;
  const kind = t(way.kind === "push" && !way.here ? "notices-push-other" : "notices-" + way.kind);
  return way.place && way.kind !== "push" ? `${kind} · ${way.place}` : kind;
}

/** How a way is doing. @param {ChannelJson} way */
const doing = (way) =>
  way.state === "on" && way.tries > 0
    ? `${t("notices-state-later")} (${way.said})`
    : t("notices-state-" + way.state) + (way.state === "failed" && way.said ? ` (${way.said})` : "");

/** Whether this browser can be told with the page closed. */
const canPush = () => isSecureContext && "serviceWorker" in navigator && "PushManager" in self;

/** Subscribes this browser. @param {string} key */
async function subscribe(key) {
  if ((await Notification.requestPermission()) !== "granted") throw new Error(t("notify-off"));
  const worker = await navigator.serviceWorker.ready;
  const bytes = Uint8Array.from(atob(key.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  let made;
  try {
    // One that was made with another key is of no use.
    await (await worker.pushManager.getSubscription())?.unsubscribe();
    made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes });
  } catch {
    throw new Error(t("notices-push-failed"));
  }
  const { endpoint, keys } = made.toJSON();
  await post("/api/notices/channels", {
    kind: "push",
    url: endpoint,
    p256dh: keys?.p256dh,
    auth: keys?.auth,
    lang: lang(),
  });
}

/**
 * The ways of somebody or of a table, and a form for another program.
 * @param {ChannelJson[]} channels @param {(act: () => Promise<unknown>, well?: Child) => unknown} attempt
 * @param {{ game?: string, secret?: Child, made: (made: NewChannelJson) => void }} about
 */
function ways(channels, attempt, about) {
  /** @param {string} label @param {ChannelJson} way @param {() => Promise<unknown>} act @param {Child} [well] */
  const press = (label, way, act, well) =>
    h(
      "button",
      {
        class: "btn sm",
        type: "button",
        "aria-label": t(label + "-this", { place: called(way) }),
        on: { click: () => attempt(act, well) },
      },
      t(label),
    );
  const path = (/** @type {ChannelJson} */ way) => "/api/notices/channels/" + way.id;
  const list = channels.map((way) =>
    h(
      "li",
      { class: "way " + way.state, "data-kind": way.kind },
      h(
        "div",
        { class: "what" },
        h("b", null, called(way)),
        h("span", { class: way.state === "failed" ? "bad" : "muted" }, doing(way)),
      ),
      h(
        "span",
        { class: "acts" },
        way.state === "on" &&
          h(
            "select",
            {
              "aria-label": t("notices-gather") + ": " + called(way),
              on: {
                change: (e) => attempt(() => post(path(way), { gather: Number(e.target.value) })),
              },
            },
            GATHER.map((n) =>
              h("option", { value: n, selected: n === way.gather }, t("notices-gather-" + n)),
            ),
          ),
        way.state === "on"
          ? [
              press("notices-try", way, () => post(path(way) + "/trial", {}), t("notices-tried")),
              press("notices-stop", way, () => post(path(way), { on: false })),
            ]
          : press("notices-start", way, () => post(path(way), { on: true, lang: lang() })),
        press("notices-remove", way, () => post(path(way), {}, "DELETE")),
      ),
    ),
  );
  const chat = h(
    "div",
    { hidden: true },
    h("label", { for: "way-chat" }, t("notices-chat")),
    h("input", { id: "way-chat", maxlength: 64, inputmode: "numeric", autocomplete: "off" }),
  );
  const url = /** @type {HTMLInputElement} */ (
    h("input", {
      id: "way-url",
      type: "url",
      maxlength: 1000,
      required: true,
      autocomplete: "off",
      placeholder: LIKE.discord,
    })
  );
  return [
    list.length ? h("ul", { class: "ways" }, list) : h("p", { class: "muted" }, t("notices-none")),
    about.secret,
    h(
      "details",
      { class: "another" },
      h("summary", null, t("notices-add")),
      h(
        "form",
        {
          class: "form",
          on: {
            submit: (e) => {
              e.preventDefault();
              attempt(async () => {
                about.made(
                  await post("/api/notices/channels", {
                    kind: typed("way-kind"),
                    url: typed("way-url"),
                    chat: typed("way-chat"),
                    label: typed("way-label"),
                    lang: lang(),
                    ...(about.game && { game: about.game }),
                  }),
                );
              });
            },
          },
        },
        h("label", { for: "way-kind" }, t("notices-kind")),
        h(
          "select",
          {
            id: "way-kind",
            on: {
              change: (e) => {
                chat.hidden = e.target.value !== "telegram";
                url.placeholder = LIKE[e.target.value];
              },
            },
          },
          PROGRAMS.map((kind) => h("option", { value: kind }, t("notices-" + kind))),
        ),
        h("label", { for: "way-url" }, t("notices-url")),
        url,
        chat,
        h("label", { for: "way-label" }, t("notices-label")),
        h("input", {
          id: "way-label",
          maxlength: 60,
          placeholder: t("notices-label-like"),
          autocomplete: "off",
        }),
        h("div", { class: "btns" }, h("button", { class: "btn", id: "way-add" }, t("notices-add-do"))),
      ),
    ),
  ];
}

/** The secret of a new way, shown this once. @param {NewChannelJson} made */
const shown = (made) =>
  made.secret && [
    h("p", null, h("b", null, t("notices-secret"))),
    h("code", { class: "secret", id: "way-secret", tabindex: "0" }, made.secret),
  ];

/** @param {HTMLElement} box @param {() => Promise<(news?: Child, secret?: Child) => void>} again */
function attempts(box, again) {
  /** @type {Child} */ let secret = null;
  return {
    /** @param {NewChannelJson} made */ made: (made) => {
      secret = shown(made) || null;
    },
    /** @param {() => Promise<unknown>} act @param {Child} [well] */
    attempt: async (act, well) => {
      const fault = $(".fault", box);
      put(fault);
      try {
        await act();
        (await again())(well, secret);
        secret = null;
      } catch (x) {
        put(
          fault,
          x instanceof Fault
            ? said(x.message)
            : x instanceof Error && !(x instanceof TypeError)
              ? x.message
              : t("fault-offline"),
        );
      }
    },
  };
}

/** @param {HTMLElement} box @param {NoticesJson} now @param {Child} [news] @param {Child} [secret] */
function draw(box, now, news, secret) {
  const { attempt, made } = attempts(box, async () => {
    const fresh = await get("/api/notices");
    return (news, secret) => draw(box, fresh, news, secret);
  });
  const here = now.channels.some((way) => way.here && way.kind === "push");
  const mailed = now.channels.some((way) => way.kind === "mail");
  const quiet = now.habits.quiet ?? { from: 22 * 60, until: 7 * 60 };
  const add = (
    /** @type {string} */ id,
    /** @type {string} */ label,
    /** @type {() => Promise<unknown>} */ act,
  ) => h("button", { class: "btn", type: "button", id, on: { click: () => attempt(act) } }, t(label));
  const save = async () => {
    const hours = ticked("quiet") ? { from: minute("quiet-from"), until: minute("quiet-until") } : null;
    // Hours of the day need a zone.
    /** @type {TimeJson|null} */ const time = hours && (await get("/api/account/time"));
    if (time && !time.hours)
      await post("/api/account/time", {
        zone: Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC",
        night: null,
        weekends: false,
      });
    await post("/api/notices", {
      off: now.kinds.filter((kind) => !ticked("told-" + kind)),
      quiet: hours,
    });
  };
  put(
    box,
    h("h2", { id: "notices-h" }, t("notices")),
    h(
      "div",
      null,
      h("p", { class: "muted" }, t("notices-why")),
      h("p", { class: "fault bad", role: "alert" }),
      h("p", { class: "well", role: "status" }, news),
      h("h3", null, t("notices-ways")),
      h(
        "div",
        { class: "btns" },
        !here && canPush() && add("push-add", "notices-push-add", () => subscribe(now.push_key)),
        now.mail &&
          now.address &&
          !mailed &&
          add("mail-add", "notices-mail-add", () =>
            post("/api/notices/channels", { kind: "mail", lang: lang(), gather: 60 }),
          ),
      ),
      !canPush() && h("p", { class: "muted" }, t("notices-push-cannot")),
      now.mail && !now.address && h("p", { class: "muted" }, t("notices-mail-first")),
      ways(now.channels, attempt, { secret, made }),
      h(
        "form",
        {
          class: "form",
          on: {
            submit: (e) => {
              e.preventDefault();
              attempt(save, t("account-saved"));
            },
          },
        },
        h("h3", null, t("notices-what")),
        h(
          "div",
          { class: "kinds" },
          now.kinds.map((kind) =>
            h(
              "label",
              { class: "check", for: "told-" + kind },
              h("input", {
                type: "checkbox",
                id: "told-" + kind,
                checked: !now.habits.off.includes(kind),
              }),
              t("notices-kind-" + kind),
            ),
          ),
        ),
        h("h3", null, t("notices-quiet")),
        h(
          "label",
          { class: "check", for: "quiet" },
          h("input", { type: "checkbox", id: "quiet", checked: now.habits.quiet !== null }),
          t("notices-quiet-why"),
        ),
        h(
          "div",
          { class: "pair" },
          h(
            "div",
            null,
            h("label", { for: "quiet-from" }, t("notices-from")),
            h("input", { id: "quiet-from", type: "time", required: true, value: clock(quiet.from) }),
          ),
          h(
            "div",
            null,
            h("label", { for: "quiet-until" }, t("notices-until")),
            h("input", { id: "quiet-until", type: "time", required: true, value: clock(quiet.until) }),
          ),
        ),
        h("div", { class: "btns" }, h("button", { class: "btn", id: "notices-save" }, t("notices-save"))),
      ),
    ),
  );
}

/** The part, for who has an account. */
export async function notices() {
  const box = h("section", { class: "panel", id: "notices", "aria-labelledby": "notices-h" });
  draw(box, await get("/api/notices"));
  return box;
}

/** The ways of a table, for who made it. @param {string} game */
export async function tableWays(game) {
  const box = h("div", { class: "tableways" });
  /** @param {TableNoticesJson} now @param {Child} [news] @param {Child} [secret] */
  const draw = (now, news, secret) => {
    const { attempt, made } = attempts(box, async () => {
      const fresh = await get(`/api/games/${game}/notices`);
      return (news, secret) => draw(fresh, news, secret);
    });
    put(
      box,
      h("p", { class: "fault bad", role: "alert" }),
      h("p", { class: "well", role: "status" }, news),
      ways(now.channels, attempt, { game, secret, made }),
    );
  };
  draw(await get(`/api/games/${game}/notices`));
  return box;
}
