// @ts-check
// What every page has: language, colours, the name of who is here.
import { Fault } from "./api.js";
import { $, h, put } from "./dom.js";
import { LANGUAGES, LANGUAGE_NAMES, lang, person, said, t } from "./text.js";

/** @import { UserJson } from "./types.d.ts" */

// The worker keeps the last games to be looked at without a connection, and makes the page an app.
if (isSecureContext) navigator.serviceWorker?.register("/sw.js").catch(() => {});

/** The sign of the house. */
export const LOGO = "/logo.svg";

/** Light, dark or as the system says. */
export function setTheme(/** @type {string} */ theme) {
  if (theme === "auto") {
    localStorage.removeItem("theme");
    delete document.documentElement.dataset.theme;
  } else {
    localStorage.setItem("theme", theme);
    document.documentElement.dataset.theme = theme;
  }
}

export const isDark = () =>
  document.documentElement.dataset.theme === "dark" ||
  (!document.documentElement.dataset.theme && matchMedia("(prefers-color-scheme:dark)").matches);

/** Whether colours for the colour-blind are on. */
export const isSafePalette = () => document.documentElement.dataset.palette === "cb";

/** @param {boolean} on */
export function setPalette(on) {
  if (on) {
    localStorage.setItem("palette", "cb");
    document.documentElement.dataset.palette = "cb";
  } else {
    localStorage.removeItem("palette");
    delete document.documentElement.dataset.palette;
  }
}

/**
 * Switches of a page's head: language, colours.
 * @param {() => void} again draws the page anew @param {(code: string) => Promise<void>} load
 */
export function switches(again, load) {
  const select = h(
    "select",
    {
      class: "langsel",
      "aria-label": t("language"),
      on: {
        change: async (e) => {
          localStorage.setItem("lang", e.target.value);
          await load(e.target.value);
          again();
        },
      },
    },
    LANGUAGES.map((code) =>
      h(
        "option",
        { value: code, lang: code, selected: code === lang() },
        LANGUAGE_NAMES[/** @type {keyof typeof LANGUAGE_NAMES} */ (code)],
      ),
    ),
  );
  const dark = h(
    "button",
    {
      class: "btn quiet ic",
      type: "button",
      "aria-label": t("theme"),
      title: t("theme"),
      "aria-pressed": String(isDark()),
      on: {
        click: () => {
          setTheme(isDark() ? "light" : "dark");
          dark.setAttribute("aria-pressed", String(isDark()));
        },
      },
    },
    "◐",
  );
  const safe = h(
    "button",
    {
      class: "btn quiet ic",
      type: "button",
      "aria-label": t("palette"),
      title: t("palette"),
      "aria-pressed": String(isSafePalette()),
      on: {
        click: () => {
          setPalette(!isSafePalette());
          safe.setAttribute("aria-pressed", String(isSafePalette()));
        },
      },
    },
    h("span", { class: "cbdots", "aria-hidden": "true" }, h("i"), h("i"), h("i")),
  );
  return [select, safe, dark];
}

/**
 * Account: guests may take a name and a password, others log in or out.
 * @param {UserJson|null} user @param {typeof import("./api.js").post} post @param {() => void} again
 */
export function accountButton(user, post, again) {
  const dialog =
    $("#account") ||
    document.body.appendChild(
      h("dialog", { id: "account", class: "dialog", "aria-labelledby": "account-h" }),
    );
  const send = async (/** @type {string} */ path, /** @type {object} */ body) => {
    const fault = $(".fault", dialog);
    try {
      await post(path, body);
      dialog.close();
      again();
    } catch (e) {
      put(fault, e instanceof Fault ? said(e.message) : t("fault-offline"));
    }
  };
  let opening = false;
  // The dialog opens when all of it is known: what came later would move what somebody is about to press.
  const open = async () => {
    if (opening || dialog.open) return;
    opening = true;
    const house = user && !user.guest ? null : await import("./door.js").catch(() => null);
    const door = house && (await house.door());
    opening = false;
    if (dialog.open) return;
    const name = h("input", {
      id: "ac-name",
      name: "username",
      autocomplete: "username",
      maxlength: 40,
      value: user && !user.guest ? user.name : "",
    });
    const word = h("input", {
      id: "ac-word",
      type: "password",
      name: "password",
      autocomplete: user?.guest === false ? "current-password" : "new-password",
      maxlength: 200,
    });
    put(
      dialog,
      h(
        "form",
        { method: "dialog", class: "form", on: { submit: (e) => e.preventDefault() } },
        h("h2", { id: "account-h" }, t("account")),
        user && !user.guest
          ? [
              h("p", null, t("signed-in", { name: person(user.name) })),
              h("p", null, h("a", { href: "/player/" + user.id, id: "ac-player" }, t("player-mine"))),
              h("p", null, h("a", { href: "/account" }, t("account-page"))),
              h("p", null, h("a", { href: "/recover", id: "ac-recovery" }, t("recovery"))),
              user.operator && h("p", null, h("a", { href: "/operator" }, t("op-title"))),
              h(
                "div",
                { class: "act" },
                h("button", { class: "btn", on: { click: () => send("/api/logout", {}) } }, t("log-out")),
                h("button", { class: "btn quiet", on: { click: () => dialog.close() } }, t("close")),
              ),
            ]
          : [
              h("p", null, t("account-why"), " ", h("a", { href: "/account" }, t("account-page"))),
              h("label", { for: "ac-name" }, t("name")),
              name,
              h("label", { for: "ac-word" }, t("password")),
              word,
              h("div", { class: "form", id: "ac-doors" }, house?.ways(door)),
              h("p", { class: "fault bad", role: "alert" }),
              h(
                "div",
                { class: "act" },
                h(
                  "button",
                  {
                    class: "btn primary",
                    id: "ac-create",
                    hidden: door?.registration === "closed",
                    on: {
                      click: () => {
                        const code = /** @type {HTMLInputElement|null} */ ($("#ac-code"))?.value || null;
                        return send("/api/account", { name: name.value, password: word.value, code });
                      },
                    },
                  },
                  t("create-account"),
                ),
                h(
                  "button",
                  {
                    class: "btn",
                    on: {
                      click: () =>
                        send("/api/login", {
                          name: name.value,
                          password: word.value,
                          keep_guest_games: true,
                        }),
                    },
                  },
                  t("log-in"),
                ),
                h(
                  "button",
                  { class: "btn quiet", type: "button", on: { click: () => dialog.close() } },
                  t("close"),
                ),
              ),
            ],
      ),
    );
    dialog.showModal();
  };
  return h(
    "button",
    { class: "btn quiet who", type: "button", on: { click: open } },
    user ? person(user.name) : t("log-in"),
  );
}

let told = -1;
/**
 * Tells who looks elsewhere that it is their turn, if they asked for it.
 * @param {boolean} mine @param {number} at moves made @param {string} text
 */
export function tell(mine, at, text) {
  if (!mine || !document.hidden || at === told || self.Notification?.permission !== "granted") return;
  told = at;
  try {
    const note = new Notification("Signalbox", { body: text, tag: location.pathname, icon: LOGO });
    note.onclick = () => {
      focus();
      note.close();
    };
  } catch {
    // Some phones allow notices to workers only; the title of the page tells it too.
  }
}
