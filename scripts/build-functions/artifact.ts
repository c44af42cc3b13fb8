import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundle, externals } from "./bundle.ts";
import { type LockedPackages, lockfileOf } from "./lockfile.ts";
import { root } from "./root.ts";

/** The written artifact: size of the bundle in bytes, and how many packages are beside it. */
export interface Artifact {
  bytes: number;
  packages: number;
}

/**
 * Writes the functions as they are deployed, replacing the folder's content: one bundled file, a package.json with
 * exact versions, and its lockfile. The same checkout always gives the same files, without a registry.
 */
export async function writeArtifact(folder: string): Promise<Artifact> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const application = packageJson();
  const locked: { packages: LockedPackages } = readJson(join(root, "package-lock.json"));
  const lockfile = lockfileOf(application, locked.packages) as { packages: LockedPackages };
  writeJson(join(folder, "package.json"), application);
  writeJson(join(folder, "package-lock.json"), lockfile);
  writeFileSync(join(folder, ".npmrc"), "ignore-scripts=true\n");
  const file = join(folder, "index.js");
  await bundle({ file: "functions/src/index.ts" }, file);
  await bundle({ file: "functions/src/heavy-worker.ts" }, join(folder, "heavy-worker.js"));
  return { bytes: statSync(file).size, packages: Object.keys(lockfile.packages).length - 1 };
}

/** The Firebase tools run a program of firebase-functions, and expect firebase-admin beside it. */
function packageJson() {
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

function writeJson(file: string, value: object): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}
