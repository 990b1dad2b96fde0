// What players reported: each was wrong once.
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { decide } from "./clicker.mjs";
import { LIVELY, advance, api, makeGame, seats, sit, state, table } from "./harness.mjs";

let t;
before(async () => {
  t = await table();
});
afterEach(() => assert.deepEqual(t.faults.splice(0), []));
after(() => t.close());

const hot = (title, names = ["Anna", "Ben", "Ilse"]) => ({
  title,
  variant: "standard",
  seats: seats(...names),
  hot_seat: true,
  start: true,
  listed: true,
  seed: "7",
  bot_pause: 0,
});

/** A game at one screen, opened at the first position that fits. */
async function at(title, until, person = {}, prefer = LIVELY) {
  const page = await t.person(person);
  const { id } = await makeGame(page, t.url, hot(title));
  const length = await advance(page, id, until, 400, prefer);
  await sit(page, t.url, id);
  return { page, id, length };
}

const moved = (page, length) =>
  page.waitForFunction((n) => Number(document.querySelector("#slider").max) > n, length);
const focused = (page) =>
  page.evaluate(() => document.activeElement?.id || document.activeElement?.dataset.cell || "");

test("a typed amount is what is bid", async () => {
  const { page, id, length } = await at("1889", "view.decision.step === 'auction'");
  await page.click("[id^=o-bid] >> nth=0");
  await page.waitForSelector("#amount");
  await page.click("#amount", { clickCount: 3 });
  await page.keyboard.type("3");
  await page.waitForSelector("#confirm[disabled]");
  await page.keyboard.type("00", { delay: 300 });
  await page.waitForSelector("#confirm:not([disabled])");
  assert.match(await page.textContent("#confirm"), /300/);
  assert.equal(await page.inputValue("#slide"), "300");
  await page.keyboard.press("Enter");
  await moved(page, length);
  assert.equal((await state(page, id)).log.at(-1).move.amount, 300);
  await page.context().close();
});

test("an answer that comes late changes nothing in what is typed meanwhile", async () => {
  const { page } = await at("1889", "view.decision.step === 'auction'");
  // The first question is answered only when the field is being typed in.
  let answer;
  const first = new Promise((done) => (answer = done));
  let asked = 0;
  await page.route("**/preview", async (route) => {
    if (asked++ === 0) await first;
    await route.continue();
  });
  await page.click("[id^=o-bid] >> nth=0");
  await page.click("#amount", { clickCount: 3 });
  await page.keyboard.type("3");
  await page.waitForSelector("#confirm[disabled]");
  const late = page.waitForResponse("**/preview");
  answer();
  await (await late).finished();
  // The whole panel is drawn anew, as it is when somebody comes or goes.
  await page.evaluate(async () => {
    await new Promise((done) => setTimeout(done, 100));
    document.dispatchEvent(new CustomEvent("read"));
  });
  await page.waitForResponse("**/state*");
  await page.waitForTimeout(300);
  assert.equal(await page.inputValue("#amount"), "3");
  await page.waitForSelector("#confirm[disabled]");
  await page.keyboard.type("00");
  await page.waitForSelector("#confirm:not([disabled])");
  assert.match(await page.textContent("#confirm"), /300/);
  await page.context().close();
});

/** Presses the button of a bid and holds it down while the answer comes that draws the panel anew. */
async function pressUnderAnswer(page) {
  let answer;
  const held = new Promise((done) => (answer = done));
  await page.route("**/preview", async (route) => {
    await held;
    await route.continue();
  });
  await page.click("[id^=o-bid] >> nth=0");
  const { x, y, width, height } = await page.locator("#confirm").boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  const late = page.waitForResponse("**/preview");
  answer();
  await (await late).finished();
}

