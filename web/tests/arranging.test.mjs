// Positions set up by hand: by clicks, by keyboard, as text, from the calculator; faults; a chapter that is played on.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, afterEach, before, test } from "node:test";
import { factsOf } from "../js/facts.js";
import { accessible, noSidewaysScroll, table } from "./harness.mjs";

/** @type {any} */ let t;
before(async () => {
  t = await table();
});
afterEach(() => assert.deepEqual(t.faults.splice(0), []));
after(() => t?.close());

/** Opens the form and waits until its map is drawn and the server has looked at it. */
async function form(page, query) {
  await page.goto(`${t.url}/study?set-up${query}`);
  await page.waitForSelector("#map-hits [data-cell]", { state: "attached" });
  await checked(page);
}
const checked = (page) => page.waitForSelector("#arr-state:not([aria-busy]) .badge");
const ready = (page) => page.waitForSelector("#arr-state:not([aria-busy]) #arr-ready");
const shown = (page) => page.waitForSelector("#tree .mv.now");
const position = async (page) =>
  JSON.parse(await page.evaluate(() => document.querySelector("#arr-text").value));

/** Picks a cell, as a press on it does. */
async function pick(page, cell) {
  await page.locator(`#map-hits [data-cell="${cell}"]`).first().dispatchEvent("click");
  await page.waitForFunction(
    (cell) => document.querySelector("#cell h2")?.textContent.startsWith(cell),
    cell,
  );
}

/** Fills in a position of 1889 in which AR is about to run, by clicks. */
async function aboutToRun(page) {
  await page.selectOption("#arr-phase", "3");
  await pick(page, "K8");
  await page.click("#tile-5");
  await page.waitForSelector("#tile-5.on");
  // Turned so that it meets the track beside it.
  for (let i = 0; (await position(page)).tiles.K8.rotation !== 3; i++) {
    assert.ok(i < 6, "it can be turned");
    const before = JSON.stringify((await position(page)).tiles);
    await page.click("#calc-rotate-right");
    await page.waitForFunction(
      (tiles) => JSON.stringify(JSON.parse(document.querySelector("#arr-text").value).tiles) !== tiles,
      before,
    );
  }
  await page.selectOption("#station-0-0", "AR");
  await page.waitForSelector("#firm-AR");
  await page.click("#firm-AR summary");
  await page.click('[id="arr-AR-train-2-2"]');
  await page.waitForSelector('[id="arr-AR-train-less-2-2"]');
  await page.click('[id="arr-AR-train-3-3"]');
  await page.waitForSelector('[id="arr-AR-train-less-3-3"]');
  await page.selectOption("#arr-AR-price", "100");
  await page.fill("#arr-AR-cash", "90");
  await page.fill("#arr-AR-share-1", "2");
  await page.fill("#arr-AR-pool", "1");
  await page.fill("#arr-cash-2", "333");
  await page.click("#arr-papers summary");
  await page.selectOption("#arr-paper-MF", "player:1");
  await page.selectOption("#arr-who", "company:AR");
  await page.selectOption("#arr-step", "run");
  await page.fill("#arr-set", "2");
}

test("a position set up by clicks becomes a study, and is played on against bots", async () => {
  const page = await t.person();
  await page.goto(t.url + "/study");
  await page.selectOption("#arr-game", "1889");
  await page.selectOption("#arr-players", "3");
  await page.click("#arr-open");
  await page.waitForSelector("#map-hits [data-cell]", { state: "attached" });
  await ready(page);
  await aboutToRun(page);
  await ready(page);
  assert.match(await page.textContent('[data-holds="1"]'), /AR 2 · MF/);
  assert.match(await page.textContent('[data-unsold="AR"]'), /2$/);
  await accessible(page, "form");
  await noSidewaysScroll(page, "form");
  const told = await position(page);
  assert.deepEqual(told.turn, { company: "AR" });
  assert.deepEqual(told.companies.AR, { price: 100, trains: ["2-0", "3-0"], cash: 90, pool: 1 });
  assert.deepEqual(told.stations, [{ company: "AR", cell: "K8", stop: 0 }]);
  await page.click("#arr-make");
  await page.waitForURL(/\/study\/s\w+/);
  await shown(page);
  const { view } = await page.evaluate(async () => {
    const [, id, chapter] = /study\/(\w+)#(\w+)/.exec(location.href);
    return (await fetch(`/api/games/study-${id}-${chapter}-root/state`)).json();
  });
  assert.equal(view.decision.step, "run");
  assert.equal(view.decision.company, "AR");
  assert.equal(view.players[2].cash, 333);
  assert.equal(view.companies.find((c) => c.id === "AR").treasury, 90);
  // The best routes are offered; the run becomes a move of the tree.
  const [edit] = await Promise.all([
    page.waitForResponse((r) => r.url().includes("/edits")),
    page.locator("#confirm").click(),
  ]);
  assert.equal(edit.status(), 200);
  await page.waitForSelector("[id^=pay-]");
  await page.click("#an-play");
  await page.click("#go-bots");
  await page.waitForURL("**/game/**");
  await page.waitForSelector("#decide");
  // Who goes back finds the form as it was left.
  await page.goBack();
  await shown(page);
  await page.goBack();
  await page.waitForSelector("#firm-AR");
  assert.deepEqual((await position(page)).companies.AR.trains, ["2-0", "3-0"]);
  await page.context().close();
});

