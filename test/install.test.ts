import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import { expect, test } from "@jest/globals";
import { findRuntimes } from "../client/testing/runtimes.ts";
import { temporaryFolder } from "../server/testing/temporary-folder.ts";

const root = dirname(import.meta.dirname);
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/**
 * A stand-in for npm: logs its arguments, prints to both outputs, and lists the packages of `installs` as installed.
 */
const npm = (installs: string[]) => `#!${process.execPath}
import fs from "node:fs";
fs.appendFileSync("npm.log", process.argv.slice(2).join(" ") + "\\n");
while (fs.existsSync("busy")) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
console.log("added packages");
console.error("npm http fetch GET 200 https://registry.example.com/zod/-/zod-4.6.7.tgz 20ms (cache miss)");
fs.mkdirSync("node_modules", { recursive: true });
const packages = ${JSON.stringify(Object.fromEntries(installs.map((name) => [`node_modules/${name}`, {}])))};
fs.writeFileSync("node_modules/.package-lock.json", JSON.stringify({ packages }));
`;

const tools = Object.keys(manifest.devDependencies);

/**
 * A checkout without installed packages.
 * @param program the Node that runs its scripts.
 * @param versions what that Node says its versions are.
 */
function freshCheckout(program = process.execPath, versions: { node?: string; sqlite?: string } = {}) {
  const folder = temporaryFolder();
  for (const path of ["package.json", "package-lock.json", "scripts/install.mjs", "scripts/prepare.mjs"])
    cpSync(join(root, path), join(folder, path));
  cpSync(join(root, "scripts/node-version.mjs"), join(folder, "scripts/node-version.mjs"));
  mkdirSync(join(folder, "bin"));
  const codeOf = (name: string) => `
    const [fs, lock] = [require("node:fs"), ".install.lock"];
    if (fs.existsSync(lock) && fs.readFileSync(lock, "utf8") === "own") fs.writeFileSync(lock, String(process.pid));
    import("./scripts/prepare.mjs").then((prepare) => prepare.${name}())`;
  const allVersions = JSON.stringify({ ...process.versions, ...versions });
  const pretend = encodeURIComponent(`Object.defineProperty(process, "versions", { value: ${allVersions} })`);
  const options = {
    cwd: folder,
    env: {
      PATH: `${join(folder, "bin")}${delimiter}${process.env.PATH}`,
      ...(Object.keys(versions).length > 0 && { NODE_OPTIONS: `--import=data:text/javascript,${pretend}` }),
    },
  };
  const writeNpm = (installs: string[]) => {
    writeFileSync(join(folder, "bin/npm"), npm(installs));
    chmodSync(join(folder, "bin/npm"), 0o755);
  };
  return {
    folder,
    /** Runs a function of `prepare.mjs` with a stand-in for npm that installs these packages. */
    prepare(name: "install" | "installAll", installs: string[]) {
      writeNpm(installs);
      const { status, stdout, stderr } = spawnSync(program, ["--eval", codeOf(name)], { ...options, encoding: "utf8" });
      expectWithContext(status, stderr).toBe(0);
      return { stdout, stderr };
    },
    /** Starts the installation of the packages that running needs. @param isTerminal whether it believes to print to one. */
    start({ isTerminal = false } = {}) {
      writeNpm([]);
      const asTerminal = isTerminal && { NODE_OPTIONS: "--import=data:text/javascript,process.stderr.isTTY=true" };
      const env = { ...options.env, ...asTerminal };
      const child = spawn(program, ["--eval", codeOf("install")], {
        ...options,
        env,
        stdio: ["ignore", "ignore", "pipe"],
      });
      let stderr = "";
      child.stderr.setEncoding("utf8").on("data", (text) => {
        stderr += text;
      });
      return {
        ended: once(child, "close").then(([status]) => status),
        /** Waits until it has printed this to standard error. */
        async prints(text: string) {
          while (!stderr.includes(text)) await once(child.stderr, "data");
        },
        printed: () => stderr,
      };
    },
    /** Leaves the lock of an installation behind. @param id of a process; `own`: of the next one that installs. */
    writeLock(id: string) {
      writeFileSync(join(folder, ".install.lock"), id);
    },
    /** Puts a Node among the packages. */
    addNode() {
      mkdirSync(join(folder, "node_modules/.bin"), { recursive: true });
      writeFileSync(join(folder, "node_modules/.bin/node"), "");
    },
    /** Replaces the text of npm's list of installed packages. */
    writeList(text: string) {
      mkdirSync(join(folder, "node_modules"), { recursive: true });
      writeFileSync(join(folder, "node_modules/.package-lock.json"), text);
    },
    /** The calls of npm so far, without the arguments that are always the same. */
    calls: () => readFileSync(join(folder, "npm.log"), "utf8").replaceAll(" --no-audit --no-fund --loglevel=http", ""),
  };
}

const forRunning = "ci --omit=dev --include-workspace-root --workspace=client --workspace=functions --workspace=server";

