// Advice, programs, refusals on the map, hard times of a company, and a page that keeps up with all of it.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { decide } from "./clicker.mjs";
import { LIVELY, advance, api, makeGame, seats, sit, state, table } from "./harness.mjs";

/** @type {any} */ let t;
before(async () => {
  t = await table();
});
after(async () => {
  await t?.close();
});
const quiet = () => assert.deepEqual(t.faults.splice(0), [], "no error in the console");
const hot = (title, names, extra = {}) => ({
  title,
  variant: "standard",
  seats: seats(...names),
  hot_seat: true,
  start: true,
  listed: false,
  seed: "7",
  bot_pause: 0,
  ...extra,
});
const shows = (page, n) =>
  page.waitForFunction(
    (n) => document.querySelector("#slider").max === String(n) && !document.body.classList.contains("busy"),
    n,
  );

test("a hint names up to three moves with their worth, and a click chooses one", async () => {
  const page = await t.person();
  const game = await makeGame(page, t.url, hot("18cz", ["Anna", "Marek", "Ilse"]));
  await advance(page, game.id, "view.decision && view.decision.step === 'track'");
  await sit(page, t.url, game);
  await page.click("#hint");
  await page.waitForSelector(".hints .btn, .ahead h3 + p", { timeout: 240000 });
  const n = await page.locator(".hints li").count();
  assert.ok(n >= 1 && n <= 3, `${n} hints`);
  assert.match(await page.locator(".hints .num").first().textContent(), /\d/);
  const before = await state(page, game.id);
  await page.locator(".hints .btn").first().click();
  await page.waitForSelector("#confirm:not([disabled]), #pass");
  assert.equal((await state(page, game.id)).length, before.length, "a hint is not a move");
  quiet();
});

test("a cell where nothing may be laid says why, with the rule", async () => {
  const page = await t.person();
  const game = await makeGame(page, t.url, hot("18cz", ["Anna", "Marek", "Ilse"]));
  await advance(page, game.id, "view.decision && view.decision.step === 'track'");
  await sit(page, t.url, game);
  const closed = await page.evaluate(() =>
    [...document.querySelectorAll("#map-hits [data-cell]:not(.can)")].map((e) => e.dataset.cell),
  );
  const found = [];
  for (const cell of closed.slice(0, 12)) {
    const answer = await api(page, `/api/games/${game.id}/why?cell=${cell}`);
    assert.equal(answer.status, 200);
    if (answer.body.refusal) found.push([cell, answer.body.refusal.rule]);
  }
  assert.ok(found.length > 0, "closed cells have reasons");
  const [cell, rule] = found[0];
  await page.evaluate(
    (cell) =>
      document
        .querySelector(`#map-hits [data-cell="${cell}"]`)
        .dispatchEvent(new MouseEvent("click", { bubbles: true })),
    cell,
  );
  await page.waitForSelector("#decide .refusal .rule");
  assert.equal(await page.locator("#decide .refusal .rule").textContent(), rule);
  quiet();
});

test("passing until the round ends is left to the server, told to its owner alone, and stopped", async () => {
  const pages = [await t.person(), await t.person(), await t.person()];
  const [page, other, third] = pages;
  const game = await makeGame(page, t.url, {
    ...hot("18cz", ["Anna"]),
    hot_seat: false,
    seats: [{ kind: "me", name: "Anna" }, { kind: "open" }, { kind: "open" }],
    seed: undefined,
    start: false,
  });
  // People only: what a bot does next would end the program.
  for (const [who, name] of /** @type {const} */ ([
    [other, "Ben"],
    [third, "Cyril"],
  ])) {
    await who.goto(t.url + "/");
    await who.waitForSelector("#play");
    const joined = await api(who, `/api/games/${game.id}/join`, { invite: game.invite, name });
    assert.equal(joined.status, 200, JSON.stringify(joined.body));
  }
  assert.equal((await api(page, `/api/games/${game.id}/start`, {})).status, 200);
  for (const end = Date.now() + 120_000; ; ) {
    assert.ok(Date.now() < end, "the stock round comes");
    const s = await state(page, game.id);
    const stock = s.view.round.kind === "stock";
    if (stock && s.view.decision.player === 0) break;
    const who = s.view.decision.player;
    const c = (await api(pages[who], `/api/games/${game.id}/choices`)).body.groups.flatMap((g) => g.choices);
    // Money is kept for the stock round, so that the others have something to decide there.
    const { move } = c.find((one) => (one.move.move === "pass") !== stock) || c[0];
    await api(pages[who], `/api/games/${game.id}/moves`, {
      after: s.length,
      key: crypto.randomUUID(),
      move,
    });
  }
  await sit(page, t.url, game);
  await sit(other, t.url, game, `?invite=${game.invite}`);
  await page.click("details.ahead summary");
  await page.click("#auto-pass");
  await page.waitForSelector(".ahead.auto");
  assert.match(await page.locator(".ahead.auto").first().textContent(), /Passing/);
  assert.equal(await other.locator(".ahead.auto").count(), 0, "nobody else is told");
  await page.locator("#auto-off").first().click();
  await page.waitForSelector(".ahead.auto", { state: "detached" });
  quiet();
});

