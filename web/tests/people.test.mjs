// Pages of players, the archive, friends, and games that wait for one's decision.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { accessible, api, makeGame, noSidewaysScroll, register, table } from "./harness.mjs";

let t;
before(async () => {
  t = await table();
});
after(async () => {
  await t.close();
  assert.deepEqual(t.faults, []);
});

const account = async (name, size) => register(await t.person(size), t.url, name);

/** A game of two people, started. */
async function pair(one, two, more = {}) {
  const game = await makeGame(one, t.url, {
    title: "18lilliput",
    listed: true,
    bot_pause: 0,
    seats: [{ kind: "me" }, { kind: "open" }],
    ...more,
  });
  await api(two, `/api/games/${game.id}/join`, { invite: game.invite });
  await api(one, `/api/games/${game.id}/start`, {});
  return game.id;
}

/** Both leave the game to bots that move at random, and it comes to its end. */
async function playOut(people, id) {
  for (const page of people) await api(page, `/api/games/${id}/leave`, { bot: "random" });
  for (let i = 0; ; i++) {
    const { games } = (await api(people[0], "/api/archive")).body;
    if (games.some((g) => g.id === id)) return;
    assert.ok(i < 600, "the game does not end");
    await people[0].waitForTimeout(100);
  }
}

test("the page of a player tells results and rating, and is hidden when he wants it", async () => {
  const anna = await account("Anna"),
    ben = await account("Ben");
  await playOut([anna, ben], await pair(anna, ben));
  const rated = async () =>
    (await api(ben, "/api/players/Anna")).body.ratings.find((r) => r.pool === "people")?.rating.games === 1;
  for (let i = 0; !(await rated()) && i < 100; i++) await ben.waitForTimeout(100);
  await ben.goto(t.url + "/player/Anna");
  await ben.waitForSelector(".title-results");
  assert.match(await ben.textContent("h1"), /Anna/);
  assert.match(await ben.textContent(".rating"), /people only.*provisional/s);
  assert.equal(await ben.locator(".over").count(), 1);
  await accessible(ben, "player");
  await ben.click("#befriend");
  await ben.waitForFunction(() => document.querySelector("#befriend")?.textContent.includes("Remove"));
  await ben.click("#block");
  await ben.waitForFunction(() => document.querySelector("#block")?.textContent.includes("Unblock"));
  await ben.click("#block");
  await ben.waitForFunction(() => document.querySelector("#block")?.textContent === "Block");
  await ben.click("#report");
  await ben.fill("#report-why", "a rude name");
  await ben.click("#report-send");
  await ben.waitForSelector("text=The report is sent");
  assert.match(t.admin("reports"), /a rude name/);
  // A friend's open table comes first and says so.
  for (const page of [ben, anna])
    await makeGame(page, t.url, {
      title: "18lilliput",
      listed: true,
      seats: [{ kind: "me" }, { kind: "open" }],
    });
  await api(anna, "/api/games", { title: "1889", listed: true, seats: [{ kind: "me" }, { kind: "open" }] });
  await ben.goto(t.url + "/");
  await ben.waitForSelector("#tab-open");
  await ben.click("#tab-open");
  await ben.waitForSelector(".terms .mine");
  assert.match(await ben.textContent(".games .game:first-child .terms"), /Friends here: Anna/);
  // Hidden by the page of the account.
  await anna.goto(t.url + "/account#privacy");
  await anna.waitForSelector("#hide_page");
  await accessible(anna, "account");
  await anna.click("#hide_page");
  await anna.waitForFunction(() => document.querySelector("#privacy .well")?.textContent);
  await ben.goto(t.url + "/player/Anna");
  await ben.waitForSelector("h1");
  assert.match(await ben.textContent("h1"), /No such player/);
  await anna.goto(t.url + "/player/Anna");
  await anna.waitForSelector(".whois .badge");
  await anna.context().close();
  await ben.context().close();
});