test("a study gets a chapter that is set up", async () => {
  const page = await t.person();
  await page.goto(t.url + "/study");
  await page.selectOption("#an-game", "1889");
  await page.click("#an-make");
  await page.waitForURL(/\/study\/s\w+/);
  await shown(page);
  const id = /study\/(\w+)/.exec(page.url())[1];
  await page.click("#an-more");
  await page.selectOption("#an-dialog #arr-game", "1860");
  await page.click("#an-dialog #arr-open");
  await page.waitForSelector("#map-hits [data-cell]", { state: "attached" });
  await ready(page);
  await page.click("#arr-make");
  await page.waitForURL((url) => url.pathname === "/study/" + id);
  await shown(page);
  assert.equal(await page.locator("#track a").count(), 2);
  await page.context().close();
});

for (const [lang, theme, said] of [
  ["en", "dark", /AR has not so many shares/],
  ["de", "light", /So viele Aktien hat AR nicht/],
  ["cs", "dark", /AR tolik akcií nemá/],
  ["ru", "light", /У\sAR нет столько акций/],
])
  test(`all faults are told at once beside the form, and go when they are mended; on a phone, ${lang}`, async () => {
    const page = await t.person({ width: 390, height: 844, touch: true, lang, theme });
    await form(page, "=1889&players=3");
    await ready(page);
    await page.click("#arr-add-AR");
    await page.waitForSelector("#arr-AR-share-1");
    await page.fill("#arr-AR-share-1", "9");
    await page.click('[id="arr-AR-train-5-5"]');
    await page.waitForSelector("#arr-state .badge.bad");
    await page.waitForFunction(() => document.querySelectorAll("#arr-state li").length === 2);
    assert.match(await page.textContent("#arr-state"), said);
    assert.match(await page.textContent('[data-faults="AR"]'), said);
    assert.doesNotMatch(await page.textContent("#side"), /arr-[a-z]|said:|calc-[a-z]/);
    // Nothing is made of it; the faults are laid open.
    const before = page.url();
    await page.click("#arr-make");
    await page.waitForSelector("#arr-state details[open]");
    assert.equal(page.url(), before);
    await noSidewaysScroll(page, `faults, ${lang}`);
    await accessible(page, `faults, ${lang}`);
    await page.click('[id="arr-AR-train-less-5-5"]');
    await page.fill("#arr-AR-share-1", "");
    await ready(page);
    assert.equal(await page.textContent('[data-faults="AR"]'), "");
    await page.context().close();
  });

test("the form and its text are the same position; what the form does not show stays", async () => {
  const page = await t.person({ theme: "dark" });
  await form(page, "=1889&players=3");
  await page.click("#arr-json summary");
  const told = {
    phase: "3",
    set: 2,
    turn: { company: "AR" },
    step: "dividend",
    revenue: 50,
    own: { bank_broken: true },
    players: [{ shares: { AR: 5 }, debt: 0 }, { cash: 7 }, {}],
    companies: { AR: { cell: 3, last_revenue: 30, trains: [{ train: "2-1", runs: 2 }] } },
    tiles: { K8: { tile: "5", rotation: 3 } },
    stations: [{ company: "AR", cell: "K8" }],
  };
  await page.fill("#arr-text", JSON.stringify(told));
  await page.click("#arr-apply");
  await page.waitForSelector("#firm-AR");
  await ready(page);
  assert.equal(await page.inputValue("#arr-who"), "company:AR");
  assert.equal(await page.inputValue("#arr-revenue"), "50");
  assert.equal(await page.inputValue("#arr-cash-1"), "7");
  assert.equal(await page.inputValue("#arr-AR-price"), "100");
  assert.match(await page.textContent("#arr-state"), /own/);
  await page.click("#firm-AR summary");
  await page.fill("#arr-AR-cash", "120");
  const now = await position(page);
  assert.deepEqual(now.own, { bank_broken: true });
  assert.deepEqual(now.companies.AR, {
    cell: 3,
    last_revenue: 30,
    trains: [{ train: "2-1", runs: 2 }],
    cash: 120,
  });
  await accessible(page, "text");
  // What is no position loses nothing.
  for (const [wrong, why] of [
    ["{", /no JSON/],
    ['{"phase": "3"}', /no position/],
  ]) {
    await page.fill("#arr-text", wrong);
    await page.click("#arr-apply");
    assert.match(await page.textContent("#arr-text-wrong"), why);
  }
  assert.equal(await page.inputValue("#arr-AR-cash"), "120");
  await page.context().close();
});

