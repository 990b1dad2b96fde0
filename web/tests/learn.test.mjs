// The course: every lesson is opened and solved by what the page offers, on a desk and on a phone.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { accessible, api as ask, noSidewaysScroll, table } from "./harness.mjs";

/** @type {any} */ let t;
before(async () => {
  t = await table();
});
after(async () => {
  await t?.close();
});

const api = async (page, path) => (await ask(page, path)).body;
const click = (page, selector) => page.locator(selector).first().click();

/** Chooses a move by what is shown, without confirming it. */
async function choose(page, lesson, at, move) {
  const hit = `#map-hits [data-cell="${move.cell}"]`;
  const press = (selector) =>
    page.evaluate((s) => {
      document.querySelector(s)?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    }, selector);
  switch (move.move) {
    case "lay_tile": {
      await page.waitForSelector(hit + ".can");
      await press(hit);
      await click(page, "#tile-" + move.tile);
      const { choices } = await api(page, `/api/games/${lesson.game}/state?at=${at}&choices=true`);
      const turned = choices.groups
        .flatMap((g) => g.choices.map((c) => c.move))
        .filter((m) => m.cell === move.cell && m.tile === move.tile)
        .map((m) => m.rotation);
      const wanted = [...new Set(turned)].indexOf(move.rotation);
      for (let i = 0; i < 6; i++) {
        const on = await page.evaluate(
          (id) =>
            [...document.querySelectorAll(`#${CSS.escape(id)} .rotc i`)].findIndex((e) =>
              e.classList.contains("on"),
            ),
          "tile-" + move.tile,
        );
        if (on === wanted || on < 0) break;
        await click(page, "#rot-right");
      }
      return;
    }
    case "place_station":
      await page.waitForSelector(hit + ".can");
      return press(hit);
    case "start":
      return click(page, `#start-${move.company}-${move.price}`);
    case "buy_share":
      return click(page, `[id="buy-${move.company}-${move.from}"]`);
    case "sell_shares":
      await click(page, `[id="sell-${move.company}"]`);
      for (let i = 1; i < move.shares; i++) await click(page, "#more");
      return;
    case "dividend":
      return click(page, "#pay-" + move.pay);
    case "play_card":
      return click(page, `#card-${move.slot}-${move.side}`);
    case "pass":
      return;
    default: {
      // What is beside the step is folded.
      for (const fold of await page.locator("#decide details:not([open]) > summary").all())
        await fold.click();
      // Rows are named after their moves, amounts apart.
      const name = Object.values({ ...move, amount: "" })
        .map((v) => (typeof v === "object" ? JSON.stringify(v) : v))
        .join("-")
        .replace(/[^\w+-]/g, "");
      await click(page, `[id="o-${name}"]`);
      if ("amount" in move && (await page.locator("#amount").count())) {
        await page.fill("#amount", String(move.amount));
        await page.waitForTimeout(300);
      }
    }
  }
}

/** Draws the routes of a run by clicking its stops. */
async function draw(page, lesson, at, move) {
  const best = await api(
    page,
    `/api/games/${lesson.game}/routes/${encodeURIComponent(move.company)}?at=${at}`,
  );
  await page.waitForSelector("#map-dots .stopdot");
  for (let i = 0; i < best.routes.length; i++) {
    const card = best.trains.findIndex((x) => x.card === best.routes[i].card);
    await page.locator("#decide .run.own h3 .btn[aria-pressed]").nth(card).click();
    for (const call of best.routes[i].calls) {
      const cells = [...new Set(best.stops.map((x) => x.cell))];
      const dots = cells.flatMap((cell) => best.stops.filter((x) => x.cell === cell));
      const n = dots.findIndex((x) => x.cell === call.cell && x.stop === call.stop);
      const dot = page.locator("#map-dots .stopdot").nth(n);
      const on = () => dot.evaluate((e) => e.classList.contains("on"));
      // By pointer; where stops lie close together the first press goes nearer, the keyboard needs no room.
      const box = await dot.boundingBox();
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
      for (let k = 0; k < 20 && !(await on()); k++) await page.waitForTimeout(50);
      if (!(await on())) await dot.press("Enter");
      await page.waitForFunction(
        (n) => document.querySelectorAll("#map-dots .stopdot")[n]?.classList.contains("on"),
        n,
      );
    }
    await page.waitForFunction(
      (n) => !/–$/.test(document.querySelectorAll("#decide .run.own .num")[n]?.textContent ?? "–"),
      card,
    );
  }
}

/** Answers the step that is shown. */
async function answer(page, lesson, i) {
  const step = lesson.steps[i];
  if (step.asks === "nothing") return;
  const solution = await api(page, `/api/lessons/${lesson.id}/solution?step=${i}`);
  if (step.asks === "number") {
    await page.fill("#number", String(solution.number));
    await page.click("#check");
  } else {
    const { move } = solution;
    if (step.asks === "run") await draw(page, lesson, step.at, move);
    else await choose(page, lesson, step.at, move);
    if (move.move === "pass") await page.click("#pass");
    else {
      await page.waitForSelector("#confirm:not([disabled])");
      await page.click("#confirm");
    }
  }
  await page.waitForSelector(".verdict.good", { timeout: 15000 });
}

