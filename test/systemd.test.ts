import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import { afterAll, expect, test } from "@jest/globals";
import { readSettings } from "../server/src/settings/settings.ts";

const text = readFileSync(new URL("../deploy/systemd/atrium.service", import.meta.url), "utf8");
const folder = mkdtempSync(join(tmpdir(), "atrium-unit-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The values of a key, in any section. */
function valuesOf(key: string): string[] {
  return [...text.matchAll(new RegExp(`^${key}=(.*)$`, "gm"))].map(([, value]) => value ?? "");
}

/** The unit with this machine's path of Node, because `systemd-analyze` checks that the program exists. */
function unitFile(): string {
  const file = join(folder, "atrium.service");
  writeFileSync(file, text.replace(/^ExecStart=\S+/m, `ExecStart="${process.execPath}"`));
  return file;
}

function analyze(...args: string[]) {
  const { status, stdout, stderr } = spawnSync("systemd-analyze", args, { encoding: "utf8" });
  return { status, output: `${stdout}${stderr}` };
}

const isMissing = spawnSync("systemd-analyze", ["--version"]).status !== 0 && "systemd is missing";

test("the unit runs the built server as its own user, with a data folder that only this user may read", () => {
  expect(text.match(/^\[\w+\]$/gm)).toStrictEqual(["[Unit]", "[Service]", "[Install]"]);
  for (const line of text.split("\n")) expect(line).toMatch(/^(#.*|\[\w+\]|[A-Z]\w*=.*|)$/);
  expect(valuesOf("ExecStart")).toStrictEqual([
    "/usr/bin/node --max-semi-space-size=16 /opt/atrium/server/dist/main.cjs",
  ]);
  expect([valuesOf("User"), valuesOf("StateDirectory"), valuesOf("StateDirectoryMode")]).toStrictEqual([
    ["atrium"],
    ["atrium"],
    ["0700"],
  ]);
  const environment = Object.fromEntries((valuesOf("Environment")[0] ?? "").split(" ").map((pair) => pair.split("=")));
  const { dataFolder, host, notices } = readSettings(environment);
  expect([dataFolder, host, notices]).toStrictEqual(["/var/lib/atrium", "127.0.0.1", []]);
});

test("the unit gives the server enough time to stop", () => {
  expect(Number(valuesOf("TimeoutStopSec")[0])).toBeGreaterThan(10);
});

testUnless(isMissing)("systemd knows every setting of the unit", () => {
  const { status, output } = analyze("verify", unitFile());
  expectWithContext(status, output).toBe(0);
  expect(output).not.toMatch(/Unknown|ignoring/i);
});

testUnless(isMissing)("systemd rates the unit's exposure as low: at most 2.0 of 10", () => {
  const { status, output } = analyze("security", "--offline=true", "--threshold=20", unitFile());
  expectWithContext(status, output.slice(-400)).toBe(0);
});
