// Prepares the checkout for running. Runs on the host's Node (20 or newer) with nothing installed.
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
import { neededNode, runsAtrium } from "./node-version.mjs";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const installedFile = join(root, "node_modules", ".package-lock.json");

/** Installs the packages that running needs if the lockfile has changed since the last time. */
export function install() {
  // If the packages of tests and tools are installed, they are kept.
  npmInstall(
    () => isInstalled() && findNode(),
    () => (hasTools() ? ["--all"] : []),
  );
}

/** Installs all packages, including those that tests and tools need. */
export function installAll() {
  npmInstall(
    () => isInstalled() && hasTools(),
    () => (isInstalled() ? ["--all", "--add"] : ["--all"]),
  );
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
 * The installed packages by folder. npm writes this list last, so an interrupted installation isn't mistaken for a
 * complete one; nor is one whose list is missing, empty or truncated.
 */
function installedPackages() {
  try {
    return JSON.parse(readFileSync(installedFile, "utf8")).packages;
  } catch {
    return undefined;
  }
}

/** Installs packages unless that is done. Two installations at once would remove each other's files. */
function npmInstall(isDone, args) {
  if (isDone()) return;
  requireWritable(root, `The packages in ${root} are missing or outdated`, "npm ci");
  const onWait = () => console.error("Another process is installing packages; waiting for it …");
  withLock(join(root, ".install.lock"), onWait, () => {
    if (!isDone()) run(process.execPath, [join(root, "scripts", "install.mjs"), ...args()]);
  });
}

/** The Node that Atrium runs on: the host's or the one among the packages. Ends the process if neither is suitable. */
export function node() {
  const program = findNode();
  if (program) return program;
  console.error(
    `atrium: ${neededNode}, is needed on ${process.platform}-${process.arch}; this is ${process.version}. Install it from nodejs.org.`,
  );
  process.exit(1);
}

/**
 * If the host's Node is too old, reruns the calling script on the Node that Atrium runs on, and ends with its status.
 * Call it before importing TypeScript sources, on which an older Node fails with a stack trace.
 */
export function changeNode() {
  if (runsAtrium(process.versions)) return;
  run(node(), process.argv.slice(1));
  process.exit();
}

function findNode() {
  const bundled = join(root, "node_modules", ".bin", process.platform === "win32" ? "node.cmd" : "node");
  // Tests expect the Node version that Atrium is tested with, which is among their packages.
  const isTested = Number(process.versions.node.split(".")[0]) >= 24 && runsAtrium(process.versions);
  if (!isTested && existsSync(bundled)) return bundled;
  return runsAtrium(process.versions) ? process.execPath : undefined;
}

/** Records the sources that the server was built from; written by every run of `build.mjs`. */
export const buildStamp = join(root, "server", "dist", ".stamp");

/** Builds the server if a source has changed since the last build. */
export function build() {
  buildOutdated("build.mjs", [buildStamp]);
}

/** Builds the functions and the hosting files if a source has changed since the last build. */
export function buildFunctions() {
  const built = ["dist/.stamp", "dist/hosting/robots.txt", "deploy/functions/atrium.js"];
  buildOutdated(
    "build-functions/main.ts",
    built.map((name) => join(root, name)),
  );
}

/** Runs a build script if one of its files is missing, or if the first one, its stamp, records other sources. */
function buildOutdated(script, built) {
  const stamp = sources();
  const [stampFile] = built;
  const isBuilt = () => built.every(existsSync) && readFileSync(stampFile, "utf8") === stamp;
  if (isBuilt()) return;
  const folder = dirname(stampFile);
  requireWritable(folder, `The build in ${folder} is older than its sources`, `node scripts/${script}`);
  const onWait = () => console.error("Another process is building; waiting for it …");
  withLock(`${stampFile}.lock`, onWait, () => {
    // Another process may have completed the build meanwhile.
    if (isBuilt()) return;
    console.error("Building, a few seconds …");
    // Standard output is reserved for the command that follows.
    run(node(), [join(root, "scripts", script)], { stdio: ["ignore", 2, 2] });
    writeFileSync(stampFile, stamp);
  });
}

/** Ends the process with a message if this user, such as a service's user, may not write to the folder. */
function requireWritable(folder, problem, command) {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    console.error(
      `atrium: ${problem}, and this user can't write there (${error.code}). Run as the owner of ${root}: ${command}`,
    );
    process.exit(1);
  }
}

/**
 * Calls a function while holding a lock file, which contains the id of this process.
 * @param onWait is called once if another process holds the lock.
 */
function withLock(lockFile, onWait, call) {
  for (let tries = 0; !takeLock(lockFile); tries++) {
    // The first try may only have removed the lock of a process that has ended.
    if (tries === 1) onWait();
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
  }
  try {
    call();
  } finally {
    rmSync(lockFile, { force: true });
  }
}

/** Tries to take the lock file; one whose process has ended is removed. @returns whether this process holds it now. */
function takeLock(lockFile) {
  const own = `${lockFile}-${process.pid}`;
  writeFileSync(own, String(process.pid));
  try {
    // Linking makes the lock file appear together with its content.
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

/** Whether the process whose id is in a lock file may still hold it. */
function isRunning(file) {
  try {
    const id = Number(readFileSync(file, "utf8"));
    // After a restart this process may have the id of the one that left the file behind.
    return id !== process.pid && process.kill(id, 0);
  } catch (error) {
    // A file that is gone must not be removed: the next one may already be another process's.
    return error.code !== "ESRCH";
  }
}

/** A hash of the names, sizes and times of all build sources. */
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
  // The container image is built without the folders that only the functions need.
  for (const folder of folders.filter((one) => existsSync(join(root, one))))
    for (const name of readdirSync(join(root, folder), { recursive: true }).sort())
      if (/\.(tsx?|json|css|html|svg|md)$/.test(name) && !name.endsWith(".test.ts")) add(join(root, folder, name));
  for (const file of ["firestore.indexes.json", "package-lock.json", "scripts/build.mjs", "openapi.json"])
    add(join(root, file));
  // The files that hosting serves name the headers of a parameter.
  for (const name of readdirSync(join(root, "functions")).filter((one) => one.startsWith(".env")))
    add(join(root, "functions", name));
  for (const name of readdirSync(join(root, "docs")).filter((one) => one.endsWith(".md")))
    add(join(root, "docs", name));
  return hash.digest("hex");
}

/**
 * Node arguments before the file. Node before 24 warns about its SQLite module, but Atrium is tested with it. A
 * semi-space of 16 MB, less than the default, costs no measurable time, saves memory and halves the longest GC pauses.
 */
export const nodeOptions = ["--disable-warning=ExperimentalWarning", "--max-semi-space-size=16"];

/**
 * Runs Node programs in parallel, as many at a time as the machine has processors, and prints the output of each in one
 * piece. If one has failed, this process ends with its status after all have ended.
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

/** Runs one program to its end, and then prints its output. @returns its status. */
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

/** Runs a command to its end. If it fails, this process ends too. */
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