/** Solves a lesson from its first step. */
async function solve(page, lesson) {
  await page.evaluate(() => localStorage.removeItem("course"));
  await page.goto(`${t.url}/learn/${lesson.id}`);
  await page.waitForSelector("#lesson h2");
  for (let i = 0; i < lesson.steps.length; i++) {
    await page.waitForFunction(
      ([at, n]) => {
        const dots = [...document.querySelectorAll(".dots li")];
        const now = dots.findIndex((d) => d.classList.contains("now"));
        return dots.length === n && (now === at || (now < 0 && dots[at].classList.contains("past")));
      },
      [i, lesson.steps.length],
    );
    assert.ok((await page.locator("#lesson .text").innerText()).length > 10, `${lesson.id} ${i}`);
    await answer(page, lesson, i);
    if (i + 1 < lesson.steps.length) await page.click("#next");
  }
  if (lesson.example) return;
  const done = await page.evaluate(() => JSON.parse(localStorage.getItem("course") || "{}").done ?? []);
  assert.ok(done.includes(lesson.id), `${lesson.id} is done`);
}

/** All lessons, as the server lists them. */
async function course(page) {
  await page.goto(t.url + "/learn");
  await page.waitForSelector("#go-on");
  return (await api(page, "/api/lessons")).lessons;
}

const only = process.env.LESSON;

for (const [name, view] of [
  ["on a desk", { width: 1440, height: 900 }],
  ["on a phone", { width: 390, height: 844, touch: true }],
]) {
  test(`every lesson is solved ${name}`, { timeout: 900_000 }, async () => {
    const page = await t.person(view);
    page.setDefaultTimeout(15000);
    const lessons = await course(page);
    assert.ok(lessons.length >= 30, `${lessons.length} lessons`);
    const failed = [];
    for (const lesson of lessons.filter((l) => !only || l.id === only)) {
      try {
        await solve(page, lesson);
        await noSidewaysScroll(page, lesson.id);
      } catch (e) {
        failed.push(`${lesson.id}: ${String(e).slice(0, 300)}`);
      }
    }
    assert.deepEqual(failed, []);
    assert.deepEqual(t.faults, []);
  });
}

test("wrong answers are told why, and the second shows the answer", async () => {
  const page = await t.person();
  await page.goto(t.url + "/learn/first-tile");
  await page.waitForSelector("#next");
  await page.click("#next");
  for (const wrong of [11, 12]) {
    await page.waitForSelector("#number");
    await page.fill("#number", String(wrong));
    await page.click("#check");
    await page.waitForSelector(".verdict.bad");
  }
  assert.match(await page.locator(".verdict.bad").innerText(), /waves/);
  await page.click("#show");
  await page.waitForFunction(() => document.querySelector("#number")?.value === "10");
  await page.click("#check");
  await page.waitForSelector(".verdict.good");
  // A wrong move has a sentence of its own; a move that is not allowed has its rule.
  await page.click("#next");
  await page.waitForSelector("#map-hits .can");
  await page.click("#pass");
  await page.waitForSelector(".verdict.bad");
  assert.match(await page.locator(".verdict.bad").innerText(), /without track/);
  assert.deepEqual(t.faults, []);
});

test("the course goes on where one stopped, and teaches the title that was chosen", async () => {
  const page = await t.person();
  await page.goto(t.url + "/learn?title=1860");
  await page.waitForSelector("#go-on");
  const chapters = await page.locator(".chapter h2").allInnerTexts();
  assert.deepEqual(chapters, ["Your first railway", "1860: the Isle of Wight"]);
  await page.goto(t.url + "/learn/halts?title=1860");
  await page.waitForSelector("#next");
  await page.click("#next");
  await page.waitForSelector("#map-hits .can");
  await page.goto(t.url + "/learn?title=1860");
  await page.waitForSelector("#go-on");
  assert.match(await page.locator("#go-on").innerText(), /1860: halts/);
  await page.click("#go-on");
  await page.waitForSelector("#map-hits .can");
  assert.equal(await page.locator(".dots .past").count(), 1, "at its second step");
  // A browser that forgot everything: the account remembers.
  await page.evaluate(() => localStorage.removeItem("course"));
  await page.goto(t.url + "/learn?title=1860");
  await page.waitForSelector("#go-on");
  assert.match(await page.locator("#go-on").innerText(), /1860: halts/);
  // The front page leads there.
  await page.goto(t.url + "/?title=1889");
  await page.waitForSelector("#learn");
  assert.match((await page.locator("#learn").getAttribute("href")) ?? "", /title=1889/);
});

