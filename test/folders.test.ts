import { dirname } from "node:path";
import { expect, test } from "@jest/globals";
import { sourceFiles } from "./source-files.ts";

/** Source files, not counting tests, that a reader can take in at a glance, plus two for the next change. */
const MOST = 27;

test("no folder has so many source files that their names no longer show where to look", () => {
  const counts = new Map<string, number>();
  for (const file of sourceFiles("*.ts", "*.tsx", "*.mjs").filter((name) => !name.endsWith(".test.ts")))
    counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  expect(counts.size).toBeGreaterThan(50);
  const crowded = [...counts].filter(([, count]) => count > MOST);
  expect(crowded.map(([folder, count]) => `${folder} holds ${count} files: split it by meaning`)).toStrictEqual([]);
});
