// @ts-check
// One's account: name, password, sessions, tokens for programs, settings, and the way out.
import { Fault, get, post, session } from "./api.js";
import { $, h, put } from "./dom.js";
import { look, titled } from "./due.js";
import { foot } from "./foot.js";
import { switches } from "./shell.js";
import { chime, isSound, setSound } from "./sound.js";
import { fillTexts, lang, loadTexts, person, said, t } from "./text.js";

/**
 * @import { Child } from "./dom.js"
 * @import { NewTokenJson, TokenJson, TokensJson, UserJson } from "./types.d.ts"
 */

/** @type {UserJson} */ let user;
/** @type {TokenJson[]} */ let tokens = [];
/** A token that was made just now: its secret is shown this once. @type {string|null} */ let fresh = null;

/** A day in the reader's language. @param {number} time */
const day = (time) => new Intl.DateTimeFormat(lang(), { dateStyle: "medium" }).format(time);

/** A part of the page. @param {string} id @param {string} kind @param {...Child} children */
const section = (id, kind, ...children) =>
  h(
    "section",
    { class: "panel " + kind, id, "aria-labelledby": id + "-h" },
    h("h2", { id: id + "-h" }, t("account-" + id)),
    h(
      "div",
      null,
      children,
      h("p", { class: "fault bad", role: "alert" }),
      h("p", { class: "well", role: "status" }),
    ),
  );

/**
 * Does something of a part and says there how it went.
 * @param {string} id @param {() => Promise<unknown>} act @param {string} [well] what is said when it went well
 */
async function attempt(id, act, well) {
  const box = $("#" + id);
  put($(".fault", box));
  put($(".well", box));
  try {
    await act();
    if (well) put($(`#${id} .well`), t(well));
    return true;
  } catch (e) {
    put($(`#${id} .fault`), e instanceof Fault ? said(e.message) : t("fault-offline"));
    return false;
  }
}

/** @param {string} id @param {string} label @param {object} props */
const field = (id, label, props) => [h("label", { for: id }, t(label)), h("input", { id, ...props })];

/** @param {string} id @param {string} label @param {object} [extra] */
const submit = (id, label, extra = {}) => h("button", { class: "btn", id, ...extra }, t(label));

/** A form that does not leave the page. @param {() => unknown} act @param {...Child} children */
const form = (act, ...children) =>
  h(
    "form",
    {
      class: "form",
      on: {
        submit: (e) => {
          e.preventDefault();
          act();
        },
      },
    },
    children,
  );

/** What stands in a field. @param {string} id */
const typed = (id) => /** @type {HTMLInputElement} */ ($("#" + id)).value;

const naming = () =>
  section(
    "name",
    "",
    h("p", { class: "muted" }, t(user.guest ? "account-guest" : "account-name-why")),
    form(
      () =>
        attempt(
          "name",
          async () => {
            user = (await post("/api/account/name", { name: typed("new-name") })).user;
            draw();
          },
          "account-saved",
        ),
      field("new-name", "name", {
        maxlength: 40,
        required: true,
        autocomplete: "nickname",
        value: user.name,
      }),
      h("div", { class: "btns" }, submit("save-name", "account-rename")),
    ),
  );

const registering = () =>
  section(
    "register",
    "",
    h("p", { class: "muted" }, t("account-why")),
    form(
      () =>
        attempt("register", async () => {
          user = (await post("/api/account", { name: typed("reg-name"), password: typed("reg-word") })).user;
          await start();
        }),
      field("reg-name", "name", {
        maxlength: 40,
        required: true,
        name: "username",
        autocomplete: "username",
      }),
      field("reg-word", "password", {
        type: "password",
        maxlength: 200,
        required: true,
        name: "password",
        autocomplete: "new-password",
      }),
      h("div", { class: "btns" }, submit("register-me", "create-account", { class: "btn primary" })),
    ),
  );

const password = () =>
  section(
    "password",
    "",
    h("p", { class: "muted" }, t("account-password-why")),
    form(
      () =>
        attempt(
          "password",
          async () => {
            await post("/api/account/password", { old: typed("old-word"), new: typed("new-word") });
            for (const id of ["old-word", "new-word"]) Object.assign($("#" + id), { value: "" });
          },
          "account-saved",
        ),
      // A password store needs to know whose it is.
      h("input", {
        class: "sr",
        tabindex: -1,
        "aria-hidden": "true",
        autocomplete: "username",
        value: user.name,
      }),
      field("old-word", "account-old", {
        type: "password",
        maxlength: 200,
        required: true,
        autocomplete: "current-password",
      }),
      field("new-word", "account-new", {
        type: "password",
        maxlength: 200,
        required: true,
        autocomplete: "new-password",
      }),
      h("div", { class: "btns" }, submit("save-word", "account-change-password")),
    ),
  );

const leave = async (/** @type {string} */ path) => {
  await post(path, {});
  location.href = "/";
};

const sessions = () =>
  section(
    "sessions",
    "",
    h("p", { class: "muted" }, t(user.guest ? "account-sessions-guest" : "account-sessions-why")),
    h(
      "div",
      { class: "btns" },
      !user.guest &&
        h(
          "button",
          {
            class: "btn",
            type: "button",
            id: "log-out",
            on: { click: () => attempt("sessions", () => leave("/api/logout")) },
          },
          t("log-out"),
        ),
      !user.guest &&
        h(
          "button",
          {
            class: "btn",
            type: "button",
            id: "log-out-all",
            on: { click: () => attempt("sessions", () => leave("/api/logout-everywhere")) },
          },
          t("account-everywhere"),
        ),
    ),
  );

