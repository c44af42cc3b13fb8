import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { expect, test } from "@jest/globals";
import { temporaryFolder } from "../server/testing/temporary-folder.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

test("npm start that is told to end waits for the server and ends with its exit code", async () => {
  const npm = spawn("npm", ["start"], {
    cwd: root,
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, PORT: "0", ATRIUM_DATA: temporaryFolder() },
  });
  const ended = once(npm, "exit");
  onTestFinished(() => {
    try {
      process.kill(-(npm.pid as number), "SIGKILL");
    } catch {
      // The group is gone.
    }
  });
  let printed = "";
  for await (const chunk of npm.stdout) {
    printed += chunk;
    if (printed.includes("Atrium listens on") && npm.exitCode === null && !npm.killed) npm.kill("SIGTERM");
  }
  expect(await ended).toStrictEqual([0, null]);
  expect(printed).toContain("ended: nothing was cut off");
});
