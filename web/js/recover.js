// @ts-check
// Getting back in: with a code, with a link that came by mail, and why the login of a provider failed.
import { Fault, get, post } from "./api.js";
import { $, h, put } from "./dom.js";
import { recovery } from "./recovery.js";
import { foot } from "./foot.js";
import { switches } from "./shell.js";
import { fillTexts, has, lang, loadTexts, said, t } from "./text.js";

/**
 * @import { Child } from "./dom.js"
 * @import { DoorJson, SessionJson } from "./types.d.ts"
 */

/** @type {DoorJson} */ let door;
/** Whether somebody with an account is logged in. */
let account = false;
/** Words of a link stand behind the #: they are sent to nobody. */
const words = new URLSearchParams(location.hash.slice(1));
/** What became of a letter that was to be confirmed. @type {Child} */ let confirmed = null;

/** What stands in a field. @param {string} id */
const typed = (id) => /** @type {HTMLInputElement} */ ($("#" + id)).value;

/** @param {string} id @param {string} label @param {object} [props] */
const field = (id, label, props = {}) => [
  h("label", { for: id }, t(label)),
  h("input", { id, required: true, ...props }),
];
const named = (/** @type {string} */ id) =>
  field(id, "recover-name", { maxlength: 200, name: "username", autocomplete: "username" });
const fresh = (/** @type {string} */ id) =>
  field(id, "recover-new", {
    type: "password",
    minlength: 8,
    maxlength: 200,
    name: "password",
    autocomplete: "new-password",
  });

/**
 * A part with a form; what it did is said below it.
 * @param {string} id @param {() => Promise<Child>} act @param {string} label @param {...Child} children
 */
function part(id, act, label, ...children) {
  const fault = h("p", { class: "fault bad", role: "alert" }),
    well = h("p", { role: "status" });
  const submit = async (/** @type {Event} */ e) => {
    e.preventDefault();
    put(fault);
    put(well);
    try {
      put(well, await act());
    } catch (x) {
      put(fault, x instanceof Fault ? said(x.message) : t("fault-offline"));
    }
  };
  return h(
    "section",
    { class: "panel pad", id, "aria-labelledby": id + "-h" },
    h("h2", { id: id + "-h" }, t(id)),
    h("p", { class: "muted" }, t(id + "-why")),
    h(
      "form",
      { class: "form", on: { submit } },
      children,
      h("div", { class: "act" }, h("button", { class: "btn primary" }, t(label))),
    ),
    fault,
    well,
  );
}

const home = () => {
  location.href = "/";
  return t("recover-done");
};

const byLink = () =>
  part(
    "recover-link",
    async () => {
      await post("/api/recover/word", { word: words.get("word"), password: typed("link-new") });
      return home();
    },
    "recover-set",
    fresh("link-new"),
  );

const byCode = () =>
  part(
    "recover-code",
    async () => {
      await post("/api/recover/code", {
        name: typed("code-name"),
        code: typed("code-code"),
        password: typed("code-new"),
      });
      return home();
    },
    "recover-set",
    named("code-name"),
    field("code-code", "recover-code-field", { maxlength: 40, autocomplete: "off", spellcheck: "false" }),
    fresh("code-new"),
  );

const byMail = () =>
  part(
    "recover-mail",
    async () => {
      await post("/api/recover/mail", { name: typed("mail-name"), lang: lang() });
      return t("recover-sent");
    },
    "recover-send",
    named("mail-name"),
  );

async function draw() {
  // Who is logged in prepares for the day when he is not.
  const own = account && !words.get("word") ? await recovery() : null;
  document.title = t("recover") + " · Signalbox";
  fillTexts();
  put($("#topnav"), switches(draw, loadTexts));
  const fault = new URLSearchParams(location.search).get("fault");
  put(
    $("#main"),
    h("h1", null, t("recover")),
    fault &&
      has("recover-fault-" + fault) &&
      h("p", { class: "panel pad bad", role: "alert" }, t("recover-fault-" + fault)),
    confirmed && h("p", { class: "panel pad", role: "status" }, confirmed),
    words.get("word") && byLink(),
    own,
    !words.get("word") && !confirmed && !own && [byCode(), door.mail && byMail()],
    !door.mail && !own && h("p", { class: "muted" }, t("recover-operator")),
    h("p", null, h("a", { href: "/" }, t("recover-home"))),
  );
  put($("#foot"), foot());
}

await loadTexts();
door = await get("/api/door");
/** @type {SessionJson} */ const { user } = await get("/api/session");
account = !!user && !user.guest;
const mail = words.get("mail");
if (mail)
  try {
    await post("/api/recover/confirm", { word: mail });
    confirmed = t("recover-confirmed");
  } catch (e) {
    confirmed = e instanceof Fault ? said(e.message) : t("fault-offline");
  }
await draw();