const programs = () =>
  section(
    "tokens",
    "",
    h("p", { class: "muted" }, t("account-tokens-why"), " ", h("a", { href: "/api" }, "API")),
    fresh && [
      h("p", null, h("b", null, t("account-token-once"))),
      h("code", { class: "secret", id: "new-token", tabindex: "0" }, fresh),
    ],
    tokens.length > 0 &&
      h(
        "table",
        { class: "t" },
        h(
          "thead",
          null,
          h(
            "tr",
            null,
            h("th", null, t("account-label")),
            h("th", null, t("account-made")),
            h("th", null, t("account-ends")),
            h("th", null, h("span", { class: "sr" }, t("account-revoke"))),
          ),
        ),
        h(
          "tbody",
          null,
          tokens.map((token) =>
            h(
              "tr",
              null,
              h("td", null, h("b", null, token.label || "–")),
              h("td", null, day(token.created)),
              h("td", null, day(token.expires)),
              h(
                "td",
                null,
                h(
                  "button",
                  {
                    class: "btn sm",
                    type: "button",
                    "aria-label": t("account-revoke-this", { label: token.label || token.id }),
                    on: {
                      click: () =>
                        attempt("tokens", async () => {
                          await post("/api/tokens/" + token.id, {}, "DELETE");
                          fresh = null;
                          await reload();
                        }),
                    },
                  },
                  t("account-revoke"),
                ),
              ),
            ),
          ),
        ),
      ),
    form(
      () =>
        attempt("tokens", async () => {
          /** @type {NewTokenJson} */ const made = await post("/api/tokens", { label: typed("token-label") });
          fresh = made.token;
          await reload();
          $("#new-token").focus();
        }),
      field("token-label", "account-label", { maxlength: 60, placeholder: t("account-label-like") }),
      h("div", { class: "btns" }, submit("make-token", "account-make-token")),
    ),
  );

const settings = () =>
  section(
    "settings",
    "",
    h("div", { class: "switches" }, switches(draw, loadTexts)),
    h(
      "label",
      { class: "check" },
      h("input", {
        type: "checkbox",
        id: "sound",
        checked: isSound(),
        on: {
          change: (e) => {
            setSound(e.target.checked);
            if (e.target.checked) chime();
          },
        },
      }),
      t("sound"),
    ),
    "Notification" in self &&
      Notification.permission !== "granted" &&
      h(
        "button",
        {
          class: "btn",
          type: "button",
          id: "notify",
          on: {
            click: async () => {
              const allowed = (await Notification.requestPermission()) === "granted";
              put($("#settings .well"), t(allowed ? "notify-on" : "notify-off"));
            },
          },
        },
        t("notify"),
      ),
    h("p", { class: "muted" }, t("account-settings-why")),
  );

const ending = () =>
  section(
    "delete",
    "danger",
    h("p", null, t("account-delete-why")),
    form(
      () =>
        attempt("delete", async () => {
          await post("/api/account/delete", user.guest ? {} : { password: typed("delete-word") });
          location.href = "/";
        }),
      !user.guest &&
        field("delete-word", "password", {
          type: "password",
          maxlength: 200,
          required: true,
          autocomplete: "current-password",
        }),
      h(
        "label",
        { class: "check", for: "delete-sure" },
        h("input", { type: "checkbox", id: "delete-sure", required: true }),
        t("account-delete-sure"),
      ),
      h("div", { class: "btns" }, submit("delete-me", "account-delete-do")),
    ),
  );

function draw() {
  titled(t("account") + " · Signalbox");
  fillTexts();
  put($("#topnav"), h("a", { href: "/" }, t("games")), switches(draw, loadTexts));
  put(
    $("#main"),
    h("h1", null, t("account"), h("span", { class: "muted" }, " · ", person(user.name))),
    naming(),
    user.guest ? registering() : password(),
    // Further ways to get back in stand here.
    h("div", { id: "account-more", hidden: true }),
    h("div", { id: "account-hours", hidden: true }),
    h("div", { id: "account-notices", hidden: true }),
    // So do what others see, friends, and one's results.
    h("div", { id: "account-people", hidden: true }),
    sessions(),
    programs(),
    settings(),
    ending(),
  );
  put($("#foot"), foot());
  import("./hours.js")
    .then((part) => part.hours())
    .then(
      (part) => $("#account-hours")?.replaceWith(part),
      () => {},
    );
  if (!user.guest)
    import("./notices.js")
      .then((part) => part.notices())
      .then(
        (part) => {
          $("#account-notices")?.replaceWith(part);
          if (location.hash === "#notices") part.scrollIntoView();
        },
        () => {},
      );
  if (!user.guest)
    import("./recovery.js")
      .then((more) => more.recovery())
      .then(
        (part) => $("#account-more")?.replaceWith(part),
        () => {},
      );
  if (!user.guest)
    import("./privacy.js")
      .then((more) => more.privacy(user))
      .then(
        (parts) => {
          $("#account-people")?.replaceWith(...parts);
          if (location.hash === "#privacy") $("#privacy")?.scrollIntoView();
        },
        () => {},
      );
}

async function reload() {
  /** @type {TokensJson} */ const found = await get("/api/tokens");
  tokens = found.tokens;
  draw();
}

async function start() {
  user = await session();
  await reload();
  look();
}

await loadTexts();
try {
  await start();
} catch (e) {
  put(
    $("#main"),
    h("p", { class: "bad", role: "alert" }, t("fault-" + (e instanceof Fault ? e.code : "offline"))),
  );
}
