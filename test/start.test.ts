import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { expect, test } from "@jest/globals";
import { temporaryFolder } from "../server/testing/temporary-folder.ts";
import { copyCheckout } from "./checkout-copy.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

test("on a signal, npm start waits for the server and ends with its exit code", async () => {
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
      // The process group has already ended.
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

test("a build by its script counts as current: a command run by the service's user writes nothing there", async () => {
  const copy = copyCheckout();
  onTestFinished(() => copy.remove());
  expect(await copy.run("scripts/build.mjs")).toStrictEqual({ status: 0, output: "" });
  const command = 'const { build } = await import("./scripts/prepare.mjs"); build();';
  expect(await copy.run("--input-type=module", "--eval", command)).toStrictEqual({ status: 0, output: "" });
});

test("on an older Node, the build uses the Node among the packages, and if there is none says in one line what is needed", async () => {
  const copy = copyCheckout();
  onTestFinished(() => copy.remove());
  copy.write({
    "older.cjs":
      'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.19.5" } });\n' +
      'Object.defineProperty(process, "version", { value: "v20.19.5" });',
  });
  const build = () => copy.run("--require", join(copy.folder, "older.cjs"), "scripts/build.mjs");
  expect(await build()).toStrictEqual({ status: 0, output: "" });
  copy.delete("node_modules/.bin");
  expect(await build()).toStrictEqual({
    status: 1,
    output: expect.stringMatching(
      /^atrium: Node 24\.15 or newer, or Node 22 from 22\.22\.3 on, is needed on \S+; this is v20\.19\.5\. .*nodejs\.org\.\n$/,
    ),
  });
});
