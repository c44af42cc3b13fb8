import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "@jest/globals";

const root = dirname(import.meta.dirname);
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  scripts: Record<string, string>;
};

test("every npm script says with --help what it does, and does nothing else", () => {
  for (const [name, command] of Object.entries(scripts)) {
    // npm appends the arguments to the command: of two programs in it, the first one would run without them.
    expect([name, command]).toStrictEqual([name, expect.stringMatching(/^(exec )?node scripts\/\S+\.mjs( --\S+)*$/)]);
    const [, args = ""] = command.split("node ");
    const { status, stdout, stderr } = spawnSync(process.execPath, [...args.split(" "), "--help"], {
      encoding: "utf8",
      cwd: root,
    });
    expect([name, status, stderr]).toStrictEqual([name, 0, ""]);
    expect([name, stdout]).toStrictEqual([name, expect.stringMatching(/^(Usage: )?(npm|npx|node) \S+.*\n\n/)]);
  }
});
