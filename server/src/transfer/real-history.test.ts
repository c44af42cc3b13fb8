import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { world } from "@atrium/functions/testing/harness/world";
import { exportLines } from "../../testing/transfer.ts";
import { importLines } from "./import.ts";
import { openSource, readLines } from "./lines.ts";

const local = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const cut = local("../../../emulator-data/real-cut.jsonl");
const whole = local("../../../../shared/data/real-world.jsonl.gz");

/** Imports the file twice into a service of its own. @returns how many records of each kind it has then. */
async function importTwice(file: string): Promise<{ first: object; stored: object }> {
  const w = await world();
  const results = [];
  for (let i = 0; i < 2; i++) results.push(await importLines(w.context, readLines(openSource(file).stream)));
  for (const { skipped, problems } of results) assert.equal(skipped, 0, JSON.stringify(problems));
  assert.deepEqual(results[1], results[0]);
  const stored: { [kind: string]: number } = {};
  for (const line of await exportLines(w.context.store, w.tenant.workspaceId)) {
    const { kind } = JSON.parse(line);
    if (kind !== "workspace" && kind !== "apiKey") stored[kind] = (stored[kind] ?? 0) + 1;
  }
  return { first: results[0]?.perKind ?? {}, stored };
}

test("real history is imported whole, and twice without duplicates", async () => {
  const { first, stored } = await importTwice(cut);
  assert.deepEqual(stored, first);
});

test("the same with all of it: 36,493 records", async (t) => {
  if (!existsSync(whole)) {
    t.skip("../shared/data/real-world.jsonl.gz is absent; the cut has been imported above");
    return;
  }
  const { first, stored } = await importTwice(whole);
  assert.deepEqual(stored, first);
  assert.deepEqual(first, { organization: 2, user: 816, folder: 516, document: 3668, activity: 31_491 });
});
