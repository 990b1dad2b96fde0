// What arrives of the scripts: the same program as the source, without comments, and small.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import ts from "typescript";
import { table } from "./harness.mjs";

const web = (path) => fileURLToPath(new URL("../" + path, import.meta.url));
const names = readdirSync(web("js")).filter((f) => f.endsWith(".js"));
const options = {
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
  removeComments: true,
};
const bare = (text) => ts.transpileModule(text, { compilerOptions: options }).outputText;
const packed = (text) => gzipSync(text, { level: 9 }).length;

let t;
const served = {};
before(async () => {
  t = await table();
  for (const name of names) served[name] = await (await fetch(`${t.url}/js/${name}`)).text();
});
after(() => t.close());

/** Scripts that a page asks for by itself. */
const asked = (html) => [...html.matchAll(/(?:src|href)="\/js\/([\w-]+\.js)"/g)].map((m) => m[1]);

/** Those and all that they import. */
function loaded(html) {
  const all = new Set(asked(html));
  for (const name of all)
    for (const [, other] of served[name].matchAll(/from\s*"\.\/([\w-]+\.js)"/g)) all.add(other);
  return [...all].sort();
}

test("the scripts arrive without comments and mean the same", () => {
  for (const name of names) {
    assert.equal(bare(served[name]), bare(readFileSync(web("js/" + name), "utf8")), name);
    assert.doesNotMatch(served[name], /\/\*\*|^\s*\/\//m, name);
  }
});

test("what the table loads at once stays small", async () => {
  const html = await (await fetch(`${t.url}/game/none`)).text();
  const scripts = loaded(html).reduce((sum, name) => sum + packed(served[name]), 0);
  console.log(`scripts of the table: ${scripts} bytes compressed`);
  assert.ok(scripts < 60_000, `${scripts} bytes compressed`);
});
