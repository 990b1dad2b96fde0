// The page of one's account.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { accessible, api, noSidewaysScroll, table } from "./harness.mjs";

let t;
before(async () => {
  t = await table();
});
after(async () => {
  await t.close();
  assert.deepEqual(t.faults, []);
});

const said = (page, id, kind, text) =>
  page.waitForFunction(
    ([id, kind, text]) => document.querySelector(`#${id} .${kind}`)?.textContent.includes(text),
    [id, kind, text],
  );

/** A person who took a name and a password on the page. */
async function registered(name, size) {
  const page = await t.person(size);
  await page.goto(t.url + "/account");
  await page.fill("#reg-name", name);
  await page.fill("#reg-word", "correct horse");
  await page.click("#register-me");
  await page.waitForSelector("#old-word");
  return page;
}

test("name and password are changed, and a wrong one is said beside its field", async () => {
  const page = await registered("Zuzana");
  await page.fill("#new-name", "Zuzana K.");
  await page.click("#save-name");
  await said(page, "name", "well", "Saved");
  assert.equal((await api(page, "/api/session")).body.user.name, "Zuzana K.");
  await page.fill("#old-word", "wrong horse");
  await page.fill("#new-word", "another horse");
  await page.click("#save-word");
  await said(page, "password", "fault", "wrong");
  await page.fill("#old-word", "correct horse");
  await page.fill("#new-word", "short");
  await page.click("#save-word");
  await said(page, "password", "fault", "Length of a password");
  await page.fill("#new-word", "another horse");
  await page.click("#save-word");
  await said(page, "password", "well", "Saved");
  const login = { name: "Zuzana K.", password: "another horse" };
  assert.equal((await api(page, "/api/login", login)).status, 200);
  await page.context().close();
});

test("a token is shown once, works, and is revoked", async () => {
  const page = await registered("Yvona");
  await page.fill("#token-label", "my bot");
  await page.click("#make-token");
  await page.waitForSelector("#new-token");
  const token = await page.textContent("#new-token");
  const asked = () =>
    fetch(t.url + "/api/session", { headers: { authorization: "Bearer " + token } }).then((x) => x.json());
  assert.equal((await asked()).user.name, "Yvona");
  await page.reload();
  await page.waitForSelector("#tokens td b");
  assert.equal(await page.$("#new-token"), null);
  await page.click("#tokens tbody .btn");
  await page.waitForFunction(() => !document.querySelector("#tokens tbody"));
  assert.equal((await asked()).user, null);
  await page.context().close();
});

test("logging out everywhere ends the other browser's session", async () => {
  const page = await registered("Xaver"),
    other = await t.person();
  await other.goto(t.url + "/");
  await other.waitForSelector("#play");
  assert.equal((await api(other, "/api/login", { name: "Xaver", password: "correct horse" })).status, 200);
  await page.click("#log-out-all");
  await page.waitForSelector("#play");
  await page.waitForFunction(async () => (await (await fetch("/api/session")).json()).user?.name !== "Xaver");
  assert.notEqual((await api(other, "/api/session")).body.user?.name, "Xaver");
  await page.context().close();
  await other.context().close();
});

test("an account is deleted with its password and a sure hand only", async () => {
  const page = await registered("Wanda");
  await page.fill("#delete-word", "correct horse");
  await page.click("#delete-me");
  assert.ok((await page.url()).endsWith("/account"), "without the tick nothing happens");
  await page.check("#delete-sure");
  await page.fill("#delete-word", "wrong horse");
  await page.click("#delete-me");
  await said(page, "delete", "fault", "wrong");
  await page.fill("#delete-word", "correct horse");
  await page.click("#delete-me");
  await page.waitForSelector("#play");
  const again = await api(page, "/api/login", { name: "Wanda", password: "correct horse" });
  assert.equal(again.status, 401);
  await page.context().close();
});

test("nothing in the dialog of the account moves once it is open", async () => {
  const page = await t.person();
  // What depends on the house comes late here.
  await page.route("**/api/door", async (route) => {
    await new Promise((done) => setTimeout(done, 600));
    await route.continue();
  });
  await page.goto(t.url + "/");
  await page.waitForSelector("#play");
  const answered = page.waitForResponse("**/api/door");
  await page.click("#topnav .who");
  const link = page.locator("#account a[href='/account']");
  await link.waitFor();
  const before = await link.boundingBox();
  await answered;
  await page.waitForSelector("#ac-lost");
  assert.deepEqual(await link.boundingBox(), before);
  await page.context().close();
});

test("settings are kept, and the sound is off at first", async () => {
  const page = await t.person();
  await page.goto(t.url + "/");
  await page.waitForSelector("#play");
  await page.click("#topnav .who");
  await page.click("#account a[href='/account']");
  await page.waitForSelector("#sound");
  assert.equal(await page.isChecked("#sound"), false);
  await page.check("#sound");
  await page.selectOption("#settings .langsel", "de");
  await page.waitForFunction(() => document.documentElement.lang === "de");
  await page.reload();
  await page.waitForSelector("#sound");
  assert.equal(await page.isChecked("#sound"), true);
  assert.equal(await page.textContent("#settings-h"), "Einstellungen");
  await page.context().close();
});

for (const size of [
  { width: 1440, height: 900 },
  { width: 390, height: 844, touch: true, theme: "dark" },
])
  test(`the page is for everybody, at ${size.width} px`, async () => {
    const page = await registered("Vera " + size.width, size);
    await accessible(page, "account");
    await noSidewaysScroll(page, "account");
    await page.context().close();
  });
