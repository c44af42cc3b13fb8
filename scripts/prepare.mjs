// Runs on the host's Node (20 or newer) with nothing installed: prepares the checkout for running.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  accessSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runsAtrium } from "./node-version.mjs";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const installedFile = join(root, "node_modules", ".package-lock.json");

/** Installs the packages that running needs, when the lockfile has changed since the last time. */
export function install() {
  if (isInstalled() && findNode()) return;
  // An installation with the packages of tests and tools keeps them.
  npmInstall(hasTools() ? ["--all"] : []);
}

/** Installs the packages that tests and tools need as well. */
export function installAll() {
  if (!isInstalled()) npmInstall(["--all"]);
  else if (!hasTools()) npmInstall(["--all", "--add"]);
}

function isInstalled() {
  if (!existsSync(installedFile)) return false;
  const isCurrent = statSync(installedFile).mtimeMs >= statSync(join(root, "package-lock.json")).mtimeMs;
  return isCurrent && installedPackages() !== undefined;
}

function hasTools() {
  const packages = installedPackages();
  if (!packages) return false;
  const { devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return Object.keys(devDependencies).every((name) => packages[`node_modules/${name}`]);
}

/**
 * The packages by their folders. npm writes this list last, so an interrupted installation isn't taken for a complete one; nor is one
 * whose list is missing, empty or cut off.
 */
function installedPackages() {
  try {
    return JSON.parse(readFileSync(installedFile, "utf8")).packages;
  } catch {
    return undefined;
  }
}

function npmInstall(args) {
  run(process.execPath, [join(root, "scripts", "install.mjs"), ...args]);
}

/** The Node that Atrium runs on: the host's or the one among the packages. Ends the process where both are missing. */
export function node() {
  const program = findNode();
  if (program) return program;
  console.error(
    `atrium: Node 22.18 or newer is needed on ${process.platform}-${process.arch}; this is ${process.version}. Install it from nodejs.org.`,
  );
  process.exit(1);
}

/**
 * Runs the script that calls it on the Node that Atrium runs on, where the host's is older, and ends with its status. Call it before
 * sources in TypeScript are imported, which an older Node answers with a stack.
 */
export function changeNode() {
  if (runsAtrium(process.versions.node)) return;
  run(node(), process.argv.slice(1));
  process.exit();
}

function findNode() {
  const bundled = join(root, "node_modules", ".bin", process.platform === "win32" ? "node.cmd" : "node");
  // Tests expect the version that Atrium is tested with, which comes with their packages.
  if (Number(process.versions.node.split(".")[0]) < 24 && existsSync(bundled)) return bundled;
  return runsAtrium(process.versions.node) ? process.execPath : undefined;
}

/** Tells of which sources the server is built: `build.mjs` writes it, whoever runs that. */
export const buildStamp = join(root, "server", "dist", ".stamp");

/** Builds the server when a source is newer than the build. */
export function build() {
  buildOutdated("build.mjs", [buildStamp]);
}

/** Builds the functions and the files of hosting when a source is newer than they are. */
export function buildFunctions() {
  const built = ["dist/.stamp", "dist/hosting/robots.txt", "deploy/functions/atrium.js"];
  buildOutdated(
    "build-functions/main.ts",
    built.map((name) => join(root, name)),
  );
}

/** Runs a script of the build when one of its files is missing or the first one, its stamp, tells of other sources. */
function buildOutdated(script, built) {
  const stamp = sources();
  const [stampFile] = built;
  const isBuilt = () => built.every(existsSync) && readFileSync(stampFile, "utf8") === stamp;
  if (isBuilt()) return;
  requireWritable(dirname(stampFile), script);
  whileAlone(`${stampFile}.lock`, () => {
    // Another process may have built it meanwhile.
    if (isBuilt()) return;
    console.error("Building, a few seconds …");
    // Standard output belongs to the command that follows.
    run(node(), [join(root, "scripts", script)], { stdio: ["ignore", 2, 2] });
    writeFileSync(stampFile, stamp);
  });
}

/** Ends the process with one line where this user may not build, as the user of a service may not. */
function requireWritable(folder, script) {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    console.error(
      `atrium: The build in ${folder} is older than its sources, and this user can't write there (${error.code}). Run as the owner of ${root}: node scripts/${script}`,
    );
    process.exit(1);
  }
}