test("a button that is held down while the panel is drawn anew is pressed all the same", async () => {
  const { page, id, length } = await at("1889", "view.decision.step === 'auction'");
  await pressUnderAnswer(page);
  await page.evaluate(() => document.dispatchEvent(new CustomEvent("read")));
  await page.waitForResponse("**/state*");
  await page.waitForTimeout(300);
  assert.equal(await page.locator("#confirm kbd").count(), 0, "nothing was drawn under the press");
  await page.mouse.up();
  await moved(page, length);
  assert.equal((await state(page, id)).log.at(-1).move.move, "bid");
  await page.context().close();
});

test("what came while a button was held down is drawn when it is let go", async () => {
  const { page } = await at("1889", "view.decision.step === 'auction'");
  await pressUnderAnswer(page);
  // Let go beside the button, which presses nothing.
  await page.mouse.move(5, 5);
  await page.mouse.up();
  await page.waitForSelector("#confirm kbd");
  await page.context().close();
});

test("Enter confirms what Enter chose, and the focus goes on to the next decision", async () => {
  const { page, id, length } = await at("1889", "view.decision.step === 'stock'");
  await page.focus("#cards .par .btn >> nth=0");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#confirm:not([disabled]) kbd");
  await page.keyboard.press("Enter");
  await moved(page, length);
  assert.equal((await state(page, id)).log.at(-1).move.move, "start");
  await page.waitForFunction(() => document.activeElement?.closest("#cards, #decide"));
  const from = await focused(page);
  await page.keyboard.press("ArrowDown");
  assert.notEqual(await focused(page), from, "arrows go through the choices");
  await page.keyboard.press("p");
  await moved(page, length + 1);
  assert.equal((await state(page, id)).log.at(-1).move.move, "pass");
  await page.context().close();
});

test("a tile is laid by keyboard with few keys, one after the other", async () => {
  const { page, id, length } = await at("1889", "view.decision.step === 'track'");
  await page.focus("#map-hits .can[tabindex='0']");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#confirm:not([disabled]) kbd");
  await page.keyboard.press("r");
  await page.waitForSelector("#confirm:not([disabled]) kbd");
  await page.keyboard.press("Enter");
  await moved(page, length);
  assert.equal((await state(page, id)).log.at(-1).move.move, "lay_tile");
  await page.waitForFunction(() => document.activeElement !== document.body);
  await page.context().close();
});

test("a list of keys opens by ?", async () => {
  const { page } = await at("1889", "true");
  await page.keyboard.press("?");
  await page.waitForSelector("#drawer[open] .keys");
  assert.ok((await page.$$("#drawer .keys dt")).length >= 10);
  await page.keyboard.press("Escape");
  await page.keyboard.press("m");
  assert.equal(await page.getAttribute("#table", "data-mode"), "map");
  await page.keyboard.press("s");
  assert.equal(await page.getAttribute("#table", "data-mode"), "stock");
  await page.context().close();
});

test("a purchase that ends a round shows its own price", async () => {
  // Nobody can do anything after it: the round ends, and private companies pay at once.
  const { page, id } = await at("1889", "length >= 11");
  const move = { move: "buy_share", company: "AR", from: "ipo" };
  const { previews } = (await api(page, `/api/games/${id}/preview`, { moves: [move] })).body;
  const [{ changes, events }] = previews,
    { decision } = (await state(page, id)).view;
  const { price } = events.find((e) => e.event === "share_bought");
  const purse = changes.find((c) => c.of === "player" && c.id === decision.player && c.what === "cash");
  assert.notEqual(purse.from - purse.to, price, "something is paid at once");
  await page.waitForFunction(() => document.querySelector("#buy-AR-ipo")?.textContent.includes("·"));
  assert.match(await page.textContent("#buy-AR-ipo"), new RegExp(`· ¥${price}$`));
  assert.match(
    await page.textContent("#buy-AR-ipo + p"),
    new RegExp(`${purse.from} → ${purse.from - price}`),
  );
  await page.context().close();
});

