import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import { world } from "@atrium/functions/testing/harness/world";
import { expect, test } from "@jest/globals";
import { exportLines } from "../../testing/transfer.ts";
import { importLines } from "./import/import.ts";
import { openSource, readLines } from "./lines.ts";

const local = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const cut = local("../../../scripts/seed-world/real-cut.jsonl");
const whole = local("../../../../shared/data/real-world.jsonl.gz");

/** Imports the file twice into a new service. @returns the number of records of each kind. */
async function importTwice(file: string): Promise<{ first: object; stored: object }> {
  const w = await world();
  const results = [];
  for (let i = 0; i < 2; i++) results.push(await importLines(w.context, readLines(openSource(file).stream)));
  for (const { skipped, problems } of results) expectWithContext(skipped, JSON.stringify(problems)).toBe(0);
  expect(results[1]).toStrictEqual(results[0]);
  const storedCounts: { [kind: string]: number } = {};
  for (const line of await exportLines(w.context.store, w.tenant.workspaceId)) {
    const { kind } = JSON.parse(line);
    if (!["workspace", "apiKey", "leftOut"].includes(kind)) storedCounts[kind] = (storedCounts[kind] ?? 0) + 1;
  }
  return { first: results[0]?.perKind ?? {}, stored: storedCounts };
}

test("a real history is imported completely, and a second time without duplicates", async () => {
  const { first, stored } = await importTwice(cut);
  expect(stored).toStrictEqual(first);
});

/** On a Firestore emulator 73,000 records take half an hour, with the same code as for the cut. */
const isTooMuch =
  Boolean(process.env.FIRESTORE_EMULATOR_HOST) && "an emulator takes half an hour for it; it has the cut";

testUnless(
  isTooMuch || (!existsSync(whole) && "../shared/data/real-world.jsonl.gz is absent; the cut has been imported above"),
)("the same with all of it: 36,493 records", async () => {
  const { first, stored } = await importTwice(whole);
  expect(stored).toStrictEqual(first);
  expect(first).toStrictEqual({ organization: 2, user: 816, folder: 516, document: 3668, activity: 31_491 });
});
