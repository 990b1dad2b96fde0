// Looking after people: the operators' page, reports and blocks at the table, and getting back in.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { accessible, api, makeGame, noSidewaysScroll, register, table } from "./harness.mjs";

/** @type {any} */ let t;
before(async () => {
  t = await table();
});
after(async () => {
  await t?.close();
});
const quiet = () => assert.deepEqual(t.faults.splice(0), [], "no error in the console");

const open = { title: "18cz", listed: true, seats: [{ kind: "me" }, { kind: "open" }, { kind: "open" }] };
const get = (page, path) => page.evaluate(async (path) => (await fetch(path)).json(), path);
/** Somebody at the operators' page. */
const operator = async (name, options) => {
  const page = await t.person(options);
  await register(page, t.url, name);
  t.admin("operator", name);
  // The server believes for a moment what it knew.
  await page.waitForFunction(async () => (await (await fetch("/api/session")).json()).user.operator);
  await page.goto(t.url + "/operator");
  await page.waitForSelector("#trail");
  return page;
};
const because = async (page, why) => {
  await page.fill("#ask-why", why);
  await page.click("#ask-do");
  await page.waitForFunction(() => !document.querySelector("#ask[open]"));
};

test("a line of chat is reported, folded away, and removed by an operator", async () => {
  const anna = await t.person(),
    ben = await t.person();
  const game = await makeGame(anna, t.url, open);
  await ben.goto(`${t.url}/game/${game.id}`);
  await ben.waitForSelector("#menu");
  await api(ben, `/api/games/${game.id}/join`, {});
  await api(ben, `/api/games/${game.id}/chat`, { text: "a rude word" });
  await anna.goto(`${t.url}/game/${game.id}`);
  await anna.waitForSelector("#menu");
  const chat = async () => {
    await anna.click("#menu");
    await anna.click("#menu-drawer-chat");
    await anna.waitForSelector(".chatlog li");
  };
  await chat();
  await anna.click(".chatlog li .btn");
  await anna.waitForSelector("#neighbours[open]");
  await accessible(anna, "what can be done about a line");
  await anna.click("#report-line");
  await anna.fill("#report-why", "rude");
  await accessible(anna, "a report");
  await anna.click("#report-send");
  await anna.waitForFunction(() => !document.querySelector("#neighbours[open]"));
  await anna.click(".chatlog li .btn");
  await anna.click("#block");
  await anna.waitForSelector(".chatlog details");
  assert.equal(await anna.$eval(".chatlog details", (d) => d.open), false, "folded away");
  const list = await get(anna, "/api/blocks");
  assert.equal(list.blocks.length, 1);
  // The same in a drawer of its own.
  await anna.click("#talk-close");
  await anna.click("#menu");
  await anna.click("#menu-drawer-neighbours");
  await anna.waitForSelector(".neighbour");
  await accessible(anna, "block or report");

  const boss = await operator("Boss One");
  await boss.waitForSelector("#reports .report");
  assert.match(await boss.textContent("#reports .report"), /a rude word/);
  await accessible(boss, "operators' page with a report");
  await boss.click("#reports [id^=line-]");
  await because(boss, "rude");
  await boss.click("#reports [id^=settle-]");
  await because(boss, "removed");
  await boss.waitForFunction(() => !document.querySelector("#reports .report"));
  assert.match(await boss.textContent("#trail"), /Line removed[^]*a rude word[^]*rude/);
  await anna.click("#drawer-close");
  await chat();
  await anna.waitForFunction(() =>
    /Removed by an operator/.test(document.querySelector(".chatlog").textContent),
  );
  assert.doesNotMatch(await anna.textContent(".chatlog"), /a rude word/);
  quiet();
});