test("the calculator hands its map over", async () => {
  const page = await t.person({ lang: "de" });
  await page.goto(
    t.url +
      "/routes#title=1889&variant=standard&phase=3&company=AR&trains=2!3&tiles=K8*5*3&stations=AR*K8*0!KO*K4*0",
  );
  await page.waitForSelector("#calc-total");
  await page.click("#calc-analyse");
  await page.waitForURL("**/study?set-up*");
  await ready(page);
  const told = await position(page);
  assert.deepEqual(told.turn, { company: "AR" });
  assert.equal(told.step, "run");
  assert.deepEqual(told.companies.AR.trains, ["2-0", "3-0"]);
  assert.ok(told.companies.KO, "who has a station has floated");
  await page.reload();
  await ready(page);
  assert.deepEqual(await position(page), told);
  await page.click("#arr-make");
  await page.waitForURL(/\/study\/s\w+/);
  await shown(page);
  await page.context().close();
});

for (const title of ["18cz", "1860", "18lilliput", "1889"])
  test(`a company of ${title} that is added can take its turn at once`, async () => {
    const page = await t.person({ width: 820, height: 1180 });
    await form(page, `=${title}`);
    await ready(page);
    const add = page.locator(".chips button").first();
    const id = (await add.getAttribute("id")).replace("arr-add-", "");
    await add.click();
    await page.selectOption("#arr-who", "company:" + id);
    const steps = await page.$$eval("#arr-step option", (list) => list.map((o) => o.value));
    assert.deepEqual(steps, factsOf(title).company);
    await page.selectOption("#arr-step", "dividend");
    await page.fill("#arr-revenue", "40");
    await ready(page);
    await noSidewaysScroll(page, title);
    await accessible(page, title);
    // Another variant is another map, without faults of the old one.
    await page.click("#arr-clear");
    await page.waitForFunction(() => !document.querySelector(".firm"));
    await ready(page);
    await page.context().close();
  });

test("everything is reached by keyboard, and the focus stays", async () => {
  const page = await t.person();
  await form(page, "=1889&players=2");
  const focus = () => page.evaluate(() => document.activeElement?.id);
  await page.locator('#map-hits [data-cell="K8"]').first().focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.id === "cell-h");
  await page.keyboard.press("Tab");
  assert.equal(await focus(), "station-0-0");
  await page.keyboard.type("AR");
  await page.waitForSelector("#firm-AR");
  assert.equal(await focus(), "station-0-0");
  await page.locator("#firm-h-AR").focus();
  await page.keyboard.press("Enter");
  await page.waitForSelector("#firm-AR[open]");
  await page.keyboard.press("Tab");
  assert.equal(await focus(), "arr-AR-price");
  await page.keyboard.press("Tab");
  await page.keyboard.type("75");
  await page.keyboard.press("Tab");
  assert.equal(await focus(), "arr-AR-floated");
  await page.locator('[id="arr-AR-train-2-2"]').focus();
  await page.keyboard.press("Enter");
  await page.waitForSelector('[id="arr-AR-train-less-2-2"]');
  assert.equal(await focus(), "arr-AR-train-2-2");
  assert.equal((await position(page)).companies.AR.cash, 75);
  await ready(page);
  await page.locator("#arr-make").focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/study\/s\w+/);
  await page.context().close();
});

test("steps are those of the document", () => {
  const text = readFileSync(new URL("../../docs/position.md", import.meta.url), "utf8");
  const rows = text.split("## Where a game can go on")[1].matchAll(/^\| (18\w+) \| (.*) \| (.*) \|$/gm);
  const words = (cell) => [...cell.matchAll(/`(\w+)`/g)].map((m) => m[1]);
  let n = 0;
  for (const [, title, player, company] of rows) {
    const facts = factsOf(title.toLowerCase());
    assert.deepEqual([[facts.player], facts.company], [words(player), words(company)], title);
    n++;
  }
  assert.equal(n, 4);
});
