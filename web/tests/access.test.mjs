// Accessibility rules on every page and in every main state, light and dark, wide and narrow.
import { after, before, test } from "node:test";
import { accessible, advance, makeGame, noSidewaysScroll, seats, sit, table } from "./harness.mjs";

/** @type {any} */ let t;
before(async () => {
  t = await table();
});
after(async () => {
  await t?.close();
});

const hot = (title, names) => ({
  title,
  variant: "standard",
  seats: seats(...names),
  hot_seat: true,
  start: true,
  listed: false,
  seed: "7",
  bot_pause: 0,
});

for (const theme of ["light", "dark"]) {
  test(`lobby, titles and the missing page (${theme})`, async () => {
    const page = await t.person({ theme });
    for (const path of ["/", "/title/18cz", "/title/1860", "/title/18lilliput", "/nowhere"]) {
      await page.goto(t.url + path);
      await page.waitForSelector("#main > *");
      await page.waitForTimeout(700);
      await accessible(page, path);
    }
  });

  test(`the table while laying track, running, trading (${theme})`, async () => {
    const page = await t.person({ theme });
    const game = await makeGame(page, t.url, hot("18cz", ["Anna", "Marek", "Ilse"]));
    await sit(page, t.url, game);
    await accessible(page, "draft");
    await advance(page, game.id, "view.decision.step === 'stock'", 60);
    await sit(page, t.url, game);
    await page.waitForSelector("#cards .card");
    await accessible(page, "stock");
    await advance(page, game.id, "view.decision.step === 'track'", 200);
    await sit(page, t.url, game);
    await page.evaluate(() =>
      document.querySelector("#map-hits .can").dispatchEvent(new MouseEvent("click", { bubbles: true })),
    );
    await page.waitForSelector("#confirm:not([disabled])");
    await accessible(page, "track");
    await page.click("#chat");
    await page.waitForSelector("#talk .chatlog");
    await accessible(page, "chat");
    await page.click("#talk-close");
    for (const drawer of ["charts", "supply", "rules", "menu"]) {
      if (drawer === "menu") await page.click("#menu");
      else
        await page
          .locator("nav .btn", {
            hasText: { charts: "Charts", supply: "Tile supply", rules: "Rules" }[drawer],
          })
          .click();
      await page.waitForSelector("#drawer[open] .drawbody > *");
      await page.waitForTimeout(700);
      await accessible(page, drawer);
      await page.click("#drawer-close");
    }
    await page.goto(`${t.url}/print/${game.id}`);
    await page.waitForSelector(".sheet svg");
    await accessible(page, "print");
  });
}

test("the other titles, and the phone", async () => {
  for (const [title, names] of [
    ["1860", ["Anna", "Ben"]],
    ["18lilliput", ["Anna", "Ben"]],
  ]) {
    const page = await t.person();
    const game = await makeGame(page, t.url, hot(title, names));
    await sit(page, t.url, game);
    await accessible(page, title);
  }
  const page = await t.person({ width: 390, height: 844, touch: true });
  await page.goto(t.url + "/");
  await page.waitForSelector("#play");
  await noSidewaysScroll(page, "lobby on the phone");
  await accessible(page, "lobby on the phone");
  const game = await makeGame(page, t.url, hot("18cz", ["Anna", "Marek", "Ilse"]));
  await advance(page, game.id, "view.decision.step === 'track'", 200);
  await sit(page, t.url, game);
  await accessible(page, "phone");
});
