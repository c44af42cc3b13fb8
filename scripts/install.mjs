// Installs what the lockfile names and says how far that is. Runs on the host's Node (20 or newer) with nothing installed.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const isWindows = process.platform === "win32";
/** npm logs each package that it fetches, or takes from its cache. */
const fetched = /^npm http (?:fetch GET \d+|cache) \S*?\/((?:@[^/]+\/)?[^/]+)\/-\/\S+\.tgz/;

const total = packagesOfThisPlatform();
const names = new Set();
let shown = 0;
show("starting npm");
const npm = spawn(isWindows ? "npm.cmd" : "npm", ["ci", "--no-audit", "--no-fund", "--loglevel=http"], {
  cwd: root,
  stdio: ["ignore", "ignore", "pipe"],
  shell: isWindows,
});
npm.on("error", (error) => fail(`npm can't be started: ${error.message}`));
for await (const line of createInterface({ input: npm.stderr })) {
  const [, name] = fetched.exec(line) ?? [];
  if (name) {
    names.add(line.split(" ").find((word) => word.endsWith(".tgz")));
    show(decodeURIComponent(name));
  } else if (!/^npm (http|warn|info)\b/.test(line)) console.error(line);
}
const code = npm.exitCode ?? (await new Promise((resolve) => npm.on("close", resolve)));
if (code !== 0) fail("Packages could not be installed. Is the registry of npm reachable? `npm start` tries again.");
if (process.stderr.isTTY) process.stderr.write("\r\x1b[K");
console.error(`Installed ${total} packages.`);

/** Says how far it is: on a terminal in place, elsewhere a line for each tenth. */
function show(detail) {
  const text = `Installing packages, once: ${Math.min(names.size, total)} of ${total} (${detail})`;
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text.slice(0, (process.stderr.columns ?? 80) - 1)}`);
  else if (names.size === 0 || Math.floor((names.size * 10) / total) > shown) {
    shown = Math.floor((names.size * 10) / total);
    console.error(text);
  }
}

function packagesOfThisPlatform() {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const fits = (list, here) => list === undefined || list.includes(here);
  return Object.entries(packages).filter(
    ([path, { link, os, cpu }]) =>
      path.includes("node_modules/") && !link && fits(os, process.platform) && fits(cpu, process.arch),
  ).length;
}

function fail(message) {
  console.error(`atrium: ${message}`);
  process.exit(1);
}
