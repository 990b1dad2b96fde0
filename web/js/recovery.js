// @ts-check
// The part of the account's page about getting back in: codes for paper, a mail address, the login of a provider.
import { Fault, get, post } from "./api.js";
import { $, h, put } from "./dom.js";
import { lang, said, t } from "./text.js";

/**
 * @import { Child } from "./dom.js"
 * @import { CodesJson, DoorJson, RecoveryJson } from "./types.d.ts"
 */

/** What stands in a field. @param {string} id */
const typed = (id) => /** @type {HTMLInputElement} */ ($("#" + id)).value;

/** The password once more, if there is one. @param {string} id @param {RecoveryJson} now */
const again = (id, now) =>
  now.password && [
    h("label", { for: id }, t("recovery-password")),
    h("input", { id, type: "password", maxlength: 200, required: true, autocomplete: "current-password" }),
  ];

/** Codes that were made just now: they are shown this once. @param {string[]} codes */
const sheet = (codes) => [
  h("p", null, t("recovery-codes-once")),
  h(
    "ol",
    { class: "codes", id: "recovery-codes" },
    codes.map((code) => h("li", null, h("code", null, code))),
  ),
  h(
    "button",
    {
      class: "btn",
      type: "button",
      on: { click: () => navigator.clipboard?.writeText(codes.join("\n")).catch(() => {}) },
    },
    t("recovery-copy"),
  ),
];

/** @param {HTMLElement} box @param {DoorJson} door @param {RecoveryJson} now @param {Child} [news] */
function draw(box, door, now, news) {
  const fault = h("p", { class: "fault bad", role: "alert" });
  const form = (
    /** @type {() => Promise<Child>} */ act,
    /** @type {string} */ label,
    /** @type {Child[]} */ ...children
  ) =>
    h(
      "form",
      {
        class: "form",
        on: {
          submit: async (e) => {
            e.preventDefault();
            put(fault);
            try {
              const news = await act();
              draw(box, door, await get("/api/account/recovery"), news);
            } catch (x) {
              put(fault, x instanceof Fault ? said(x.message) : t("fault-offline"));
            }
          },
        },
      },
      children,
      h("div", { class: "act" }, h("button", { class: "btn" }, t(label))),
    );
  const password = (/** @type {string} */ id) => (now.password ? typed(id) : "");
  put(
    box,
    h("h2", { id: "recovery-h" }, t("recovery")),
    h("p", { class: "muted" }, t("recovery-why")),
    h("div", { id: "recovery-news", role: "status" }, news),
    fault,
    h("h3", null, t("recovery-codes")),
    h("p", null, t("recovery-left", { n: now.codes })),
    form(
      async () => {
        /** @type {CodesJson} */ const made = await post("/api/account/recovery", {
          password: password("codes-word"),
        });
        return sheet(made.codes);
      },
      "recovery-make",
      again("codes-word", now),
    ),
    (door.mail || now.mail) && [
      h("h3", null, t("recovery-mail")),
      h("p", null, now.mail ? t("recovery-mail-is", { mail: now.mail }) : t("recovery-mail-none")),
      door.mail &&
        form(
          async () => {
            await post("/api/account/mail", {
              mail: typed("mail-address"),
              password: password("mail-word"),
              lang: lang(),
            });
            return t("recovery-mail-sent");
          },
          "recovery-mail-set",
          h("label", { for: "mail-address" }, t("recovery-mail-address")),
          h("input", {
            id: "mail-address",
            type: "email",
            maxlength: 200,
            required: true,
            autocomplete: "email",
          }),
          again("mail-word", now),
        ),
      now.mail &&
        form(
          async () => {
            await post("/api/account/mail", { password: password("mail-gone-word") });
            return t("recovery-mail-gone");
          },
          "recovery-mail-remove",
          again("mail-gone-word", now),
        ),
    ],
    door.provider && [
      h("h3", null, door.provider),
      now.provider
        ? h("p", null, t("recovery-provider", { name: door.provider }))
        : h(
            "a",
            { class: "btn", href: "/api/oidc/login" },
            t("recovery-provider-tie", { name: door.provider }),
          ),
    ],
  );
}

/** The part, for who has an account. */
export async function recovery() {
  const box = h("section", { class: "panel pad", id: "recovery", "aria-labelledby": "recovery-h" });
  const [door, now] = await Promise.all([get("/api/door"), get("/api/account/recovery")]);
  draw(box, door, now);
  return box;
}
