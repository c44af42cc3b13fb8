import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { test } from "@jest/globals";

const root = new URL("../", import.meta.url);
/** The generated files, by path. A separate process generates them, because tests must be declared synchronously. */
const files: Record<string, string> = JSON.parse(
  execFileSync(process.execPath, [fileURLToPath(new URL("scripts/gen/print.ts", root))], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  }),
);

for (const [name, text] of Object.entries(files))
  test(`${name} is what \`npm run gen\` writes`, () => {
    const fileText = readFileSync(new URL(name, root), "utf8");
    expectWithContext(fileText === text, `${name} is not current: run \`npm run gen\` and commit it`).toBe(true);
  });
