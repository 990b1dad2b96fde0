// Time and substitutes: a table with clocks is made and played, somebody is silent, leaves, is asked for, comes back.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { accessible, api, makeGame, noSidewaysScroll, sit, state, table } from "./harness.mjs";

let t;
before(async () => {
  t = await table();
});
after(async () => {
  await t.close();
  assert.deepEqual(t.faults, []);
});

/** A started table of two people. */
async function two(pace, more = {}) {
  const anna = await t.person(),
    ben = await t.person();
  const { id } = await makeGame(anna, t.url, {
    title: "1889",
    variant: "standard",
    seats: [{ kind: "me", name: "Agnes" }, { kind: "open" }],
    listed: true,
    bot_pause: 60000,
    ...(pace ? { pace } : {}),
    ...more,
  });
  await ben.goto(t.url + "/");
  await ben.waitForSelector("#play");
  await api(ben, `/api/games/${id}/join`, { name: "Bruno" });
  await api(anna, `/api/games/${id}/start`, {});
  return { anna, ben, id };
}

const shown = (page, seat) => page.textContent(`[data-clock="${seat}"] span`);

test("the time of a table is chosen when it is made, and said on its card", async () => {
  const anna = await t.person();
  await anna.goto(t.url + "/");
  await anna.waitForSelector("#friends");
  await anna.check("#friends-pace-correspondence", { force: true });
  await anna.selectOption("#friends-pace-each", "172800");
  await anna.selectOption("#friends-pace-out", "mark");
  await anna.check("#friends-listed");
  await accessible(anna);
  await anna.click("#friends");
  await anna.waitForURL(/\/game\//);
  const id = new URL(anna.url()).pathname.split("/")[2];
  const { body } = await api(anna, "/api/games/" + id);
  assert.deepEqual(body.pace, {
    kind: "correspondence",
    each: 172800,
    reserve: 259200,
    pauses: true,
    out: "mark",
  });
  await anna.goto(t.url + "/");
  await anna.waitForSelector(`[data-game="${id}"]:has-text("2 days a decision + 3 days")`);
  await anna.context().close();
});

test("clocks count down from what the server says, whatever the clock of the page shows", async () => {
  const { anna, ben, id } = await two({ kind: "live", each: 0, reserve: 1200, out: "mark" });
  // The machine of this browser is a day ahead.
  await ben.addInitScript(() => {
    const real = Date.now.bind(Date);
    Date.now = () => real() + 86400e3;
  });
  await sit(ben, t.url, id);
  const { game } = await state(ben, id);
  const seat = game.turn.seat;
  const first = await shown(ben, seat);
  assert.match(first, /^(20:00|19:\d\d)$/);
  assert.equal(await shown(ben, 1 - seat), "20:00");
  // It goes on by itself.
  await ben.waitForFunction(
    ([seat, first]) => document.querySelector(`[data-clock="${seat}"] span`).textContent !== first,
    [seat, first],
  );
  await accessible(ben);
  await noSidewaysScroll(ben);
  await anna.context().close();
  await ben.context().close();
});

test("time runs out, the other is asked, and the log tells it", async () => {
  const { anna, ben, id } = await two({ kind: "live", each: 0, reserve: 2, out: "ask" });
  const pages = [anna, ben];
  const { game } = await state(anna, id);
  const silent = game.turn.seat,
    other = pages[1 - silent];
  await sit(other, t.url, id);
  await other.waitForSelector(".ask #undo-yes");
  await other.waitForSelector("#log .told:has-text('ran out')");
  await accessible(other);
  await other.click("#undo-yes");
  await other.waitForSelector("#log .told:has-text('was replaced')");
  assert.equal((await state(other, id)).game.seats[silent].bot, "standard");
  // Who was replaced asks, and is let in again.
  await sit(pages[silent], t.url, id);
  await pages[silent].click("#come-back");
  await other.waitForSelector(".ask #undo-yes");
  await other.click("#undo-yes");
  await other.waitForSelector("#log .told:has-text('plays again')");
  assert.equal((await state(other, id)).game.seats[silent].bot, null);
  await pages[silent].waitForSelector("#come-back", { state: "detached" });
  await anna.context().close();
  await ben.context().close();
});

test("a seat is offered on the front page and taken there", async () => {
  const { anna, ben, id } = await two(null);
  const cora = await t.person();
  await sit(ben, t.url, id);
  await ben.click("#menu");
  await ben.click("#menu-leave-table");
  await ben.waitForSelector("#leave-offer");
  await accessible(ben);
  await ben.check("#leave-offer");
  await ben.click("#leave-yes");
  await ben.waitForSelector("#come-back");
  await cora.goto(t.url + "/");
  await cora.click("#tab-offered");
  await cora.click(`[data-game="${id}"] a`);
  await cora.click("#take-seat");
  await cora.waitForSelector("#log .told:has-text('took over a seat')");
  assert.equal((await state(cora, id)).game.seats[1].mine, true);
  for (const page of [anna, ben, cora]) await page.context().close();
});

test("both end a game as it stands", async () => {
  const { anna, ben, id } = await two(null);
  const pages = [anna, ben];
  const { game } = await state(anna, id);
  const first = pages[game.turn.seat],
    choices = (await api(first, `/api/games/${id}/choices`)).body;
  const [{ move }] = choices.groups[0].choices;
  assert.equal((await api(first, `/api/games/${id}/moves`, { after: 0, move })).status, 200);
  await sit(anna, t.url, id);
  await sit(ben, t.url, id);
  await anna.click("#menu");
  await anna.click("#menu-leave-table");
  await anna.click("#end-now");
  await ben.waitForSelector(".ask #undo-yes");
  await ben.click("#undo-yes");
  await anna.waitForFunction(() => document.body.textContent.includes("All agreed to end it as it stood."));
  assert.equal((await state(anna, id)).game.state, "finished");
  await anna.context().close();
  await ben.context().close();
});

test("nights, weekends and days off are set on the page of the account", async () => {
  const page = await t.person();
  await page.goto(t.url + "/account");
  await page.waitForSelector("#hours-zone");
  await page.selectOption("#hours-zone", "Europe/Prague");
  await page.fill("#hours-from", "23:30");
  await page.fill("#hours-to", "07:00");
  await page.check("#hours-weekends");
  await page.click("#save-hours");
  await page.waitForSelector("#hours .well:has-text('Saved')");
  const { body } = await api(page, "/api/account/time");
  assert.deepEqual(body.hours, { zone: "Europe/Prague", night: { from: 1410, to: 420 }, weekends: true });
  await page.fill("#hours-to", "13:00");
  await page.click("#save-hours");
  await page.waitForSelector("#hours .fault:has-text('twelve hours')");
  const day = (n) => new Date(Date.now() + n * 86400e3).toISOString().slice(0, 10);
  await page.fill("#off-first", day(10));
  await page.fill("#off-last", day(12));
  await page.click("#take-off");
  await page.waitForSelector("#hours .offs li");
  assert.match(await page.textContent("#hours-left"), /39 days/);
  await accessible(page);
  await noSidewaysScroll(page);
  await page.click("#hours .offs button");
  await page.waitForSelector("#hours .offs", { state: "detached" });
  await page.context().close();
});
