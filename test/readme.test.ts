import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "@atrium/functions/testing/harness/cleanup";
import { expectWithContext } from "@atrium/functions/testing/harness/context";
import { expect, test } from "@jest/globals";
import { startServer } from "../server/testing/running-server.ts";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const readme = readFileSync(join(root, "README.md"), "utf8");

/** The shell blocks of one section, in order. */
function blocks(heading: string): string[] {
  const section = readme.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? "";
  return [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map((match) => match[1] ?? "");
}

/** Runs a script as a reader would paste it: one shell, stopping at the first command that fails. */
function paste(script: string, environment: Record<string, string>): Promise<{ code: number; output: string }> {
  const shell = spawn("bash", ["-eu", "-o", "pipefail", "-c", script], {
    cwd: root,
    env: { ...process.env, ...environment },
  });
  let output = "";
  shell.stdout.on("data", (chunk) => (output += chunk));
  shell.stderr.on("data", (chunk) => (output += chunk));
  return new Promise((resolve) => shell.on("close", (code) => resolve({ code: code ?? 1, output })));
}

test("the walk through in the README runs as it stands, and every call succeeds", async () => {
  const data = mkdtempSync(join(tmpdir(), "atrium-readme-"));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const server = await startServer(data, { ATRIUM_SEED: "" });
  onTestFinished(() => server.end());
  const script = blocks("A walk through").join("\n").replaceAll("http://127.0.0.1:5050", server.url);
  const calls = script.match(/\bcall \//g)?.length ?? 0;
  expectWithContext(calls, "the README shows calls").toBeGreaterThanOrEqual(8);
  const { code, output } = await paste(script, { ATRIUM_DATA: data });
  expectWithContext(code, output).toBe(0);
  expectWithContext(output.match(/"status":"success"/g)?.length, output).toBe(calls);
  expectWithContext(output, output).not.toContain('"success":false');
  expect(output).toMatch(
    /"accessRole":"editor","accessType":"restricted","expiresAt":2051222400|"expiresAt":2051222400/,
  );
  expect(output).toMatch(/"ancestors":\["root","archive"\]/);
});

test("the command line in the README runs as it stands", async () => {
  const data = mkdtempSync(join(tmpdir(), "atrium-readme-"));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const server = await startServer(data, { ATRIUM_SEED: "" });
  await server.end();
  const script = blocks("The command line").join("\n").replaceAll("demo.jsonl", join(data, "demo.jsonl"));
  const { code, output } = await paste(script, { ATRIUM_DATA: data });
  expectWithContext(code, output).toBe(0);
  expect(output).toMatch(/import/);
});

test("the README fits on 150 lines", () => {
  expect(readme.split("\n").length).toBeLessThanOrEqual(151);
});