test("leaving one's chair is asked for, told to the others, and undone", async () => {
  const anna = await t.person(),
    ben = await t.person();
  const { id } = await makeGame(anna, t.url, {
    title: "1889",
    variant: "standard",
    seats: [{ kind: "me", name: "Anna" }, { kind: "open" }],
    listed: true,
    bot_pause: 60000,
  });
  await ben.goto(t.url + "/");
  await ben.waitForSelector("#play");
  await api(ben, `/api/games/${id}/join`, { name: "Ben" });
  await api(anna, `/api/games/${id}/start`, {});
  await sit(anna, t.url, id);
  await sit(ben, t.url, id);
  const bot = async () => (await state(anna, id)).game.seats[1].bot;
  const ask = async () => {
    await ben.click("#menu");
    await ben.click("#menu-leave-table");
  };
  await ask();
  await ben.click("#leave-no");
  assert.equal(await bot(), null, "nothing happens without a yes");
  await ask();
  await ben.click("#leave-yes");
  await anna.waitForSelector(".toast:has-text('Ben')");
  assert.equal(await bot(), "standard");
  await ben.click("#come-back");
  await ben.waitForSelector("#come-back", { state: "detached" });
  assert.equal(await bot(), null);
  await anna.context().close();
  await ben.context().close();
});

for (const width of [1440, 1366, 1280, 820, 390])
  test(`language, theme and palette are in reach at ${width} px, and the head keeps to its line`, async () => {
    const { page } = await at("1889", "view.decision.step === 'track'", { width, height: 800, lang: "ru" });
    const [top, inside] = await page.evaluate(() => [
      document.querySelector(".top").getBoundingClientRect().height,
      Math.max(...[...document.querySelectorAll(".top > *, #topnav > *")].map((e) => e.scrollHeight)),
    ]);
    assert.ok(inside <= top, `${inside} px in a head of ${top}`);
    const worth = await page.evaluate(() => {
      const cell = [...document.querySelectorAll("#players td, #players th")].at(-1);
      const box = document.querySelector("#players");
      return cell && box.offsetParent
        ? cell.getBoundingClientRect().right - box.getBoundingClientRect().right
        : 0;
    });
    assert.ok(worth <= 0, `the last column sticks out by ${worth} px`);
    await page.click("#menu");
    await page.click("#drawer .switches button >> nth=1");
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
    await page.selectOption("#drawer .langsel", "de");
    await page.waitForSelector("#drawer-h:has-text('Menü')");
    await page.context().close();
  });

test("a link to a position of a private game opens for others, and who is invited may speak", async () => {
  const page = await t.person(),
    other = await t.person(),
    stranger = await t.person();
  const { id } = await makeGame(page, t.url, { ...hot("1889"), listed: false });
  await advance(page, id, "length >= 3", 10, LIVELY);
  await sit(page, t.url, id, "?at=2");
  await page.click("#menu");
  await page.click("#menu-share-position");
  await other.goto(await page.textContent(".toast code"));
  await other.waitForSelector("#tonow");
  assert.match(await other.textContent("#dtitle"), /2/);
  await other.keyboard.press("c");
  await other.fill("#chatline", "Good game");
  await other.keyboard.press("Enter");
  await other.waitForSelector(".chatlog :text('Good game')");
  await stranger.goto(`${t.url}/game/${id}`);
  await stranger.waitForSelector("main .btn[href='/']");
  for (const p of [page, other, stranger]) await p.context().close();
});

test("what could not be said is not lost", async () => {
  const { page } = await at("1889", "true");
  await page.keyboard.press("c");
  await page.fill("#chatline", "Hello");
  await page.route("**/chat", (route) =>
    route.fulfill({
      status: 404,
      contentType: "application/json",
      body: JSON.stringify({ error: "not_found", message: "there is nothing here" }),
    }),
  );
  await page.keyboard.press("Enter");
  await page.waitForSelector(".toast.bad");
  assert.equal(await page.inputValue("#chatline"), "Hello");
  await page.context().close();
});

