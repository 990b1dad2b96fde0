// Names and sentences that the server gives in English, as readers of other languages see them.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { advance, makeGame, sit, state, table } from "./harness.mjs";

let t;
before(async () => {
  t = await table();
});
after(async () => {
  await t.close();
  assert.deepEqual(t.faults, []);
});

test("Gulliver speaks the reader's language", async () => {
  const page = await t.person({ lang: "ru" });
  const game = await makeGame(page, t.url, {
    title: "18lilliput",
    variant: "standard",
    seats: [{ kind: "me", name: "Анна" }],
    start: true,
    seed: "5",
  });
  await advance(page, game.id, "view.round?.set >= 2", 80);
  await sit(page, t.url, game.id);
  const told = await page.$$eval(".ev-procedure, .ev-drawn", (all) => all.map((e) => e.textContent));
  assert.ok(
    told.some((x) => /^Гулливер, шаг/.test(x)),
    told.join("\n"),
  );
  // Companies, tiles, cells and rules keep their codes; nothing else is written in Latin letters.
  const left = told.filter((x) => /[a-z]{2,}/.test(x));
  assert.deepEqual(left, []);
});

test("guests, bots and sizes of companies are named in the reader's language", async () => {
  const page = await t.person({ lang: "cs" });
  const game = await makeGame(page, t.url, {
    title: "18cz",
    variant: "standard",
    seats: [{ kind: "me" }, { kind: "bot", level: "standard" }, { kind: "bot", level: "easy" }],
    bot_pause: 60000,
    start: true,
    seed: "5",
  });
  await sit(page, t.url, game.id);
  const names = await page.evaluate(
    async (seats) => {
      const { person } = await import("/js/text.js");
      return seats.map((s) => person(s.name, s.bot));
    },
    (await state(page, game.id)).game.seats,
  );
  assert.match(names[0], /^Host \d{4}$/);
  assert.deepEqual(names.slice(1), ["Běžný 2", "Lehký 3"]);
  const shown = await page.textContent("body");
  for (const name of names) assert.ok(shown.includes(name), name);
  assert.doesNotMatch(shown, /Guest \d|Standard \d|Easy \d/);
  await page.keyboard.press("s");
  await page.waitForSelector("#market .mpar text");
  const marks = await page.$$eval(".mpar text", (all) => all.map((e) => e.textContent));
  assert.deepEqual([...new Set(marks)].sort(), ["M", "S", "V"]);
});

test("a count of any name chooses the plural form, and signs stay with their numbers", async () => {
  const page = await t.person({ lang: "cs" });
  await page.goto(t.url + "/");
  await page.waitForSelector("#play");
  const said = await page.evaluate(async () => {
    const { t } = await import("/js/text.js");
    return [1, 2, 5].map((limit) => t("refusal-director-limit", { limit })).concat(t("float-at", { n: 50 }));
  });
  assert.deepEqual(said, [
    "Hráč řídí nejvýše 1 společnost.",
    "Hráč řídí nejvýše 2 společnosti.",
    "Hráč řídí nejvýše 5 společností.",
    "zahájí činnost při 50\u00a0%",
  ]);
});
