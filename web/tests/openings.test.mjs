// What became of openings, on the page of a title. The figures are made up here; counting them is tested in Rust.
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { accessible, noSidewaysScroll, table } from "./harness.mjs";

let t;
before(async () => {
  t = await table();
});
afterEach(() => assert.deepEqual(t.faults.splice(0), []));
after(() => t.close());

const share = (mean, margin) => ({ mean, low: Math.max(0, mean - margin), high: Math.min(1, mean + margin) });
const row = (name, games, wins, wealth) => ({
  name,
  games,
  few: games < 20,
  wins: share(wins, 0.8 / Math.sqrt(games)),
  wealth: share(wealth, 0.01),
});
const counted = (players, games) => ({
  variant: "standard",
  players,
  games,
  companies: [
    row("AR", games, 0.41, 0.36),
    row("IR", games - 80, 0.33, 0.34),
    row("SR", 100, 0.28, 0.31),
    row("KO", 9, 0.66, 0.38),
    row("", 14, 0.07, 0.2),
  ],
  prices: [row("65", 40, 0.22, 0.3), row("80", 150, 0.31, 0.33), row("100", 210, 0.37, 0.35)],
  papers: [row("TR", 400, 0.35, 0.33), row("MF", 398, 0.3, 0.32), row("", 60, 0.35, 0.33)],
  seats: Array.from({ length: players }, (_, i) => row(String(i + 1), games, 1 / players, 1 / players)),
});
const made = (players) => ({
  command: `signalbox openings --title 1889 --variant standard --players ${players} --level easy --games 400 --seed 1`,
  program: "signalbox 0.1.0 (0123abc)",
  level: "easy",
  preset: "rulebook",
  seed: 1,
  games: 400,
});
const bots = [3, 4].map((players) => ({ made: made(players), openings: counted(players, 400) }));
const few = {
  ...counted(3, 5),
  companies: [row("AR", 5, 0.6, 0.4)],
  prices: [row("70", 5, 0.5, 0.35)],
  papers: [],
};

/** The page of a title, which is told this. */
async function page(told, size) {
  const page = await t.person(size);
  await page.route("**/api/titles/1889/openings", (route) =>
    route.fulfill({ json: { title: "1889", at: null, here: [], bots: [], ...told } }),
  );
  await page.goto(t.url + "/title/1889#openings");
  await page.waitForSelector("#openings");
  return page;
}

test("results stand by first company, price, private and seat, with the games behind each", async () => {
  const one = await page({ here: [few], at: 1, bots });
  assert.ok(await one.isChecked("#openings-of-here"), "games of people come first");
  assert.equal(await one.locator("#openings .otable").count(), 3, "an empty table is left out");
  const first = one.locator("#openings .otable").first();
  assert.match(await first.locator("tbody tr").first().textContent(), /60.?%\s*few games\s*40.?%\s*5$/);
  assert.equal(await one.locator("#openings code").count(), 0);
  await one.locator("label:has(#openings-of-bots)").click();
  await one.waitForFunction(() => document.querySelectorAll("#openings .otable").length === 4);
  assert.deepEqual(await one.locator("#openings caption").allTextContents(), [
    "First company",
    "Its starting price",
    "Private",
    "Seat",
  ]);
  const best = one.locator("#openings .otable").first().locator("tbody tr").first();
  assert.match(await best.textContent(), /Awa Railroad.*41.?%.*37–45.?%.*36.?%.*400/s);
  // Few games have their sign and no interval.
  const rare = one.locator("#openings tr.few").first();
  assert.match(await rare.textContent(), /66.?%\s*few games/);
  // It says whose games these are and how they were made.
  await one.click("#openings summary");
  assert.match(await one.textContent("#openings details"), /easy.*signalbox openings --title 1889/s);
  await one.focus("#openings-kind");
  await one.selectOption("#openings-kind", { index: 1 });
  await one.waitForFunction(
    () => document.querySelectorAll("#openings .otable:last-of-type tbody tr").length === 4,
  );
  assert.equal(await one.evaluate(() => document.activeElement?.id), "openings-kind");
  await accessible(one, "openings");
  await one.context().close();
});

test("without games of people those of bots are shown, and without any a sentence", async () => {
  const one = await page({ bots });
  assert.ok(await one.isChecked("#openings-of-bots"));
  await one.locator("label:has(#openings-of-here)").click();
  await one.waitForSelector("#openings .empty");
  assert.equal(await one.locator("#openings .otable").count(), 0);
  await one.context().close();
  const none = await page({});
  assert.ok(await none.isChecked("#openings-of-here"));
  await none.locator("label:has(#openings-of-bots)").click();
  await none.waitForSelector("#openings .empty");
  await none.context().close();
});

test("openings fit a phone in every language", async () => {
  for (const lang of ["en", "cs", "de", "ru"]) {
    const one = await page({ bots }, { width: 390, height: 844, touch: true, lang });
    await one.waitForSelector("#openings .otable");
    await noSidewaysScroll(one, lang);
    const wide = await one.evaluate(
      () =>
        [...document.querySelectorAll("#openings .otable, #openings select")].filter(
          (x) =>
            x.getBoundingClientRect().right >
            document.querySelector("#openings").getBoundingClientRect().right,
        ).length,
    );
    assert.equal(wide, 0, lang);
    await one.context().close();
  }
});
