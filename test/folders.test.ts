import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path";
import { expect, test } from "@jest/globals";

const root = join(import.meta.dirname, "..");
/** Source files, not counting tests, that a reader can take in at a glance, plus two for the next change. */
const MOST = 27;

test("no folder has so many source files that their names no longer show where to look", () => {
  const list = ["ls-files", "--cached", "--others", "--exclude-standard", "*.ts", "*.mjs"];
  const files = execFileSync("git", list, { cwd: root, encoding: "utf8" }).split("\n");
  const counts = new Map<string, number>();
  for (const file of files.filter((name) => name && !name.endsWith(".test.ts")))
    counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  expect(counts.size).toBeGreaterThan(50);
  const crowded = [...counts].filter(([, count]) => count > MOST);
  expect(crowded.map(([folder, count]) => `${folder} holds ${count} files: split it by meaning`)).toStrictEqual([]);
});