/** Calls a function while no other process does so with the same file, which holds the process's id. */
function whileAlone(lockFile, call) {
  while (!takeLock(lockFile)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
  try {
    call();
  } finally {
    rmSync(lockFile, { force: true });
  }
}

/** Whether the file is now this process's. One whose process has ended is removed. */
function takeLock(lockFile) {
  const own = `${lockFile}-${process.pid}`;
  writeFileSync(own, String(process.pid));
  try {
    // Other processes never see the file without its content.
    linkSync(own, lockFile);
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    if (!isRunning(lockFile)) rmSync(lockFile, { force: true });
    return false;
  } finally {
    rmSync(own);
  }
}

/** Whether the process runs whose id a file holds. */
function isRunning(file) {
  try {
    return process.kill(Number(readFileSync(file, "utf8")), 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** Names, sizes and times of all sources of the build. */
export function sources() {
  const hash = createHash("sha256");
  const add = (path) => {
    const { mtimeMs, size } = statSync(path);
    hash.update(`${path} ${mtimeMs} ${size}\n`);
  };
  const folders = [
    ...["client/src", "functions/src", "server/src", "site", "console", "docs/guides", "scripts/build-functions"],
    "examples/shared-editor",
  ];
  // The image is built without what only the functions need.
  for (const folder of folders.filter((one) => existsSync(join(root, one))))
    for (const name of readdirSync(join(root, folder), { recursive: true }).sort())
      if (/\.(tsx?|json|css|html|svg|md)$/.test(name) && !name.endsWith(".test.ts")) add(join(root, folder, name));
  for (const file of ["firestore.indexes.json", "package-lock.json", "scripts/build.mjs", "openapi.json"])
    add(join(root, file));
  for (const name of readdirSync(join(root, "docs")).filter((one) => one.endsWith(".md")))
    add(join(root, "docs", name));
  return hash.digest("hex");
}

/**
 * Arguments for Node before the file. Before Node 24 it warns about its SQLite module, with which Atrium is tested. A semi-space
 * of 16 MB, less than the default, costs no measurable time, saves memory and halves the longest GC pauses.
 */
export const nodeOptions = ["--disable-warning=ExperimentalWarning", "--max-semi-space-size=16"];

/**
 * Runs programs for Node to their ends, as many at a time as the machine has processors, and prints what each has written as
 * a whole. When one of them has failed, this process ends with its status after all have ended.
 */
export async function runTogether(programs) {
  const waiting = [...programs];
  const statuses = [];
  const work = async () => {
    for (let program = waiting.shift(); program; program = waiting.shift()) statuses.push(await runWhole(program));
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  const failed = statuses.find((status) => status !== 0);
  if (failed !== undefined) process.exit(failed);
}

/** Runs one program to its end, and then prints what it has written. @returns its status. */
function runWhole(args) {
  const child = spawn(node(), args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  const chunks = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => chunks.push(chunk));
  return new Promise((resolve) => {
    child.on("close", (status) => {
      process.stdout.write(Buffer.concat(chunks));
      resolve(status ?? 1);
    });
  });
}

/** Runs a command to its end; its failure ends this process too. */
export function run(command, args, options = {}) {
  const { status, signal, error } = spawnSync(command, args, {
    cwd: root,
    stdio: "inherit",
    shell: command.endsWith(".cmd"),
    ...options,
  });
  if (error) console.error(`atrium: ${command} can't be started: ${error.message}`);
  else if (signal) console.error(`atrium: ${command} was ended by ${signal}.`);
  if (status !== 0) process.exit(status ?? 1);
}
