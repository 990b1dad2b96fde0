// What surrounds the decision: the order of companies, the overview of the map, the notice.
// Also faults in one's language, incomes, and what trains ran.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  LIVELY,
  accessible,
  advance,
  api,
  makeGame,
  noSidewaysScroll,
  seats,
  sit,
  state,
  table,
} from "./harness.mjs";

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

test("companies stand in the order in which they act, with and without prices", async () => {
  const page = await t.person();
  const shown = () => page.$$eval("#companies .cot tbody .chip", (all) => all.map((c) => c.textContent));
  const intro = await makeGame(
    page,
    t.url,
    hot("18cz", ["Anna", "Marek", "Ilse"], { variant: "introductory" }),
  );
  await sit(page, t.url, intro);
  // CZ-INTRO-10
  assert.deepEqual(await shown(), ["BCB", "EKJ", "VBW"]);
  assert.equal(await page.locator(".modes").count(), 0, "a game without shares has no view of shares");
  assert.deepEqual(await page.$$eval(".steps li", (all) => all.map((s) => s.textContent)), [
    "Track",
    "Station",
    "Run",
    "Trains",
  ]);
  const game = await makeGame(page, t.url, hot("18cz", ["Anna", "Marek", "Ilse"]));
  await advance(
    page,
    game.id,
    "view.decision && view.decision.step === 'track' && view.acting.length > 2",
    400,
    LIVELY,
  );
  await sit(page, t.url, game);
  assert.deepEqual(await shown(), (await state(page, game.id)).view.acting);
  quiet();
});

test("while a part of the map is seen, the whole stands in the corner; a press goes there", async () => {
  const page = await t.person();
  const game = await makeGame(page, t.url, hot("18cz", ["Anna", "Marek", "Ilse"]));
  await sit(page, t.url, game);
  const view = () =>
    page.$eval("#mapbox > svg.board", (s) => s.getAttribute("viewBox").split(" ").map(Number));
  assert.equal(await page.locator(".minimap").count(), 0, "not while everything is seen");
  for (let i = 0; i < 4; i++) await page.click(".mapctl .btn >> nth=0");
  const small = await page.locator(".minimap").boundingBox(),
    before = await view();
  await page.mouse.click(small.x + small.width * 0.9, small.y + small.height * 0.5);
  const after = await view();
  assert.ok(after[0] > before[0] + 100, `${before} → ${after}`);
  assert.equal(
    await page
      .locator(".minimap path.land")
      .first()
      .evaluate((e) => getComputedStyle(e).fill),
    await page
      .locator("#map-fills path.land")
      .first()
      .evaluate((e) => getComputedStyle(e).fill),
    "in the colours of the map",
  );
  await accessible(page, "overview");
  await page.click(".mapctl .btn >> nth=2");
  assert.equal(await page.locator(".minimap").count(), 0);
  quiet();
});

