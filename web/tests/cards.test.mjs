// Cards: press a thing anywhere and see all about it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import {
  LIVELY,
  accessible,
  advance,
  makeGame,
  noSidewaysScroll,
  seats,
  sit,
  state,
  table,
} from "./harness.mjs";

let t;
before(async () => {
  t = await table();
});
after(async () => {
  await t.close();
  assert.deepEqual(t.faults, []);
});

const rect = (page, selector) =>
  page.$eval(selector, (e) => {
    const { left, top, right, bottom } = e.getBoundingClientRect();
    return { left, top, right, bottom };
  });
const apart = (a, b) =>
  a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;

/** A table of a title at which something has happened. */
async function lively(page, title, until, names = ["Anna", "Ben", "Cora"]) {
  const game = await makeGame(page, t.url, {
    title,
    variant: "standard",
    seats: seats(...names),
    hot_seat: true,
    start: true,
    listed: true,
  });
  await advance(page, game.id, until, 600, LIVELY);
  return game;
}

const opened = (page, name) =>
  page.waitForFunction(
    (name) => document.querySelector("#card:not([hidden]) h2")?.textContent.includes(name),
    name,
  );
const press = (page, cell) =>
  page.evaluate(
    (cell) =>
      document
        .querySelector(`#map-hits [data-cell="${cell}"]`)
        .dispatchEvent(new MouseEvent("click", { bubbles: true })),
    cell,
  );

test("every statement that a card quotes is in the catalogue of its title", () => {
  const read = (path) => readFileSync(fileURLToPath(new URL(path, import.meta.url)), "utf8");
  const { topics, papers } = JSON.parse(read("../pages/statements.json"));
  const missing = [];
  for (const lists of [topics, papers])
    for (const [title, all] of Object.entries(lists)) {
      const book = read(`../../docs/rules/${title}.md`);
      for (const id of Object.values(all).flat())
        if (!book.includes(`**${id}**`)) missing.push(`${title}: ${id}`);
    }
  assert.deepEqual(missing, []);
  assert.equal(Object.keys(topics).length, 4);
});

for (const size of [
  { width: 1440, height: 900 },
  { width: 820, height: 1180 },
])
  test(`a company opens on the left and leaves the decision free, at ${size.width} px`, async () => {
    const page = await t.person(size);
    const { id } = await lively(
      page,
      "18cz",
      "view.decision.step === 'track' && view.companies.some(c => c.last_revenue > 0)",
    );
    await sit(page, t.url, id);
    const { view } = await state(page, id);
    const company = view.decision.company;
    const chip = `#companies [data-card="company:${company}"]`;
    if (size.width < 1000) await page.click("#desktabs button:nth-child(2)");
    await page.waitForSelector(chip + "[tabindex]");
    await page.focus(chip);
    await page.keyboard.press("Enter");
    await page.waitForSelector("#card:not([hidden]) .runbars");
    assert.ok(apart(await rect(page, "#card"), await rect(page, "#decide")), "the decision is covered");
    const text = await page.textContent("#card");
    for (const part of ["Treasury", "Last runs", "Stations", "Privates", "Best run now", "CZ-COMPANY-12"])
      assert.ok(text.includes(part), part);
    await page.waitForFunction(() =>
      /proved|at most|–/i.test(document.querySelector("#card .cfacts div:nth-child(3)").textContent),
    );
    await accessible(page, "company card");
    await noSidewaysScroll(page, "company card");
    // A card leads to others, and back.
    await page.click("#card [data-card^='train:']");
    await opened(page, "-train");
    assert.match(await page.textContent("#card"), /scrapped/);
    await page.click("#card-back");
    await page.waitForSelector("#card .runbars");
    await page.keyboard.press("Escape");
    await page.waitForSelector("#card", { state: "hidden" });
    assert.equal(await page.evaluate(() => document.activeElement.dataset.card), `company:${company}`);
    // The sheet takes no choice away: what glows is still there.
    assert.ok((await page.$$("#map-hits .can")).length > 0);
    await page.context().close();
  });

