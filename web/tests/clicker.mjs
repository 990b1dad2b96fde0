// Plays by clicks alone, as a person would: what the page offers is pressed, nothing else is known.

/** Makes one decision by clicks. Returns what was done, or null if it is not our turn. */
export async function decide(page, wish = {}) {
  // What is offered may still be on its way from the server, best routes for one: a person waits too.
  for (const end = Date.now() + 60000; ; await page.waitForTimeout(50)) {
    const done = await step(page, wish);
    if (done !== undefined) return done;
    if (Date.now() > end)
      throw new Error(
        "nothing to press: " + (await page.evaluate(() => document.querySelector("#decide")?.innerText)),
      );
  }
}

async function step(page, wish) {
  const seen = await page.evaluate(() => {
    const is = (s) => {
      const e = document.querySelector(s);
      return !!e && !e.disabled;
    };
    // Not offsetParent: what a closed group hides has one.
    const shown = (s) => [...document.querySelectorAll(s)].filter((e) => e.checkVisibility()).length;
    return {
      over: !!document.querySelector(".reck"),
      idle: document.querySelector("#decide")?.classList.contains("idle"),
      mode: document.querySelector("#table")?.dataset.mode,
      accept: is("#accept"),
      confirm: is("#confirm"),
      pass: is("#pass"),
      cells: document.querySelectorAll("#map-hits .can").length,
      rows: shown("#decide .optrow"),
      cards: document.querySelectorAll("#decide .aside:not([disabled])").length,
      starts: shown(".par .btn"),
      buys: shown('#cards [id^="buy-"]:not(.off)'),
      sells: shown('#cards [id^="sell-"]:not(.off)'),
    };
  });
  if (seen.over) return "over";
  if (seen.idle) return null;
  const before = await page.evaluate(() => document.querySelector("#slider")?.max);
  const done = async (what) => {
    await page.waitForFunction(
      (b) =>
        document.querySelector("#slider")?.max !== b ||
        document.querySelector(".reck") ||
        document.querySelector(".refusal"),
      before,
      { timeout: 30000 },
    );
    return what;
  };
  if (seen.accept) {
    await page.click("#accept");
    return done("accept");
  }
  if (seen.confirm && !wish.first && !(wish.rows === false && seen.pass)) {
    await page.click("#confirm");
    return done("confirm");
  }
  const choose = async (act) => {
    await act();
    await page.waitForSelector("#confirm:not([disabled])");
    await page.click("#confirm");
    return done("chosen");
  };
  if (seen.cards)
    return choose(() =>
      page
        .locator("#decide .aside:not([disabled])")
        .nth(wish.card ?? 0)
        .click(),
    );
  if (seen.cells && !wish.skipMap)
    return choose(() =>
      page.evaluate(() => {
        const all = [...document.querySelectorAll("#map-hits .can")];
        all[0].dispatchEvent(new MouseEvent("click", { bubbles: true }));
      }),
    );
  if (seen.mode === "stock" && seen.starts && wish.start !== false)
    return choose(() => page.locator(".par .btn:visible").last().click());
  if (seen.mode === "stock" && seen.buys && wish.buy !== false)
    return choose(() => page.locator('#cards [id^="buy-"]:not(.off)').first().click());
  if (seen.rows && (wish.rows !== false || !seen.pass)) {
    // The list may be drawn anew meanwhile, shorter: then one looks again.
    const row = page.locator("#decide .optrow:visible").first();
    if (!(await row.isVisible())) return undefined;
    return choose(() => row.click());
  }
  if (seen.pass) {
    await page.click("#pass");
    return done("pass");
  }
  // Whoever may not pass must sell.
  if (seen.mode === "stock" && seen.sells)
    return choose(() => page.locator('#cards [id^="sell-"]:not(.off)').first().click());
  return undefined;
}
