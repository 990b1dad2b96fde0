// Studies: made from a game, moves tried, words and arrows kept, shared, saved and opened again; on a desk and on a phone.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { accessible, noSidewaysScroll, table } from "./harness.mjs";

/** @type {any} */ let t;
before(async () => {
  t = await table();
});
after(async () => {
  await t?.close();
});

/** The first moves of a kept game, up to before a run, as a file. */
function kept(name, run) {
  const path = new URL(`../../crates/titles/tests/golden/rules-1/${name}.json.gz`, import.meta.url);
  const { game } = JSON.parse(gunzipSync(readFileSync(fileURLToPath(path))).toString());
  const runs = game.moves.flatMap((m, i) => (m.move === "run" ? [i] : []));
  return { ...game, moves: game.moves.slice(0, runs[run]), hash: null };
}

/** A kept game as a game of the server, to be looked at. */
async function imported(page) {
  await page.goto(t.url + "/study");
  await page.waitForSelector("#an-mine");
  return page.evaluate(
    async (file) => {
      const answer = await fetch("/api/import", { method: "POST", body: JSON.stringify(file) });
      return (await answer.json()).id;
    },
    kept("18cz-standard-rulebook-3", 2),
  );
}

const shown = (page) => page.waitForSelector("#tree .mv.now");
const node = (page) => page.evaluate(() => document.querySelector(".mv.now")?.getAttribute("data-node"));
const moves = (page) => page.locator("#tree .mv").count();

/** Waits until an edit has arrived. */
async function edited(page, act) {
  const [answer] = await Promise.all([page.waitForResponse((r) => r.url().includes("/edits")), act()]);
  assert.equal(answer.status(), 200, await answer.text());
}

let study = "";
/** @type {any} */ let author;

test("a study begins at a moment of a game that is over, and two lines are tried in it", async () => {
  author = await t.person();
  const page = author;
  const id = await imported(page);
  await page.goto(`${t.url}/game/${id}`);
  await page.locator("#analyse").click();
  await page.waitForURL("**/study/**");
  await shown(page);
  study = page.url().split("#")[0];
  assert.equal(await node(page), "root");
  // At a run: the best routes are offered.
  const before = await moves(page);
  await edited(page, () => page.locator("#confirm").click());
  await page.waitForFunction(() => document.querySelector(".mv.now")?.getAttribute("data-node") !== "root");
  const first = await node(page);
  // The dividend in two ways: two lines.
  await page.locator("#pay-out").click();
  await edited(page, () => page.locator("#confirm").click());
  await page.waitForFunction((n) => document.querySelectorAll("#tree .mv").length === n, before + 2);
  await page.waitForFunction(
    (n) => document.querySelector(".mv.now")?.getAttribute("data-node") !== n,
    first,
  );
  await page.locator(`.mv[data-node="${first}"]`).click();
  await page.waitForSelector("#pay-withhold, [id^=pay-]:not(#pay-out)");
  await page.locator("[id^=pay-]:not(#pay-out)").first().click();
  await edited(page, () => page.locator("#confirm").click());
  await page.waitForSelector("#tree .variation .mv.now");
  assert.equal(await moves(page), before + 3);
  await accessible(page);
});

test("who looks at a move of a game that is over analyses from there", async () => {
  const page = await t.person();
  const id = await imported(page);
  await page.goto(`${t.url}/game/${id}`);
  await page.waitForSelector("#analyse");
  await page.evaluate(() => document.dispatchEvent(new CustomEvent("go", { detail: 7 })));
  await page.waitForSelector("#tonow");
  await page.locator("#analyse").click();
  await page.waitForURL("**/study/**");
  await shown(page);
  assert.match(await page.locator('.mv[data-node="root"]').innerText(), /after move 7$/);
  assert.ok((await moves(page)) > 1, "what followed is the first line");
  await page.context().close();
});

