import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { expect, test } from "@jest/globals";
import { temporaryFolder } from "../server/testing/temporary-folder.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Runs test files as `npm test` does.
 * @param fileLimit ms after which a file is killed.
 * @param workers files run at a time.
 */
function startTests(files: Record<string, string>, fileLimit: number, workers = 2) {
  const folder = temporaryFolder();
  for (const [name, source] of Object.entries(files)) writeFileSync(join(folder, name), source);
  const config = {
    rootDir: folder,
    testMatch: ["**/*.test.cjs"],
    transform: {},
    runtime: join(root, "scripts/test/runtime.mjs"),
    testEnvironment: join(root, "scripts/test/environment.mjs"),
    testEnvironmentOptions: { fileLimit },
    reporters: [join(root, "scripts/test/reporter.mjs")],
    workerIdleMemoryLimit: "1GB",
    cacheDirectory: join(folder, "cache"),
  };
  writeFileSync(join(folder, "jest.config.json"), JSON.stringify(config));
  const jest = join(root, "node_modules/jest/bin/jest.js");
  const { JEST_WORKER_ID: _, ...env } = process.env;
  return spawn(process.execPath, [jest, `--maxWorkers=${workers}`], {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
}

/** Like `startTests`, but waits for the end. */
async function runTests(...run: Parameters<typeof startTests>): Promise<{ code: number; output: string }> {
  const child = startTests(...run);
  const [printed, complaints, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "exit") as Promise<[number]>,
  ]);
  return { code, output: printed + complaints };
}

function isGroupThere(processId: number): boolean {
  try {
    return process.kill(-processId, 0);
  } catch {
    return false;
  }
}

const passing = `test("passes", () => {});`;

test("a test run ends even if a process started by a failed test does not", async () => {
  const starting = `
    const { spawn } = require("node:child_process");
    test("fails", () => {
      const code = "require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });"
        + "setInterval(() => {}, 1000)";
      const child = spawn(process.execPath, ["-e", code], { stdio: "inherit" });
      throw new Error("process " + child.pid);
    });`;
  const { code, output } = await runTests({ "starting.test.cjs": starting, "passing.test.cjs": passing }, 60_000);
  expectWithContext(code, output).toBe(1);
  expect(output).toMatch(/^Tests: 1 passed, 1 failed$/m);
  const processId = Number(/process (\d+)/.exec(output)?.[1]);
  // A killed process remains until its parent has read its exit code.
  while (isGroupThere(processId)) await sleep(20);
});

test("a hanging test file is named and killed, and the others are run", async () => {
  // Only this file has a short limit: on a busy machine the others may take long, too.
  const looping = `/** @jest-environment-options {"fileLimit": 1000} */
    test("loops", () => { for (;;); });`;
  const others = Object.fromEntries(["a", "b", "c"].map((name) => [`${name}.test.cjs`, passing]));
  const { code, output } = await runTests({ "looping.test.cjs": looping, ...others }, 60_000);
  expectWithContext(code, output).toBe(1);
  expect(output).toMatch(/^✖ looping\.test\.cjs has not ended after 1 s and is killed/m);
  expect(output).toMatch(/^✖ looping\.test\.cjs could not be run$/m);
  expect(output).toMatch(/^Tests: 3 passed, 1 failed$/m);
});

test("Ctrl-C ends a test run with every process that its tests have started", async () => {
  const waiting = `
    const { spawn } = require("node:child_process");
    test("waits", async () => {
      const child = spawn(process.execPath, ["-e", "console.log('process', process.pid); setInterval(() => {}, 1000)"], { stdio: "inherit" });
      await new Promise((resolve) => child.on("exit", resolve));
    }, 60_000);`;
  const run = startTests({ "waiting.test.cjs": waiting, "passing.test.cjs": passing }, 60_000);
  const ended = Promise.all([once(run, "exit"), once(run.stdout, "end"), once(run.stderr, "end")]);
  let output = "";
  for (const stream of [run.stdout, run.stderr])
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk;
    });
  while (!/process \d+\n/.test(output)) await Promise.race([once(run.stdout, "data"), once(run.stderr, "data")]);
  // A terminal sends the signal to all processes of the run.
  process.kill(-(run.pid ?? 0), "SIGINT");
  // Any remaining process would keep the run's output open.
  const [[code]] = await ended;
  expect(code).not.toBe(0);
});

test("a test file has its own hooks in a shared module, and its changes to the process are undone", async () => {
  const shared = `exports.checkAfterEach = (check) => require("@jest/globals").afterEach(check);`;
  const changing = `
    const { expect, jest, test } = require("@jest/globals");
    const { channel } = require("node:diagnostics_channel");
    const requests = channel("http.server.request.start");
    let checks = 0;
    require("./shared.cjs").checkAfterEach(() => { checks++; });
    test("finds the process as it was", () => {
      expect([process.env.CHANGED, process.exitCode, console.log.mock]).toStrictEqual([undefined, undefined, undefined]);
      expect(requests.hasSubscribers).toBe(false);
      requests.subscribe(() => {});
      process.env.CHANGED = "yes";
      process.exitCode = 3;
      jest.spyOn(console, "log");
      jest.useFakeTimers({ now: 0 });
    });
    test("has hooks and timers of its own", () => expect([checks, Date.now()]).toStrictEqual([1, 0]));`;
  const files = { "shared.cjs": shared, "a.test.cjs": changing, "b.test.cjs": changing };
  const { code, output } = await runTests(files, 60_000, 1);
  expectWithContext(code, output).toBe(0);
});