test("running installs the packages it needs, once, and says so only on standard error", () => {
  const checkout = freshCheckout();
  const { stdout, stderr } = checkout.prepare("install", []);
  expect(stdout).toBe("");
  expect(stderr).toMatch(/^Installing packages, once: 0 of \d+ \(starting npm\)$/m);
  expect(checkout.prepare("install", [])).toStrictEqual({ stdout: "", stderr: "" });
  expect(checkout.calls()).toBe(`${forRunning}\n`);
});

test("a command that starts while another one installs waits for it, and installs nothing again", async () => {
  const checkout = freshCheckout();
  writeFileSync(join(checkout.folder, "busy"), "");
  const first = checkout.start();
  await first.prints("Installing packages, once");
  const second = checkout.start();
  await second.prints("Another process is installing packages; waiting for it …");
  rmSync(join(checkout.folder, "busy"));
  expect(await Promise.all([first.ended, second.ended])).toStrictEqual([0, 0]);
  expect(checkout.calls()).toBe(`${forRunning}\n`);
});

test("on a terminal the seconds pass while npm is silent, and the line of the progress is gone at the end", async () => {
  const checkout = freshCheckout();
  writeFileSync(join(checkout.folder, "busy"), "");
  const installation = checkout.start({ isTerminal: true });
  await installation.prints(", 1 s (starting npm)");
  rmSync(join(checkout.folder, "busy"));
  expect(await installation.ended).toBe(0);
  const lastLine = installation.printed().split("\r\x1b[K").at(-1);
  expect(lastLine).toMatch(/^Installed \d+ packages\.\n$/);
});

test("a lock that an earlier process left behind holds nobody up, even if its id is in use by this process now", () => {
  const checkout = freshCheckout();
  const { pid } = spawnSync(process.execPath, ["--version"]);
  checkout.writeLock(String(pid));
  checkout.prepare("install", []);
  checkout.writeLock("own");
  checkout.prepare("installAll", tools);
  expect(checkout.calls()).toBe(`${forRunning}\ninstall --no-save --include=dev\n`);
});

test("tests add their packages to the installed ones, which are kept", () => {
  const checkout = freshCheckout();
  checkout.prepare("install", []);
  const { stderr } = checkout.prepare("installAll", tools);
  expect(stderr).toContain("Installing all packages, including those of tests and tools, once");
  expect(checkout.prepare("installAll", tools)).toStrictEqual({ stdout: "", stderr: "" });
  expect(checkout.prepare("install", tools)).toStrictEqual({ stdout: "", stderr: "" });
  expect(checkout.calls()).toBe(`${forRunning}\ninstall --no-save --include=dev\n`);
});

test("an interrupted installation of the tests' packages is repeated", () => {
  const checkout = freshCheckout();
  checkout.prepare("installAll", tools.slice(1));
  checkout.prepare("installAll", tools);
  expect(checkout.calls()).toBe("ci --include=dev\ninstall --no-save --include=dev\n");
});

test("packages are installed again if their list is empty or truncated", () => {
  for (const list of ["", "{}", '{"packages": {"node_mod']) {
    const checkout = freshCheckout();
    checkout.writeList(list);
    checkout.prepare("install", []);
    checkout.writeList(list);
    checkout.prepare("installAll", tools);
    expect(checkout.calls()).toBe(`${forRunning}\nci --include=dev\n`);
  }
});

const [oldNode] = findRuntimes().find(({ name }) => name === "Node 20")?.command ?? [];
testUnless(!oldNode && "Node 20 is not installed")(
  "Node is installed with the packages only if the host's is too old",
  () => {
    const checkout = freshCheckout(oldNode);
    checkout.prepare("install", []);
    expect(checkout.calls()).toBe(`${forRunning} --workspace=scripts/node\n`);
  },
);

for (const [node, sqlite, isInstalled] of [
  ["22.22.2", "3.51.2", true],
  ["22.22.3", "3.51.3", false],
  ["24.9.0", "3.50.4", true],
  ["24.14.1", "3.51.2", true],
  ["24.15.0", "3.51.3", false],
  ["26.0.0", "3.53.10", false],
] as const)
  test(`with Node ${node} and its SQLite ${sqlite}, a newer Node is ${isInstalled ? "" : "not "}installed, once`, () => {
    const checkout = freshCheckout(process.execPath, { node, sqlite });
    checkout.prepare("install", []);
    if (isInstalled) checkout.addNode();
    expect(checkout.prepare("install", [])).toStrictEqual({ stdout: "", stderr: "" });
    expect(checkout.calls()).toBe(`${forRunning}${isInstalled ? " --workspace=scripts/node" : ""}\n`);
  });

test("a Node that Atrium runs on is among the packages for Linux and macOS on both processors, and for Windows", () => {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const least = { 22: "22.22.3", 24: "24.15" } as Record<string, string>;
  const platforms = Object.keys(packages["scripts/node"].optionalDependencies).map((name) => {
    const { version, integrity, os, cpu } = packages[`node_modules/${name}`];
    expect(integrity).toMatch(/^sha512-/);
    expect(version.localeCompare(least[version.split(".")[0]], "en", { numeric: true })).toBeGreaterThanOrEqual(0);
    return `${os}-${cpu}`;
  });
  expect(platforms.sort()).toStrictEqual(["darwin-arm64", "darwin-x64", "linux-arm64", "linux-x64", "win32-x64"]);
});
