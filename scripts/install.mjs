// Installs the packages that running needs, with `--all` also those of tests and tools. Runs on the host's Node (20 or
// newer) with nothing installed. It prints nothing to standard output, which `eval` may read.
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { runsAtrium } from "./node-version.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const isWindows = process.platform === "win32";
/** Matches npm's log line for each package that it fetches or reads from its cache. */
const fetched = /^npm http (?:fetch GET \d+|cache) \S*?\/((?:@[^/]+\/)?[^/]+)\/-\/\S+\.tgz/;

const isAll = process.argv.includes("--all");
const isAddition = process.argv.includes("--add");
const isNodeMissing = !runsAtrium(process.versions);
const total = countPackages();
const names = new Set();
let printedTenths = 0;
let detail = "starting npm";
show();
// npm is silent for many seconds before its first package and after its last one.
if (process.stderr.isTTY) setInterval(show, 1000).unref();
const npm = spawn(isWindows ? "npm.cmd" : "npm", [...npmCommand(), "--no-audit", "--no-fund", "--loglevel=http"], {
  cwd: root,
  stdio: ["ignore", "ignore", "pipe"],
  shell: isWindows,
});
npm.on("error", (error) => fail(`npm can't be started: ${error.message}`));
for await (const line of createInterface({ input: npm.stderr })) {
  const [, name] = fetched.exec(line) ?? [];
  if (name) {
    names.add(line.split(" ").find((word) => word.endsWith(".tgz")));
    detail = decodeURIComponent(name);
    show();
  } else if (!/^npm (http|warn|info)\b/.test(line)) console.error(line);
}
const code = npm.exitCode ?? (await new Promise((resolve) => npm.on("close", resolve)));
if (code !== 0)
  fail("Packages could not be installed. Is npm's registry reachable? Run the same command again to retry.");
if (process.stderr.isTTY) process.stderr.write("\r\x1b[K");
console.error(`Installed ${total} packages.`);

function npmCommand() {
  // `npm ci` first removes all packages, including those that a running server uses.
  if (isAll) return [...(isAddition ? ["install", "--no-save"] : ["ci"]), "--include=dev"];
  const workspaces = ["client", "functions", "server", ...(isNodeMissing ? ["scripts/node"] : [])];
  return ["ci", "--omit=dev", "--include-workspace-root", ...workspaces.map((path) => `--workspace=${path}`)];
}

/** Shows the progress: on a terminal in place and with the seconds that have passed, elsewhere one line per tenth. */
function show() {
  const what = isAll ? "all packages, including those of tests and tools" : "packages";
  const count = `Installing ${what}, once: ${Math.min(names.size, total)} of ${total}`;
  if (process.stderr.isTTY) {
    const text = `${count}, ${Math.floor(performance.now() / 1000)} s (${detail})`;
    process.stderr.write(`\r\x1b[K${text.slice(0, (process.stderr.columns ?? 80) - 1)}`);
  } else if (names.size === 0 || Math.floor((names.size * 10) / total) > printedTenths) {
    printedTenths = Math.floor((names.size * 10) / total);
    console.error(`${count} (${detail})`);
  }
}

/** The number of packages that npm fetches. */
function countPackages() {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const nodes = Object.keys(packages["scripts/node"].optionalDependencies).map((name) => `node_modules/${name}`);
  const fits = (list, here) => list === undefined || list.includes(here);
  const isWanted = (path, dev) => isAll || (!dev && (isNodeMissing || !nodes.includes(path)));
  return Object.entries(packages).filter(
    ([path, { link, dev, os, cpu }]) =>
      path.includes("node_modules/") &&
      !link &&
      fits(os, process.platform) &&
      fits(cpu, process.arch) &&
      isWanted(path, dev) &&
      !(isAddition && existsSync(join(root, path))),
  ).length;
}

function fail(message) {
  console.error(`atrium: ${message}`);
  process.exit(1);
}