test("a place opens beside itself: not over it, not over the decision", async () => {
  const page = await t.person();
  const { id } = await lively(page, "18cz", "view.decision.step === 'track' && view.round.set > 1");
  await sit(page, t.url, id);
  await press(page, "E11");
  await opened(page, "Praha");
  const card = await rect(page, "#card");
  assert.ok(apart(card, await rect(page, "#decide")), "the decision is covered");
  assert.ok(apart(card, await rect(page, '#map-hits [data-cell="E11"]')), "its place is covered");
  const text = await page.textContent("#card");
  for (const part of ["Letter P", "CZ-TRACK-9", "Reached by", "8889"]) assert.ok(text.includes(part), part);
  await accessible(page, "card of a place");
  // A tile of it opens its own card.
  await page.click('#card [data-card="tile:8889"]');
  await opened(page, "Tile 8889");
  // A place that can be chosen is chosen by a press, and opens by its key.
  await page.keyboard.press("Escape");
  const cell = await page.$eval("#map-hits .can[tabindex='0']", (e) => e.dataset.cell);
  await page.focus(`#map-hits [data-cell="${cell}"]`);
  await page.keyboard.press("i");
  await opened(page, cell);
  await page.context().close();
});

test("1860 explains privates, halts, barriers, letters and credits", async () => {
  const page = await t.person();
  const { id } = await lively(page, "1860", "view.decision.step === 'track'", ["Anna", "Ben"]);
  await sit(page, t.url, id);
  const shown = async (selector, name, ...parts) => {
    await page.$eval(selector, (e) => e.dispatchEvent(new MouseEvent("click", { bubbles: true })));
    await opened(page, name);
    const text = await page.textContent("#card");
    for (const part of parts) assert.ok(text.includes(part), `${name}: ${part} in ${text}`);
    await page.keyboard.press("Escape");
    await page.waitForSelector("#card", { state: "hidden" });
  };
  const { view } = await state(page, id);
  const paper = view.players.flatMap((p) => p.papers)[0];
  await shown(`[data-card="paper:${paper}"]`, "Company", "Linked company", "IOW-EXCHANGE-2", "IOW-PRIVATE-5");
  await shown('#companies [data-card="money"]', "Two kinds of money", "IOW-MONEY-1");
  await shown('#map-hits [data-cell="I7"]', "I7", "Halt", "IOW-HALT-2");
  await shown('#map-hits [data-cell="F4"]', "F4", "Barrier", "G3", "IOW-TRACK-20");
  await shown('#map-hits [data-cell="G5"]', "Newport", "Letter N", "IOW-TRACK-10");
  await shown('#process [data-card="phase"]', "Phase", "IOW-PHASE-2");
  await page.context().close();
});

test("the numbers of the course of the game are explained", async () => {
  const page = await t.person({ lang: "cs" });
  const { id } = await lively(page, "18cz", "view.round.kind === 'operating'");
  await sit(page, t.url, id);
  await page.click('#process [data-card="process:2"]');
  await page.waitForSelector("#card:not([hidden]) .quoted");
  const text = await page.textContent("#card");
  assert.ok(text.includes("40 K") || text.includes("40\u00a0K"), text);
  assert.ok(text.includes("CZ-LOCAL-4") && text.includes("CZ-EXPORT-1"));
  assert.equal(await page.$eval("#card .quoted li", (e) => e.lang), "cs");
  await page.context().close();
});

test("on a phone the card fills the screen above a bar that leads back", async () => {
  const page = await t.person({ width: 390, height: 844, touch: true });
  const { id } = await lively(page, "1889", "view.decision.step === 'track'");
  await sit(page, t.url, id);
  await page.click("#tab-players");
  await page.tap('#players [data-card="player:0"]');
  await opened(page, "Anna");
  await accessible(page, "player card on a phone");
  await noSidewaysScroll(page, "player card on a phone");
  assert.ok((await page.textContent("#card .cardfoot b")).length > 3);
  await page.tap("#card .cardfoot .btn");
  await page.waitForSelector("#card", { state: "hidden" });
  await page.context().close();
});
