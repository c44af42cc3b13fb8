import { execFile, spawn } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { findRuntimes } from "../client/testing/runtimes.ts";
import { serverFile } from "../server/testing/built-server.ts";
import { RunningProgram } from "../server/testing/running-program.ts";
import { copyCheckout } from "./checkout-copy.ts";

const run = promisify(execFile);
const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
const file = `atrium-${version}.tgz`;
const folder = mkdtempSync(join(tmpdir(), "atrium-release-"));

// Packed once; each test runs it in a folder of its own.
beforeAll(async () => {
  const copy = copyCheckout();
  try {
    cpSync(dirname(serverFile), join(copy.folder, "server/dist"), { recursive: true });
    const { status, output } = await copy.run("scripts/release/main.ts");
    expectWithContext(status, output).toBe(0);
    writeFileSync(join(folder, file), copy.readBytes(`dist/${file}`));
  } finally {
    copy.remove();
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A folder that contains only the release, with an npm whose cache is empty and that reaches no registry. */
function emptyFolder() {
  const cwd = mkdtempSync(join(folder, "empty-"));
  copyFileSync(join(folder, file), join(cwd, file));
  const inherited = Object.entries(process.env).filter(([name]) => !/^(npm_|ATRIUM_)/i.test(name));
  const env: Record<string, string | undefined> = {
    ...Object.fromEntries(inherited),
    PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
    PORT: "0",
    npm_config_cache: join(folder, "cache"),
    npm_config_offline: "true",
    npm_config_yes: "true",
  };
  return { cwd, env };
}

/** Starts a program in its own process group, as a terminal does; the group is killed when the test ends. */
function start(command: string, args: string[], options: ReturnType<typeof emptyFolder>) {
  const child = spawn(command, args, { ...options, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const program = new RunningProgram(child);
  let hasEnded = false;
  const signal = (name: NodeJS.Signals) => process.kill(-(child.pid ?? 0), name);
  onTestFinished(() => {
    if (!hasEnded) signal("SIGKILL");
  });
  return {
    program,
    /** Presses Ctrl-C. @returns the exit code. */
    async pressCtrlC() {
      signal("SIGINT");
      const code = await program.ends();
      hasEnded = true;
      return code;
    },
    async ends() {
      const code = await program.ends();
      hasEnded = true;
      return code;
    },
  };
}

test("npx runs the release and its command line in an empty folder, and keeps its data there", async () => {
  const place = emptyFolder();
  const server = start("npx", [`./${file}`], place);
  const [, url = ""] = await server.program.prints(/listens on (http:\/\/\S+?) /);
  const [, hint = ""] = await server.program.prints(/(npx \S+) credentials/);
  expect(hint).toBe(`npx ./${file}`);
  expect(await (await fetch(`${url}/health`)).json()).toMatchObject({ status: "ok", version });
  expect((await fetch(`${url}/docs`)).status).toBe(200);
  expect(existsSync(join(place.cwd, ".atrium"))).toBe(true);
  const { stdout } = await run("npx", [`./${file}`, "credentials", "--env"], place);
  expect(stdout).toMatch(/^export ATRIUM_API_KEY=\S+$/m);
  await server.pressCtrlC();
  await expect(fetch(`${url}/health`)).rejects.toThrow();
});

test("it includes the licenses of the packages whose code it contains", async () => {
  const place = emptyFolder();
  await run("npm", ["install", "--no-save", `./${file}`], place);
  const licenses = readFileSync(join(place.cwd, "node_modules/atrium/server/dist/third-party-licenses.txt"), "utf8");
  for (const name of [
    "fastify",
    "light-my-request",
    "pino",
    "saxes",
    "undici",
    "ws",
    "yjs",
    "zod",
    "react",
    "scheduler",
  ])
    expect(licenses).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(\\S+\\)\n\n\\S`, "m"));
  expect(licenses).not.toMatch(/undefined/);
});

const [oldNode = ""] = findRuntimes().find(({ name }) => name === "Node 20")?.command ?? [];
testUnless(!oldNode && "Node 20 is not installed")(
  "if the host's Node is too old, it runs on one fetched by npm, or says what to do if that fails",
  async () => {
    const place = emptyFolder();
    await run("npm", ["install", "--no-save", `./${file}`], place);
    const bin = join(place.cwd, "bin");
    mkdirSync(bin);
    const fakeNpm = (script: string) => {
      writeFileSync(join(bin, "npm"), `#!/bin/sh\n${script}\n`);
      chmodSync(join(bin, "npm"), 0o755);
    };
    const options = { ...place, env: { ...place.env, PATH: `${bin}${delimiter}${place.env.PATH}` } };
    const program = join(place.cwd, "node_modules/atrium/bin/atrium.mjs");
    fakeNpm("exit 1");
    const failing = start(oldNode, [program], options);
    expect(await failing.ends()).toBe(1);
    expect(failing.program.complaints).toMatch(
      /Node could not be fetched.* Node 24\.15 or newer, or Node 22 from 22\.22\.3 on, from nodejs\.org/,
    );
    fakeNpm(`[ "$1" = ci ] && mkdir -p node_modules/.bin && ln -s ${process.execPath} node_modules/.bin/node`);
    const server = start(oldNode, [program, "--port", "0"], options);
    await server.program.prints(/listens on/);
    expect(await server.pressCtrlC()).toBe(0);
    const locked = JSON.parse(readFileSync(join(place.cwd, "node_modules/atrium/node/package-lock.json"), "utf8"));
    for (const [path, { integrity }] of Object.entries<{ integrity?: string }>(locked.packages))
      if (path !== "") expect(integrity).toMatch(/^sha512-/);
  },
);
