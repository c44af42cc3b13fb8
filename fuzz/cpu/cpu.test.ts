import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { expect, test } from "@jest/globals";

test("no path takes CPU time that grows faster than the request, before or after credentials are checked", () => {
  const program = join(import.meta.dirname, "process.ts");
  const printed = execFileSync(process.execPath, [program], { encoding: "utf8", maxBuffer: 16 * 1024 * 1024 });
  const { faults, trials } = JSON.parse(printed.slice(printed.indexOf("{"))) as { faults: string[]; trials: number };
  expect(faults.join("\n")).toBe("");
  expectWithContext(trials, `only ${trials} trials`).toBeGreaterThan(600);
});
