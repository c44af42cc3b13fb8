import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { beforeAll, expect, test } from "@jest/globals";
import { linearWork } from "./linear-work.ts";

let complaints: Record<string, string>;
beforeAll(() => {
  const program = join(import.meta.dirname, "linear-work-process.ts");
  complaints = JSON.parse(execFileSync(process.execPath, [program], { encoding: "utf8" }));
});

for (const name of Object.keys(linearWork))
  test(name, () => {
    expect(complaints[name]).toBeUndefined();
  });
