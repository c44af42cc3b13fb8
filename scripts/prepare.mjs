// Runs on the host's Node (20 or newer) with nothing installed: prepares the checkout for running.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stampFile = join(root, "server", "dist", ".stamp");

/** Installs the lockfile's packages, when it has changed since the last time. */
export function install() {
  const installed = join(root, "node_modules", ".package-lock.json");
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(join(root, "package-lock.json")).mtimeMs) return;
  run(process.execPath, [join(root, "scripts", "install.mjs")]);
}

/** The Node that Atrium runs on: 24 or newer, the host's or the one among the packages. */
export function node() {
  if (Number(process.versions.node.split(".")[0]) >= 24) return process.execPath;
  const bundled = join(root, "node_modules", ".bin", process.platform === "win32" ? "node.cmd" : "node");
  if (existsSync(bundled)) return bundled;
  console.error(
    `atrium: Node 24 or newer is needed on ${process.platform}-${process.arch}; this is ${process.version}. Install it from nodejs.org.`,
  );
  process.exit(1);
}

/** Builds the server when a source is newer than the build. */
export function build() {
  const stamp = sources();
  if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp) return;
  console.error("Building, a few seconds …");
  run(node(), [join(root, "scripts", "build.mjs")]);
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, stamp);
}

/** Names, sizes and times of all sources of the build. */
function sources() {
  const hash = createHash("sha256");
  const add = (path) => {
    const { mtimeMs, size } = statSync(path);
    hash.update(`${path} ${mtimeMs} ${size}\n`);
  };
  for (const folder of ["client/src", "functions/src", "server/src", "site", "docs/guides"])
    for (const name of readdirSync(join(root, folder), { recursive: true }).sort())
      if (/\.(ts|json|css|svg|md)$/.test(name) && !name.endsWith(".test.ts")) add(join(root, folder, name));
  for (const file of ["firestore.indexes.json", "package-lock.json", "scripts/build.mjs", "openapi.json"])
    add(join(root, file));
  return hash.digest("hex");
}

/** Runs a command to its end; its failure ends this process too. */
export function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: "inherit",
    shell: command.endsWith(".cmd"),
    ...options,
  });
  if (error) console.error(`atrium: ${command} can't be started: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}
