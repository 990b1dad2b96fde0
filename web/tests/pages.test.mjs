// Pages around the table: titles with everything explained, and paper.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { LIVELY, accessible, advance, makeGame, noSidewaysScroll, seats, table } from "./harness.mjs";

let t;
before(async () => {
  t = await table();
});
after(async () => {
  await t.close();
  assert.deepEqual(t.faults, []);
});

const TITLES = ["18cz", "1860", "18lilliput", "1889"];

for (const title of TITLES)
  test(`the page of ${title} explains its options and leads to a game`, async () => {
    const page = await t.person({ lang: "cs" });
    await page.goto(`${t.url}/title/${title}`);
    await page.waitForSelector("#start");
    const { titles } = await (await fetch(t.url + "/api/titles")).json();
    const all = new Set(
      titles.find((x) => x.id === title).variants.flatMap((v) => v.options.map((o) => o.id)),
    );
    const rows = await page.$$eval("table.opts tbody tr", (list) =>
      list.map((tr) => [tr.querySelector("b").textContent, tr.querySelector("small").textContent]),
    );
    assert.equal(rows.length, all.size);
    for (const [name, why] of rows)
      assert.ok(
        !name.startsWith("option-") && why.length > 20 && !why.startsWith("option-"),
        `${name}: ${why}`,
      );
    await page.waitForFunction(() =>
      [...document.querySelectorAll(".about img, .vcard img")].every(
        (i) => i.loading === "lazy" || (i.complete && i.naturalWidth > 0),
      ),
    );
    await page.click("#start");
    await page.waitForSelector("#play");
    assert.ok(await page.isChecked(`#play-title-${title}`));
    await page.context().close();
  });

test("a link to a rule opens it", async () => {
  const page = await t.person();
  await page.goto(`${t.url}/title/18cz#rule-CZ-SR-13`);
  await page.waitForURL(/\/rules\/18cz#rule-CZ-SR-13$/);
  await page.waitForSelector("#rule-CZ-SR-13.hit");
  await page.context().close();
});

for (const title of TITLES)
  test(`${title} on paper: a card for every company, each part on its page`, async () => {
    const page = await t.person();
    await page.goto(`${t.url}/print/${title}`);
    await page.waitForSelector(".charter");
    const sheet = await (await fetch(`${t.url}/api/titles/${title}/sheet`)).json();
    assert.equal((await page.$$(".charter")).length, sheet.companies.length);
    for (const [i, c] of sheet.companies.entries())
      assert.equal(
        (await page.$$(`.charter:nth-child(${i + 1}) .marks i`)).length,
        c.station_costs.length,
        c.id,
      );
    await accessible(page, "paper");
    const pages = (await page.pdf({ preferCSSPageSize: true }))
      .toString("latin1")
      .match(/\/Type\s*\/Page\b/g).length;
    assert.ok(pages >= 4 && pages <= 9, `${pages} pages`);
    // What is not wanted is not printed.
    await page.uncheck(".printbar input >> nth=-1");
    assert.equal(await page.isVisible("#part-tiles"), false);
    await page.context().close();
  });

test("a position on paper says what every company has", async () => {
  const page = await t.person({ width: 390, height: 844 });
  const game = await makeGame(page, t.url, {
    title: "18cz",
    variant: "standard",
    seats: seats("Anna", "Ben", "Ilse"),
    hot_seat: true,
    start: true,
    listed: false,
    seed: "7",
    bot_pause: 0,
  });
  await advance(page, game.id, "view.companies.some(c => c.trains.length)", 300, LIVELY);
  await page.goto(`${t.url}/print/${game.id}`);
  await page.waitForSelector("#part-position .cot tbody tr");
  const { view } = await page.evaluate(async (id) => (await fetch(`/api/games/${id}/state`)).json(), game.id);
  const owner = view.companies.findIndex((c) => c.trains.length);
  assert.match(
    await page.textContent(`.charter:nth-child(${owner + 1}) .rooms`),
    new RegExp(view.companies[owner].trains[0].name.replace("+", "\\+")),
  );
  await noSidewaysScroll(page, "paper on a phone");
  await page.context().close();
});

for (const lang of ["en", "cs", "ru", "de"])
  test(`the credits name who made the games, in ${lang}, one link away from every page`, async () => {
    const page = await t.person({ lang, width: 390, height: 844 });
    for (const path of ["/", "/title/1889", "/nowhere"]) {
      await page.goto(t.url + path);
      await page.click("footer a[href='/credits']");
      await page.waitForSelector(".credits tbody tr");
    }
    const text = await page.textContent(".credits");
    for (const name of ["Leonhard Orgler", "Mike Hutton", "Yasutaka Ikeda", "Fox in the Box"])
      assert.ok(text.includes(name), name);
    assert.ok(!/credits-/.test(text), "a key is shown instead of a text");
    await accessible(page, "credits");
    await noSidewaysScroll(page, "credits");
    await page.context().close();
  });
