// Reference pictures of the main states, into docs/pictures. Run by `cargo xtask pictures`.
import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { LIVELY, advance, makeGame, seats, sit, table } from "./harness.mjs";

const out = process.env.PICTURES || fileURLToPath(new URL("../../docs/pictures", import.meta.url));
mkdirSync(out, { recursive: true });
const only = process.argv[2];
const t = await table();
const hot = (title, names, extra = {}) => ({ title, variant: "standard", seats: seats(...names), hot_seat: true, start: true, listed: false, seed: "7", bot_pause: 0, ...extra });

async function shot(page, name) {
  await page.waitForTimeout(1500);
  const path = join(out, name + ".png");
  await page.screenshot({ path });
  const size = statSync(path).size;
  console.log(`${name}.png ${Math.round(size / 1024)} kB`);
  if (size > 250 * 1024) { await page.screenshot({ path: path.replace(".png", ".jpg"), type: "jpeg", quality: 80 }); console.log(`${name}.png is too large for the repository: use the .jpg`); }
}

const states = {
  async cz() {
    const page = await t.person();
    const game = await makeGame(page, t.url, hot("18cz", ["Anna", "Marek", "Ilse"]));
    await advance(page, game.id, "view.decision.step === 'run' && view.board.length > 18", 400, LIVELY);
    await sit(page, t.url, game);
    await page.waitForSelector(".total .num");
    await shot(page, "run");
    await advance(page, game.id, "view.decision.step === 'stock' && choices.groups.some(g => g.kind === 'sell_shares')", 300, LIVELY);
    await sit(page, t.url, game);
    await page.waitForSelector("#cards .card .two p");
    await shot(page, "stock");
    await advance(page, game.id, "view.decision.step === 'track' && choices.groups.some(g => g.kind === 'lay_tile' && g.choices.length > 20)", 300, LIVELY);
    const pick = () => page.evaluate(() => { const all = [...document.querySelectorAll("#map-hits .can")]; all[Math.floor(all.length / 2)].dispatchEvent(new MouseEvent("click", { bubbles: true })); });
    await sit(page, t.url, game);
    await pick();
    await page.waitForSelector("#confirm:not([disabled])");
    await shot(page, "track");
    await page.emulateMedia({ colorScheme: "dark" });
    await shot(page, "track-dark");
    await page.emulateMedia({ colorScheme: "light" });
    await page.setViewportSize({ width: 390, height: 844 });
    await sit(page, t.url, game);
    await pick();
    await page.waitForSelector("#confirm:not([disabled])");
    await shot(page, "track-phone");
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(t.url + "/");
    await page.waitForSelector(".game img");
    await shot(page, "lobby");
  },
  async iow() {
    const page = await t.person();
    const game = await makeGame(page, t.url, hot("1860", ["Anna", "Ben"]));
    await advance(page, game.id, "view.decision.step === 'track' && view.board.length > 8", 500, LIVELY);
    await sit(page, t.url, game);
    await shot(page, "1860");
  },
  async lilliput() {
    const page = await t.person();
    const game = await makeGame(page, t.url, hot("18lilliput", ["Anna", "Ben"]));
    await advance(page, game.id, "view.decision.step === 'card' && view.board.length > 9", 300, LIVELY);
    await sit(page, t.url, game);
    await shot(page, "18lilliput");
  },
};
for (const [name, make] of Object.entries(states)) if (!only || only === name) await make();
if (t.faults.length) { console.error(t.faults.join("\n")); process.exitCode = 1; }
await t.close();
