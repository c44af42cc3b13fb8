import { copyFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundle, externals } from "./bundle.ts";
import { type LockedPackages, lockfileOf } from "./lockfile.ts";
import { root } from "./root.ts";

/** The folder that the Firebase tools load and upload. Some files are committed, so that it exists before any build. */
export const functionsFolder = join(root, "deploy", "functions");
const committed = ["index.js", "package.json", ".npmrc"];

/** The written artifact: the size of the bundle in bytes, and the number of packages in its lockfile. */
export interface Artifact {
  bytes: number;
  packages: number;
}

/** Whether each endpoint has a function of its own, or the calls of a topic share one. */
export type FunctionsPer = "endpoint" | "grouped";

/**
 * Writes the functions as they are deployed: one bundled file, a package.json with exact versions, and its lockfile. The same
 * checkout always gives the same files, without a registry.
 */
export async function writeArtifact(folder: string, functions: FunctionsPer = "endpoint"): Promise<Artifact> {
  mkdirSync(folder, { recursive: true });
  if (folder !== functionsFolder)
    for (const name of committed) copyFileSync(join(functionsFolder, name), join(folder, name));
  const locked: { packages: LockedPackages } = readJson(join(root, "package-lock.json"));
  const lockfile = lockfileOf(functionsPackage(), locked.packages) as { packages: LockedPackages };
  writeFileSync(join(folder, "package-lock.json"), json(lockfile));
  const file = join(folder, "atrium.js");
  // The Firebase tools discover the functions in a process without the caller's environment.
  const constants = { "process.env.ATRIUM_FUNCTIONS": JSON.stringify(functions) };
  await bundle({ file: "functions/src/index.ts" }, file, { constants });
  await bundle({ file: "functions/src/heavy-worker.ts" }, join(folder, "heavy-worker.js"));
  return { bytes: statSync(file).size, packages: Object.keys(lockfile.packages).length - 1 };
}

/** The package.json of the functions. */
export function renderFunctionsPackage(): string {
  return json(functionsPackage());
}

/** Includes firebase-functions, whose program the Firebase tools run, and firebase-admin, which they also expect. */
function functionsPackage() {
  const { version, dependencies } = readJson(join(root, "functions", "package.json"));
  const names = ["firebase-admin", "firebase-functions", ...externals].sort();
  return {
    name: "atrium-functions",
    version: version as string,
    private: true,
    type: "commonjs",
    main: "index.js",
    engines: { node: "24" },
    dependencies: Object.fromEntries(names.map((name) => [name, dependencies[name] as string])),
  };
}

function readJson(file: string) {
  return JSON.parse(readFileSync(file, "utf8"));
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