test("an insolvent company of 1860 runs with a leased train by clicks", async () => {
  const page = await t.person();
  const game = await makeGame(page, t.url, hot("1860", ["Anna", "Ben"]));
  const running = "view.companies.find(c => c.id === view.decision.company)";
  const insolvent = `view.decision.step === 'run' && ${running}.flags.includes('insolvent')`;
  await advance(
    page,
    game.id,
    insolvent,
    600,
    "choices.find(c => c.move.move === 'place_station') || " + LIVELY,
  );
  await sit(page, t.url, game);
  const before = await state(page, game.id),
    company = before.view.decision.company;
  assert.equal(
    before.view.companies.find((c) => c.id === company).trains.length,
    0,
    "it has no train of its own",
  );
  assert.match(await page.locator("#companies").textContent(), /[Ii]nsolvent/);
  await page.waitForSelector("#decide .runs .run");
  for (let i = 0; i < 8; i++) {
    const s = await state(page, game.id);
    if (s.view.decision?.company !== company) break;
    await shows(page, s.length);
    await decide(page, { rows: false });
  }
  const now = (await state(page, game.id)).view;
  assert.notEqual(now.decision.company, company, "its turn is over");
  assert.ok(
    now.companies.find((c) => c.id === company).last_revenue > 0,
    "the leased train earned something",
  );
  quiet();
});

test("bots that move without a pause never leave the page behind", async () => {
  const page = await t.person();
  const game = await makeGame(page, t.url, {
    title: "18cz",
    variant: "standard",
    seats: [
      { kind: "me", name: "Anna" },
      { kind: "bot", level: "random" },
      { kind: "bot", level: "random" },
    ],
    start: true,
    listed: false,
    seed: "3",
    bot_pause: 0,
  });
  await sit(page, t.url, game);
  for (let i = 0; i < 25; i++) {
    // Whatever the bots did since, the page ends where the server is, without a reload.
    await page.waitForFunction(async (id) => {
      const s = await (await fetch(`/api/games/${id}/state`)).json();
      return (
        s.view.decision?.player === 0 &&
        document.querySelector("#slider").max === String(s.length) &&
        !document.querySelector("#decide").classList.contains("idle")
      );
    }, game.id);
    await decide(page, { start: false, buy: false, rows: true });
  }
  quiet();
});

test("two tabs of one person show the same, and a click in one is seen in the other", async () => {
  const page = await t.person();
  const game = await makeGame(page, t.url, hot("18cz", ["Anna", "Marek", "Ilse"]));
  await sit(page, t.url, game);
  const tab = await page.context().newPage();
  await tab.goto(page.url());
  await tab.waitForSelector("#dtitle");
  await decide(page);
  const { length } = await state(page, game.id);
  tab.waitForFunction = page.waitForFunction;
  for (
    let i = 0;
    i < 200 && (await tab.evaluate(() => document.querySelector("#slider").max)) !== String(length);
    i++
  )
    await tab.waitForTimeout(50);
  assert.equal(await tab.evaluate(() => document.querySelector("#slider").max), String(length));
  await page.reload();
  await page.waitForSelector("#dtitle");
  await shows(page, length);
  quiet();
});