test("a price of the chart asks which company, and the picked cell keeps its size", async () => {
  const { page } = await at("1889", "view.decision.step === 'stock'");
  const cell = page.locator("#market .mc.can").first();
  await cell.waitFor();
  const before = await cell.boundingBox();
  await cell.click();
  await page.waitForSelector("#start-at .btn >> nth=1");
  assert.equal(await page.$("#confirm"), null, "no company is picked by itself");
  await page.click("#start-at .btn >> nth=1");
  await page.waitForSelector("#confirm:not([disabled])");
  const picked = await page.locator("#market .mc.chosen").boundingBox();
  assert.ok(Math.abs(picked.width - before.width) < 6, `${before.width} px became ${picked.width}`);
  await page.context().close();
});

test("a file that the public platform cannot have says so", async () => {
  const page = await t.person();
  const { id } = await makeGame(page, t.url, hot("18lilliput", ["Anna", "Ben"]));
  await sit(page, t.url, id);
  await page.click("#menu");
  await page.click("#menu-file-public");
  await page.waitForSelector("#drawer .toast.bad");
  await page.context().close();
  const other = await t.person();
  const game = await makeGame(other, t.url, { ...hot("1889"), preset: "public18xx" });
  await sit(other, t.url, game);
  await other.click("#menu");
  const [download] = await Promise.all([other.waitForEvent("download"), other.click("#menu-file-public")]);
  assert.match(download.suggestedFilename(), /^1889-.*\.json$/);
  await other.context().close();
});

test("a short password is called short", async () => {
  const page = await t.person();
  await page.goto(t.url + "/");
  await page.waitForSelector("#play");
  await page.click("button.who");
  await page.fill("#ac-name", "Somebody");
  await page.fill("#ac-word", "abc");
  await page.click("#account .primary");
  await page.waitForFunction(() => /characters/.test(document.querySelector("#account .fault").textContent));
  await page.context().close();
});

test("passing until the round ends is not told in the next round", async () => {
  const { page, id } = await at(
    "1889",
    "view.decision.step === 'stock' && view.companies.some(c => c.flags.includes('floated'))",
  );
  const seat = (await state(page, id)).view.decision.player;
  await page.evaluate(
    async ([id, seat]) =>
      fetch(`/api/games/${id}/automation`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ seat, program: { kind: "pass", unless: [] } }),
      }),
    [id, seat],
  );
  await advance(page, id, "view.round.kind === 'operating'", 60, "choices.find(c => c.move.move === 'pass')");
  await sit(page, t.url, id);
  assert.ok(!/Passing until/.test(await page.textContent("#decide")));
  await page.context().close();
});

test("after a tile was laid nobody says that nothing was laid", async () => {
  // S89-PUB-14: the step waits for the director's port. Meanwhile another private company is swapped.
  const page = await t.person();
  const { id } = await makeGame(page, t.url, hot("1889", ["Anna", "Ben"]));
  await advance(page, id, "view.decision.step === 'track' && view.decision.player === 1", 200, LIVELY);
  await sit(page, t.url, id);
  const pass = () => page.$eval("#pass", (e) => e.firstChild.textContent);
  assert.equal(await pass(), "Lay nothing");
  for (const kind of ["lay_tile", "exchange"]) {
    const { length, choices } = (await api(page, `/api/games/${id}/state?choices=true`)).body;
    const groups = [...choices.groups, ...choices.asides.flatMap((a) => a.groups)];
    const { move } = groups.find((g) => g.kind === kind).choices[0];
    const made = await api(page, `/api/games/${id}/moves`, { after: length, move });
    assert.equal(made.status, 200, JSON.stringify(made.body));
    await moved(page, length);
  }
  assert.equal((await state(page, id)).view.decision.step, "track");
  assert.equal(await pass(), "Lay nothing more");
  await page.context().close();
});

test("where notices are for workers only, the page goes on", async () => {
  const page = await t.person();
  await page.addInitScript(() => {
    class Notice {
      static permission = "granted";
      constructor() {
        throw new TypeError("Illegal constructor");
      }
    }
    Object.defineProperty(globalThis, "Notification", { value: Notice });
    Object.defineProperty(document, "hidden", { get: () => true });
  });
  const { id } = await makeGame(page, t.url, hot("1889"));
  await sit(page, t.url, id);
  // What is made after the first drawing.
  await page.waitForSelector(".mapctl", { state: "attached", timeout: 4000 });
  await page.context().close();
});