test("a lesson is solved by keyboard alone", async () => {
  const page = await t.person();
  await page.goto(t.url + "/learn/paying-out");
  await page.waitForSelector("#next");
  await page.locator("body").press("Enter");
  await page.waitForSelector("#number");
  await page.focus("#number");
  await page.keyboard.type("30");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".verdict.good");
  await page.waitForFunction(() => document.activeElement?.id === "next");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".verdict", { state: "detached" });
  // The space bar chooses. Enter on what is chosen would confirm it already.
  await page.focus("#pay-out");
  await page.keyboard.press("Space");
  await page.waitForSelector("#confirm:not([disabled])");
  await page.focus("#confirm");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".verdict.good");
});

test("a worked example is opened from its rule and leads back", async () => {
  const page = await t.person();
  await page.goto(t.url + "/rules/18cz#rule-CZ-INCOME-6");
  await page.waitForSelector("#rule-CZ-INCOME-6 .tryout a");
  await page.locator('#rule-CZ-INCOME-6 .tryout a[href*="example"]').click();
  await page.waitForSelector("#number");
  await page.fill("#number", "28");
  await page.click("#check");
  await page.waitForSelector(".verdict.good");
  await page.click("#next");
  await page.waitForURL(/rules\/18cz#rule-CZ-INCOME-6/);
});

test("rulings of a title stand on a page of their own", async () => {
  const page = await t.person();
  await page.goto(t.url + "/rules/1860");
  await page.waitForSelector("#rulings");
  const all = await page.locator("#main .rules dl > div").count();
  await page.click("#rulings");
  await page.waitForURL(/only=rulings/);
  await page.waitForSelector("#rule-IOW-TRACK-20");
  const some = await page.locator("#main .rules dl > div").count();
  assert.ok(some > 20 && some < all / 2, `${some} of ${all}`);
  assert.equal(await page.locator("#rule-IOW-TRACK-1").count(), 0, "a printed rule");
  for (const id of ["rule-J-5", "rule-HARD-IOW-10", "reconstructed"])
    assert.equal(await page.locator("#" + id).count(), 1, id);
  assert.match(await page.locator("#rule-HARD-IOW-1").innerText(), /reported to have settled/);
  // A hex with the name of a ruling is none.
  await page.goto(t.url + "/rules/1889?only=rulings");
  await page.waitForSelector("#rule-J-1");
  assert.equal(await page.locator("#rule-S89-PRIVATE-21").count(), 0, "hexes D5 and D7");
});

test("what to compare is the same in every language", async () => {
  for (const title of ["18cz", "18lilliput"]) {
    /** @type {number[]} */ const counts = [];
    for (const lang of ["en", "de", "cs", "ru"]) {
      const page = await t.person({ lang });
      await page.goto(`${t.url}/rules/${title}?only=rulings`);
      await page.waitForSelector("#reconstructed li");
      counts.push(await page.locator("#main .rules dl > div, #reconstructed li").count());
    }
    assert.ok(counts[0] > 60 && new Set(counts).size === 1, `${title}: ${counts}`);
  }
});

test("examples of 1860 and 18Lilliput open from the book", async () => {
  const page = await t.person();
  for (const [title, rule, number] of [
    ["1860", "IOW-SELL-13", "546"],
    ["18lilliput", "LIL-EXAMPLE-1", "170"],
  ]) {
    await page.goto(`${t.url}/rules/${title}#rule-${rule}`);
    await page.locator(`#rule-${rule} .tryout a[href*="example"]`).click();
    await page.fill("#number", number);
    await page.click("#check");
    await page.waitForSelector(".verdict.good");
  }
});

test("the course is accessible in light and dark", async () => {
  for (const theme of ["light", "dark"]) {
    const page = await t.person({ theme });
    for (const path of ["/learn", "/learn/first-tile", "/learn/directors"]) {
      await page.goto(t.url + path);
      await page.waitForSelector(path === "/learn" ? "#go-on" : "#next");
      await page.waitForTimeout(500);
      await accessible(page, path + " " + theme);
    }
  }
});

test("lessons speak every language", async () => {
  const all = process.env.SIGNALBOX_TESTS === "whole";
  for (const lang of ["cs", "ru", "de"]) {
    const page = await t.person({ lang });
    page.setDefaultTimeout(15000);
    const lessons = await course(page);
    const some = all ? lessons : lessons.filter((l) => ["first-run", "selling", "gulliver"].includes(l.id));
    for (const lesson of some) {
      const texts = (await ask(page, `/lessons/${lang}.json`)).body[lesson.id];
      await page.goto(`${t.url}/learn/${lesson.id}`);
      await page.waitForSelector("#lesson h2");
      assert.equal(await page.locator("#lesson-h").innerText(), texts.title);
      await solve(page, lesson);
    }
  }
});
