// How fast the page is, printed: first view of a late game, and how soon a move is seen in another browser.
// `npm run figures`.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { decide } from "./clicker.mjs";
import { api, makeGame, seats, sit, state, table } from "./harness.mjs";

const middle = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const spread = (list) =>
  `median ${Math.round(middle(list))} ms, slowest ${Math.round(Math.max(...list))} ms of ${list.length}`;
const corpus = fileURLToPath(new URL("../../../shared/corpus", import.meta.url));
const t = await table();
try {
  const page = await t.person();
  await page.goto(t.url + "/");
  await page.waitForSelector("#play");
  if (!existsSync(corpus)) console.log("first view: the recorded games are not there, nothing measured");
  else
    for (const title of ["18CZ", "1860"]) {
      const files = readdirSync(corpus)
        .filter((f) => f.endsWith(".game.json") && f.includes(title))
        .map((f) => readFileSync(join(corpus, f), "utf8"))
        .sort((a, b) => b.length - a.length);
      const made = await api(page, "/api/import", JSON.parse(files[0]));
      if (made.status >= 300) {
        console.log(`${title}: ${JSON.stringify(made.body).slice(0, 200)}`);
        continue;
      }
      const times = [];
      for (let i = 0; i < 15; i++) {
        await page.goto(`${t.url}/game/${made.body.id}`);
        times.push(
          await page.evaluate(async () => {
            while (!document.querySelector("#dtitle") || !document.querySelector("#mapbox svg"))
              await new Promise(requestAnimationFrame);
            await new Promise(requestAnimationFrame);
            return performance.now();
          }),
        );
      }
      console.log(`${title}: first view of a game of ${made.body.length} moves: ${spread(times)}`);
    }
  const game = await makeGame(page, t.url, {
    title: "18cz",
    variant: "standard",
    seats: seats("Anna", "Marek", "Ilse"),
    hot_seat: true,
    start: true,
    listed: true,
    seed: "7",
  });
  const other = await t.person();
  await sit(page, t.url, game);
  await sit(other, t.url, game);
  const seen = [];
  for (let i = 0; i < 20; i++) {
    const { length } = await state(page, game.id);
    const there = other.evaluate(async (n) => {
      while (document.querySelector("#slider").max !== String(n))
        await new Promise((done) => setTimeout(done, 2));
      return Date.now();
    }, length + 1);
    await page.evaluate(() =>
      addEventListener(
        "click",
        (e) => {
          if (e.target.closest?.("#confirm,#pass,#accept")) globalThis.clicked = Date.now();
        },
        { capture: true },
      ),
    );
    await decide(page);
    seen.push((await there) - (await page.evaluate(() => globalThis.clicked)));
  }
  console.log(`a move is seen by another browser: ${spread(seen)}`);
} finally {
  await t.close();
}
