// What was missed besides routes, in the review.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, afterEach, before, test } from "node:test";
import { gunzipSync } from "node:zlib";
import { accessible, noSidewaysScroll, table } from "./harness.mjs";

let t;
before(async () => {
  t = await table();
});
afterEach(() => assert.deepEqual(t.faults.splice(0), []));
after(() => t.close());

/** A kept game as a file. */
function kept(name) {
  const path = new URL(`../../crates/titles/tests/golden/rules-1/${name}.json.gz`, import.meta.url);
  return JSON.parse(gunzipSync(readFileSync(path)).toString()).game;
}

for (const [width, height, lang] of [
  [1280, 900, "en"],
  [390, 844, "ru"],
])
  test(`tiles and trains that were missed have pictures and lead to their move, ${width} px`, async () => {
    const page = await t.person({ width, height, lang });
    await page.goto(t.url + "/study");
    await page.waitForSelector("#an-mine");
    const id = await page.evaluate(async (file) => {
      const answer = await fetch("/api/import", { method: "POST", body: JSON.stringify(file) });
      return (await answer.json()).id;
    }, kept("18cz-standard-rulebook-3"));
    await page.goto(`${t.url}/game/${id}`);
    await page.click("#menu");
    await page.click("#menu-drawer-audit");
    await page.waitForSelector("#missed .missedlist li");
    await page.waitForFunction(
      () => !document.querySelector("#missed [role=status]").textContent.includes("…"),
    );
    await page.waitForFunction(() =>
      [...document.querySelectorAll("#missed .tilebox")].every((box) => box.querySelector("svg")),
    );
    const rows = await page.$$eval("#missed li", (list) =>
      list.map((li) => [
        !!li.querySelector(".tilebox svg, .trn, .chip.l"),
        li.querySelector("a").getAttribute("href"),
      ]),
    );
    assert.ok(
      rows.length > 0 && rows.every(([picture, href]) => picture && /^\?at=\d+$/.test(href)),
      `${rows}`,
    );
    assert.doesNotMatch(await page.textContent("#missed"), /missed-|do-/);
    await accessible(page, "what was missed");
    await noSidewaysScroll(page, "what was missed");
    await page.click("#missed li a");
    await page.waitForURL(/\?at=\d+$/);
    await page.context().close();
  });