test("an operator closes the door, makes a code, bans, renames, closes a game", async () => {
  const boss = await operator("Boss Two");
  await boss.click("#door-invited");
  await boss.waitForSelector("#door-invited[aria-pressed=true]");
  await boss.click("#code-make");
  await boss.waitForSelector("#code-fresh");
  const code = await boss.textContent("#code-fresh");
  const anna = await t.person();
  await anna.goto(t.url + "/");
  await anna.click(".who");
  await anna.waitForSelector("#ac-code");
  await accessible(anna, "the account's dialog with a code");
  await anna.fill("#ac-name", "Zora");
  await anna.fill("#ac-word", "correct horse");
  await anna.click("#ac-create");
  await anna.waitForFunction(() =>
    /invitation code/.test(document.querySelector("#account .fault").textContent),
  );
  await anna.fill("#ac-code", code);
  await anna.click("#ac-create");
  await anna.waitForFunction(() => document.querySelector(".who").textContent === "Zora");
  await boss.click("#door-open");
  await boss.waitForSelector("#door-open[aria-pressed=true]");
  const game = await makeGame(anna, t.url, open);
  await boss.fill("#game-id", `${t.url}/game/${game.id}?at=3`);
  await boss.click("#game-look");
  await boss.waitForSelector("#close-game");
  await boss.click("#close-game");
  await because(boss, "no game");
  assert.equal((await get(anna, `/api/games/${game.id}`)).state, "abandoned");
  await boss.fill("#find", "zor");
  await boss.click("#find-do");
  await boss.click("#people [id^=rename-]");
  await boss.fill("#ask-name", "Dora");
  await because(boss, "rude");
  assert.equal((await get(anna, "/api/session")).user.name, "Dora");
  await boss.click("#people [id^=ban-]");
  await boss.fill("#ask-days", "3");
  await because(boss, "rude");
  await boss.waitForSelector("#bans [id^=lift-]");
  assert.equal((await get(anna, "/api/session")).user, null);
  await accessible(boss, "operators' page with bans");
  await boss.click("#bans [id^=lift-]");
  await because(boss, "sorry");
  await boss.waitForFunction(() => !document.querySelector("#bans [id^=lift-]"));
  quiet();
});

test("the operators' page fits a phone, in every language, and is nobody else's", async () => {
  const phone = { width: 390, height: 844, touch: true };
  const boss = await operator("Boss Three", { ...phone, theme: "dark" });
  for (const lang of ["en", "cs", "ru", "de"]) {
    await boss.goto(`${t.url}/operator?lang=${lang}`);
    await boss.waitForSelector("#trail tr");
    await noSidewaysScroll(boss, "operators " + lang);
  }
  await accessible(boss, "operators' page on a phone");
  const anna = await t.person(phone);
  await anna.goto(t.url + "/operator");
  await anna.waitForSelector("#main .panel");
  assert.match(await anna.textContent("#main"), /for the operators of this server/);
  assert.equal(await anna.$("#trail"), null);
  quiet();
});

test("a recovery code sets a new password", async () => {
  const anna = await t.person({ width: 390, height: 844, touch: true });
  await register(anna, t.url, "Vera");
  await anna.reload();
  await anna.click(".who");
  await anna.click("#ac-recovery");
  await anna.fill("#codes-word", "correct horse");
  await anna.click("#recovery .btn");
  await anna.waitForSelector("#recovery-codes li");
  await accessible(anna, "ten codes");
  await noSidewaysScroll(anna, "ten codes");
  const codes = await anna.$$eval("#recovery-codes code", (all) => all.map((c) => c.textContent));
  assert.equal(codes.length, 10);
  assert.match(await anna.textContent("#recovery"), /10 codes are left/);
  const away = await t.person({ width: 390, height: 844, touch: true });
  await away.goto(t.url + "/");
  await away.click(".who");
  await away.click("#ac-lost");
  await away.waitForSelector("#code-code");
  await accessible(away, "getting back in");
  await noSidewaysScroll(away, "getting back in");
  await away.fill("#code-name", "Vera");
  await away.fill("#code-code", "wrong");
  await away.fill("#code-new", "battery staple");
  await away.click("#recover-code .btn");
  await away.waitForFunction(() =>
    /does not work/.test(document.querySelector("#recover-code .fault").textContent),
  );
  await away.fill("#code-code", codes[3]);
  await away.click("#recover-code .btn");
  await away.waitForFunction(() => document.querySelector(".who")?.textContent === "Vera");
  await away.goto(t.url + "/recover?fault=trip");
  await away.waitForSelector("#main [role=alert]");
  assert.match(await away.textContent("#main"), /another browser/);
  quiet();
});