test("one faulty tile of a landscape hides neither the tiles nor the faults after it", async () => {
  const page = await t.person();
  await page.goto(t.url + "/?title=18lilliput");
  await page.waitForSelector("#play");
  await page.click("#play-options");
  await page.click("#land-begin");
  const list = [
    { tile: "S-SEA", x: 2, y: 1, rotation: 9 },
    { tile: "S-BLEFUSCU", x: 0, y: 3, rotation: 0 },
    { tile: "S-HILLS", x: 1, y: 2, rotation: 7 },
  ];
  await page.fill("#land-text", JSON.stringify(list));
  await page.locator("#land-text").blur();
  await page.waitForFunction(() => document.querySelectorAll(".land .bad[role=alert]").length === 2);
  assert.deepEqual(await page.$$eval(".landcell.bad", (all) => all.map((e) => e.id).sort()), [
    "land1,2",
    "land2,1",
  ]);
  assert.deepEqual((await page.$$(".landname")).length, 3, "tiles that cannot be drawn have names");
  await page.context().close();
});

for (const [width, height] of [
  [1440, 900],
  [1180, 820],
  [820, 1180],
  [390, 844],
])
  test(`a chart of many rows can be read at ${width} px and covers nothing`, async () => {
    const { page } = await at("1889", "view.decision.step === 'stock'", { width, height });
    if (width < 721) {
      assert.equal(await page.isVisible("#market"), false, "the map is shown, not the chart");
      await page.click("#tab-market");
    }
    await page.waitForSelector("#market .mp");
    const letters = await page.$eval("#market .mp", (e) => e.getBoundingClientRect().height);
    assert.ok(letters >= 11, `letters of ${letters} px`);
    const [chart, cards] = await page.evaluate(() =>
      ["#market", "#cards"].map((s) => document.querySelector(s).getBoundingClientRect().toJSON()),
    );
    assert.ok(chart.right <= cards.left || chart.bottom <= cards.top, "chart and cards do not overlap");
    await page.context().close();
  });

// S89-CERT-5.
test("who holds too much is told to sell, not to pass", async () => {
  const page = await t.person();
  await page.goto(t.url + "/");
  await page.waitForSelector("#play");
  const company = { price: 65, cash: 90, floated: true, operated: true };
  const setup = {
    title: "1889",
    variant: "beginner",
    preset: "rulebook",
    players: ["Anna", "Ben", "Ilse"],
    seed: 1,
    rules: 2,
    arrangement: {
      phase: "3",
      set: 3,
      turn: { player: 0 },
      players: [{ shares: { AR: 6, IR: 6, SR: 6, TR: 6, UR: 2 } }, { shares: { UR: 5 } }, {}],
      companies: { AR: company, IR: company, SR: company, TR: company, UR: company },
    },
  };
  const file = { format: "signalbox-game", version: 2, wire: 1, moves: [], setup };
  const made = await api(page, "/api/import?play=true", file);
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const id = made.body.id;
  await sit(page, t.url, id);
  await page.waitForSelector("#decide .hint");
  assert.match(await page.innerText("#decide .hint"), /Sell on the cards/);
  assert.doesNotMatch(await page.innerText("#dtitle"), /pass/);
  // A position that was set up has no moves: nothing was looked for in vain.
  assert.equal(await page.innerText(".log"), "No move yet.");
  assert.equal(await page.locator("#pass").count(), 0);
  // Enough sold: from then on one may pass.
  const certificates = async () => (await state(page, id)).view.players[0].certificates;
  const limit = 19;
  for (let now = await certificates(); now > limit; now = await certificates()) {
    const length = Number(await page.getAttribute("#slider", "max"));
    assert.equal(await decide(page), "chosen");
    await moved(page, length);
  }
  await page.waitForSelector("#pass");
  assert.match(await page.innerText("#decide .hint"), /or pass/);
  assert.match(await page.innerText("#dtitle"), /pass/);
  await page.context().close();
});
