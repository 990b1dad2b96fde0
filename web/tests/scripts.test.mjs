// What arrives of the scripts: the same program as the source, without comments, and small.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import ts from "typescript";
import { table } from "./harness.mjs";

const folder = fileURLToPath(new URL("../js", import.meta.url));
const names = readdirSync(folder).filter((f) => f.endsWith(".js"));
const bare = (text) =>
  ts.transpileModule(text, {
    compilerOptions: { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext, removeComments: true },
  }).outputText;
let t;
const served = {};
before(async () => {
  t = await table();
  for (const name of names) served[name] = await (await fetch(`${t.url}/js/${name}`)).text();
});
after(() => t.close());

test("the scripts arrive without comments and mean the same", () => {
  for (const name of names) {
    assert.equal(bare(served[name]), bare(readFileSync(`${folder}/${name}`, "utf8")), name);
    assert.doesNotMatch(served[name], /\/\*\*|^\s*\/\//m, name);
  }
});

test("the scripts stay small", () => {
  const size = names.reduce((sum, name) => sum + gzipSync(served[name], { level: 9 }).length, 0);
  assert.ok(size < 60_000, `${size} bytes compressed`);
});