test("words, a name, an arrow and a mark stay, and one's own edits are taken back and made again", async () => {
  const page = author;
  await edited(page, async () => {
    await page.locator("#an-comment").fill("Withholding here pays for the next train.");
    await page.locator("#an-comment").blur();
  });
  await edited(page, async () => {
    await page.locator("#an-name").fill("The careful line");
    await page.locator("#an-name").blur();
  });
  await page.locator("#an-pencil").click();
  const cells = await page.evaluate(() =>
    [...document.querySelectorAll("#map-hits [data-cell]")]
      .slice(20, 23)
      .map((e) => e.getAttribute("data-cell")),
  );
  const strike = (cell) =>
    page.evaluate((c) => {
      const hit = document.querySelector(`#map-hits [data-cell="${CSS.escape(c)}"]`);
      hit?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    }, cell);
  await strike(cells[0]);
  await edited(page, () => strike(cells[2]));
  await page.waitForSelector("#map-drawn .head");
  await page.locator(".pencil.red").click();
  // By keyboard: cells by their names.
  await page.locator("#an-from").fill(cells[1]);
  await edited(page, () => page.locator("#an-from").press("Enter"));
  await page.waitForSelector("#map-drawn .mark.red");
  await accessible(page);
  await edited(page, () => page.locator("#an-undo").click());
  await page.waitForFunction(() => !document.querySelector("#map-drawn .mark"));
  await edited(page, () => page.locator("#an-redo").click());
  await page.waitForSelector("#map-drawn .mark.red");
  await page.locator("#an-pencil").click();
  // Everything is there after the page is opened again, at the same place.
  await page.reload();
  await shown(page);
  assert.equal(await page.locator("#an-comment").inputValue(), "Withholding here pays for the next train.");
  assert.match(await page.locator("#tree .variation").innerText(), /The careful line/);
  await page.waitForSelector("#map-drawn .mark.red");
  assert.equal(await page.locator("#map-drawn .head").count(), 1);
  // The keys walk: back, on, and to the line beside.
  const here = await node(page);
  await page.locator("#tree-h").click();
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction((n) => document.querySelector(".mv.now")?.getAttribute("data-node") !== n, here);
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction((n) => !document.querySelector(`.variation [data-node="${n}"].now`), here);
  await page.keyboard.press("ArrowDown");
  await page.waitForFunction((n) => document.querySelector(".mv.now")?.getAttribute("data-node") === n, here);
  // A line goes up, and comes back.
  await edited(page, () => page.locator("#an-promote").click());
  await edited(page, () => page.locator("#an-undo").click());
});

test("a link opens the study to another visitor, who sees edits arrive and may copy it", async () => {
  const page = author;
  await page.locator("#an-share").click();
  await page.locator("#an-sight").selectOption("link");
  await page.waitForSelector("#an-link");
  const link = await page.locator("#an-link").inputValue();
  await page.keyboard.press("Escape");
  const other = await t.person({ lang: "de" });
  const shut = await t.person();
  await shut.goto(study);
  await shut.waitForSelector("#main p");
  assert.equal(await shut.locator("#tree .mv").count(), 0);
  await other.goto(link);
  await shown(other);
  assert.equal(await other.locator("#an-comment").count(), 0, "who reads does not write");
  await edited(page, async () => {
    await page.locator("#an-comment").fill("Seen by both.");
    await page.locator("#an-comment").blur();
  });
  await other.waitForFunction(() => /Seen by both/.test(document.querySelector("#tree")?.textContent ?? ""));
  await other.locator("#an-more").click();
  await other.locator("#an-copy").click();
  await other.waitForURL((url) => !url.search && url.href.split("#")[0] !== study);
  await shown(other);
  assert.equal(await other.locator("#an-comment").count(), 1);
});

test("a study is saved as a file, opened again, and printed", async () => {
  const page = author;
  const text = await page.evaluate(async (address) => {
    const id = address.split("/").pop();
    return (await fetch(`/api/studies/${id}/file`)).text();
  }, study);
  assert.equal(JSON.parse(text).format, "signalbox-study");
  const path = join(tmpdir(), `signalbox-study-${process.pid}.json`);
  writeFileSync(path, text);
  const count = await moves(page);
  await page.goto(t.url + "/study");
  await page.waitForSelector("#an-mine");
  await accessible(page);
  await page.locator("#an-file").setInputFiles(path);
  await page.locator("#an-open").click();
  await page.waitForURL("**/study/s*");
  await shown(page);
  assert.notEqual(page.url().split("#")[0], study);
  assert.equal(await moves(page), count);
  assert.match(await page.locator("#tree").innerText(), /Seen by both/);
  await page.goto(page.url().split("#")[0] + "?print");
  await page.waitForSelector(".studyprint .picture svg");
  assert.match(await page.locator("#main").innerText(), /Seen by both/);
});

test("on a phone everything is reached, in four languages", async () => {
  for (const lang of ["en", "cs", "de", "ru"]) {
    const page = await t.person({ width: 390, height: 844, touch: true, lang });
    await page.goto(t.url + "/study");
    await page.waitForSelector("#an-make");
    await noSidewaysScroll(page);
    await page.locator("#an-game").selectOption("1889");
    await page.locator("#an-make").click();
    await page.waitForURL("**/study/s*");
    await shown(page);
    await noSidewaysScroll(page);
    if (lang === "en") await accessible(page);
    await page.locator("#an-play").click();
    await page.waitForSelector("#go-bots");
    await page.keyboard.press("Escape");
    await page.locator("#an-share").click();
    await page.waitForSelector("#an-sight");
    await page.context().close();
  }
});

test("a line is played on against bots", async () => {
  const page = await t.person();
  await page.goto(t.url + "/study");
  await page.locator("#an-game").selectOption("1889");
  await page.locator("#an-make").click();
  await page.waitForURL("**/study/s*");
  await shown(page);
  await page.locator("#an-play").click();
  await page.locator("#go-bots").click();
  await page.waitForURL("**/game/**");
  await page.waitForSelector("#decide");
  assert.deepEqual(t.faults, []);
});
