import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
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

test("the walk through in the README runs as it stands, and every call succeeds", async (t) => {
  const data = mkdtempSync(join(tmpdir(), "atrium-readme-"));
  t.after(() => rmSync(data, { recursive: true, force: true }));
  const server = await startServer(data, { ATRIUM_SEED: "" });
  t.after(() => server.end());
  const script = blocks("A walk through").join("\n").replaceAll("http://127.0.0.1:5050", server.url);
  const calls = script.match(/\bcall \//g)?.length ?? 0;
  assert.ok(calls >= 8, "the README shows calls");
  const { code, output } = await paste(script, { ATRIUM_DATA: data });
  assert.equal(code, 0, output);
  assert.equal(output.match(/"status":"success"/g)?.length, calls, output);
  assert.ok(!output.includes('"success":false'), output);
  assert.match(output, /"accessRole":"editor","accessType":"restricted","expiresAt":2051222400|"expiresAt":2051222400/);
  assert.match(output, /"ancestors":\["root","archive"\]/);
});

test("the command line in the README runs as it stands", async (t) => {
  const data = mkdtempSync(join(tmpdir(), "atrium-readme-"));
  t.after(() => rmSync(data, { recursive: true, force: true }));
  const server = await startServer(data, { ATRIUM_SEED: "" });
  await server.end();
  const script = blocks("The command line").join("\n").replaceAll("demo.jsonl", join(data, "demo.jsonl"));
  const { code, output } = await paste(script, { ATRIUM_DATA: data });
  assert.equal(code, 0, output);
  assert.match(output, /import/);
});

test("the README fits on 150 lines", () => {
  assert.ok(readme.split("\n").length <= 151);
});