test("who looks elsewhere is told once when it is their turn", async () => {
  const page = await t.person(),
    other = await t.person();
  await page.context().grantPermissions(["notifications"], { origin: t.url });
  await page.addInitScript(() => {
    globalThis.told = [];
    globalThis.Notification = class {
      static permission = "granted";
      static requestPermission = async () => "granted";
      constructor(title, how) {
        globalThis.told.push([title, how.body, how.tag]);
      }
      close() {}
    };
    Object.defineProperty(document, "hidden", { get: () => globalThis.away === true });
  });
  const game = await makeGame(page, t.url, {
    title: "18cz",
    variant: "standard",
    seats: [{ kind: "me", name: "Anna" }, { kind: "open" }, { kind: "bot", level: "random" }],
    start: false,
    listed: false,
    bot_pause: 0,
  });
  await other.goto(`${t.url}/game/${game.id}?invite=${game.invite}`);
  await other.click("#join");
  await sit(page, t.url, game);
  await page.click("#start");
  const turn = async () => (await state(page, game.id)).view.decision.player;
  const play = async (who) => {
    const s = await state(who, game.id);
    const c = (await api(who, `/api/games/${game.id}/choices`)).body.groups.flatMap((g) => g.choices)[0];
    assert.equal(
      (
        await api(who, `/api/games/${game.id}/moves`, {
          after: s.length,
          key: crypto.randomUUID(),
          move: c.move,
        })
      ).status,
      200,
    );
  };
  await page.waitForFunction(
    async (id) => (await (await fetch(`/api/games/${id}/state`)).json()).game.state === "playing",
    game.id,
  );
  // Until Ben has to decide; then Anna looks elsewhere.
  for (let i = 0; i < 60 && (await turn()) !== 1; i++) {
    if ((await turn()) === 0) await play(page);
    else await page.waitForTimeout(100);
  }
  await page.waitForFunction(() => document.querySelector("#decide").classList.contains("idle"));
  await page.evaluate(() => {
    globalThis.away = true;
    globalThis.told.length = 0;
  });
  for (let i = 0; i < 60 && (await turn()) !== 0; i++) {
    if ((await turn()) === 1) await play(other);
    else await page.waitForTimeout(100);
  }
  await page.waitForFunction(() => globalThis.told.length > 0);
  await page.waitForTimeout(300);
  const told = await page.evaluate(() => globalThis.told);
  assert.equal(told.length, 1, JSON.stringify(told));
  assert.match(told[0].join(" "), /Signalbox.*18CZ.*\/game\//);
  quiet();
});

test("a fault of the server is said in the reader's language", async () => {
  const page = await t.person({ lang: "cs" });
  await page.goto(t.url + "/");
  await page.click("#play-options");
  await page.fill("#seed", "99999999999999999999");
  await page.click("#options-done");
  await page.click("#play");
  assert.match(await page.locator("#toasts").textContent(), /Číslo zamíchání musí být celé/);
  quiet();
});

test("incomes stand beside the round in which they were earned", async () => {
  const page = await t.person();
  const game = await makeGame(page, t.url, hot("18cz", ["Anna", "Marek", "Ilse"]));
  await advance(page, game.id, "view.round.kind === 'stock' && view.round.set > 4", 900, LIVELY);
  const { incomes } = (await api(page, `/api/games/${game.id}/series`)).body;
  assert.ok(incomes.length > 3);
  for (const i of incomes) assert.equal(i.round.kind, "operating", JSON.stringify(i));
  const count = new Map();
  for (const i of incomes) {
    const key = `${i.company} ${i.round.set}.${i.round.number}`;
    count.set(key, (count.get(key) || 0) + 1);
  }
  assert.deepEqual(
    [...count].filter(([, n]) => n > 1),
    [],
    "one income a company and round",
  );
  quiet();
});

test("a starting price is chosen on the market with the mouse, also where tokens lie", async () => {
  const page = await t.person();
  const game = await makeGame(page, t.url, hot("18cz", ["Anna", "Marek", "Ilse"]));
  const taken = "c => view.companies.some(x => x.cell === c.move.price)";
  const starts = `choices.groups.some(g => g.kind === 'start' && g.choices.some(${taken}))`;
  await advance(page, game.id, `view.decision?.step === 'stock' && ${starts}`, 300, LIVELY);
  await sit(page, t.url, game);
  await page.waitForSelector("rect.can[data-chart]");
  const legal = page.locator("rect.can[data-chart]"),
    n = await legal.count();
  for (let i = 0; i < n; i++) await legal.nth(i).click({ trial: true });
  await legal.last().click();
  await page.click("#start-at .btn >> nth=0");
  await page.waitForSelector("#confirm:not([disabled])");
  assert.match(await page.textContent("#confirm"), /Start/);
  quiet();
});

test("18Lilliput shows what its trains ran, and says why nothing can be missed", async () => {
  const page = await t.person();
  const game = await makeGame(page, t.url, hot("18lilliput", ["Anna", "Ben"]));
  const taste = [
    "choices.find(c => c.move.move === 'lay_tile')",
    "choices.find(c => c.move.move === 'play_card' && c.move.side === 0 && /^A[123]$/.test(c.move.slot))",
    "choices[0]",
  ].join(" || ");
  await advance(page, game.id, "view.decision?.step === 'dividend'", 300, taste);
  await sit(page, t.url, game);
  await page.waitForSelector("#map-routes path", { state: "attached" });
  await page.click("#menu");
  await page.click("#menu-drawer-audit");
  await page.waitForSelector("#drawer .drawbody .btn");
  assert.match(await page.locator("#drawer .drawbody").textContent(), /run by themselves/);
  quiet();
});

test("on a phone the map goes where one acts, and other tabs have room", async () => {
  const page = await t.person({ width: 390, height: 844, touch: true });
  const game = await makeGame(page, t.url, hot("18cz", ["Anna", "Marek", "Ilse"]));
  await advance(
    page,
    game.id,
    "view.round.kind === 'stock' && choices.groups.some(g => g.kind === 'start')",
    300,
  );
  await sit(page, t.url, game);
  const rows = await page.locator("#decide .startrow").count();
  const companies = new Set(
    (await api(page, `/api/games/${game.id}/choices`)).body.groups
      .find((g) => g.kind === "start")
      .choices.map((c) => c.move.company),
  );
  assert.equal(rows, companies.size, "one row for each company");
  await page.click("#decide .startrow .btn >> nth=0");
  await page.waitForSelector("#confirm:not([disabled])");
  await page.click("#cancel");
  await page.click("#tab-companies");
  const [panel, sheet] = [
    await page.locator("#companies").boundingBox(),
    await page.locator("#decide").boundingBox(),
  ];
  assert.ok(
    panel.y < 120 && panel.height > sheet.height,
    `the panel stands at ${panel.y}, ${panel.height} high, the sheet is ${sheet.height} high`,
  );
  await accessible(page, "companies on a phone");
  await page.click("#tab-map");
  await advance(page, game.id, "view.decision && view.decision.step === 'track'", 300, LIVELY);
  await page.waitForSelector("#map-hits .can");
  const box = await page.locator("#map-hits .can").first().boundingBox();
  assert.ok(
    box.width > 40 && box.x > 0 && box.x + box.width < 390,
    `a glowing place is ${box.width} px wide at ${box.x}`,
  );
  await noSidewaysScroll(page, "phone");
  quiet();
});
