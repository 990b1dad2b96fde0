// The rules as a book, in the reader's language.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { accessible, noSidewaysScroll, table } from "./harness.mjs";

let t;
before(async () => {
  t = await table();
});
after(async () => {
  await t.close();
  assert.deepEqual(t.faults, []);
});

const book = async (page, title, query = "") => {
  await page.goto(`${t.url}/rules/${title}${query}`);
  await page.waitForSelector("#main dl");
};
const LANGUAGES = {
  en: /Starting cash per player: 380/,
  cs: /380/,
  ru: /Наличные.*380/,
  de: /380/,
};

test("every title's rules stand in four languages, with contents and figures", async () => {
  const page = await t.person();
  for (const title of ["18cz", "1860", "18lilliput", "1889"])
    for (const lang of Object.keys(LANGUAGES)) {
      await book(page, title, `?lang=${lang}`);
      const told = await page.$$eval("#main dd", (all) =>
        all.map((d) => [d.lang, d.previousSibling.textContent]),
      );
      const foreign = told.filter(([of, id]) => of !== lang && !/-PUB-/.test(id));
      assert.deepEqual(foreign.slice(0, 5), [], `${title} in ${lang}`);
      assert.equal(await page.locator(".chapters a").count(), await page.locator("#main section").count());
      assert.ok((await page.locator("#main figure img").count()) > 0, `${title} has figures`);
    }
  await page.context().close();
});

test("a statement has a link, words are found, and another language keeps the place", async () => {
  const page = await t.person();
  await book(page, "18cz", "?lang=en#rule-CZ-UPGRADE-3");
  await page.waitForSelector("#rule-CZ-UPGRADE-3.hit");
  const contents = await page.locator("#search").boundingBox();
  assert.ok(contents.y >= 0 && contents.y < 200, `the contents stay in sight, not at ${contents.y}`);
  await page.fill("#search", "Starting cash 380");
  await page.waitForSelector(".found a");
  assert.deepEqual(await page.$$eval("#contents .found a b", (all) => all.map((b) => b.textContent)), [
    "CZ-SETUP-2",
  ]);
  await page.click("#contents .found a");
  await page.waitForSelector("#rule-CZ-SETUP-2.hit");
  assert.match(await page.textContent("#rule-CZ-SETUP-2 dd"), LANGUAGES.en);
  await page.selectOption(".langsel", "ru");
  await page.waitForSelector('#rule-CZ-SETUP-2 dd[lang="ru"]');
  assert.match(await page.textContent("#rule-CZ-SETUP-2 dd"), LANGUAGES.ru);
  await page.context().close();
});

test("a sign tells where a statement comes from", async () => {
  const page = await t.person();
  await book(page, "18cz", "?lang=en");
  const left = (await page.textContent("#main")).match(/\[[^\]]*(PUB|ruling)[^\]]*\]/g);
  assert.deepEqual(left, null);
  await page.click("#rule-CZ-SETUP-4 .source summary");
  assert.match(await page.textContent("#rule-CZ-SETUP-4 .source span"), /public platform/);
  await page.context().close();
});

test("the book fits a phone and the accessibility rules", async () => {
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    const page = await t.person({ viewport });
    await book(page, "1860", "?lang=de");
    await noSidewaysScroll(page);
    await accessible(page, "book");
    await page.context().close();
  }
});