test("the archive finds games and shows what they say about a title", async () => {
  const one = await account("Cora"),
    two = await account("Dan");
  for (let i = 0; i < 5; i++) await playOut([one, two], await pair(one, two));
  for (let i = 0; i < 700; i++) {
    if ((await api(one, "/api/titles/18lilliput/statistics")).body.games >= 5) break;
    await one.waitForTimeout(100);
  }
  await one.goto(t.url + "/archive?title=18lilliput");
  await one.waitForSelector(".over");
  await one.waitForSelector(".charts .chart");
  assert.equal(await one.locator(".charts .chart").count(), 5);
  await accessible(one, "archive");
  await one.fill("#f-player", "Cora");
  await one.press("#f-player", "Enter");
  await one.waitForSelector("#f-result");
  await one.waitForFunction(() => document.querySelectorAll(".over").length === 5);
  await one.selectOption("#f-result", "won");
  await one.waitForFunction(() =>
    [...document.querySelectorAll(".over")].every((o) => o.querySelector(".won.me")),
  );
  assert.match(one.url(), /player=Cora&result=won/);
  await one.fill("#f-shortest", "99999");
  await one.press("#f-shortest", "Enter");
  await one.waitForSelector("#found .empty");
  await one.click("#clear");
  await one.waitForSelector(".over");
  assert.ok(!one.url().includes("?"));
  // What became of their openings stands on the page of the title.
  await one.goto(t.url + "/archive?title=18lilliput");
  await one.click("#to-openings");
  await one.waitForSelector("#openings .otable");
  assert.equal(await one.locator("#openings .otable").count(), 4);
  assert.match(await one.textContent("#openings-kind"), /2 players · [5-9] games/);
  assert.match(await one.textContent("#openings .otable"), /few games/);
  await one.context().close();
  await two.context().close();
});

test("pages of people fit every screen in every language", async () => {
  for (const [lang, size] of [
    ["en", { width: 390, height: 844, touch: true }],
    ["de", { width: 390, height: 844, touch: true }],
    ["ru", { width: 390, height: 844, touch: true }],
    ["cs", { width: 820, height: 1180 }],
  ]) {
    const page = await t.person({ ...size, lang });
    for (const path of ["/archive?title=18lilliput", "/player/Cora"]) {
      await page.goto(t.url + path);
      await page.waitForSelector(".over");
      await noSidewaysScroll(page, `${path} ${lang}`);
    }
    await page.context().close();
  }
});

test("the tab counts the games that wait, and the table leads to the next one", async () => {
  const one = await account("Eva"),
    two = await account("Filip");
  const ids = [await pair(one, two), await pair(one, two), await pair(one, two)];
  const due = async (page) => (await api(page, "/api/waiting")).body;
  let [me, other] = (await due(one)).count >= 2 ? [one, two] : [two, one];
  const n = (await due(me)).count;
  await me.goto(t.url + "/");
  await me.waitForFunction((n) => document.title === `(${n}) Signalbox`, n);
  // What waits comes first, whatever happened last.
  await me.waitForFunction((n) => document.querySelectorAll(".game.turn").length === n, n);
  const turns = await me.$$eval(".games .game", (all) => all.map((g) => g.classList.contains("turn")));
  assert.deepEqual(
    turns,
    [...turns].sort((a, b) => Number(b) - Number(a)),
  );
  // A game in which the other must decide leads to one that waits.
  const first = (await due(me)).games[0].id,
    rest = ids.filter((id) => id !== first);
  await me.goto(`${t.url}/game/${first}`);
  await me.waitForSelector("#dtitle");
  await me.waitForFunction((n) => document.title.startsWith(`(${n}) ● `), n);
  for (let i = 0; i < 20 && (await due(me)).games.some((g) => g.id === first); i++) {
    const { body } = await api(me, `/api/games/${first}/choices`);
    const move = body.groups.flatMap((g) => g.choices)[0].move;
    await api(me, `/api/games/${first}/moves`, { after: body.after, move });
  }
  await me.waitForSelector("#go-next");
  await me.waitForFunction((n) => document.title.startsWith(`(${n - 1}) `), n);
  await me.click("#go-next");
  await me.waitForURL(/\/game\//);
  assert.ok(rest.includes(me.url().split("/game/")[1]));
  await one.context().close();
  await two.context().close();
  assert.ok(other);
});
