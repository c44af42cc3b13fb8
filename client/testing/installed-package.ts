import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { packClient } from "../build/pack-client.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../..");

/** The packed client, installed in an empty project. */
export interface InstalledPackage {
  /** Folder of the project. */
  project: string;
  /** Paths of the files in the package. */
  contents: string[];
  remove(): void;
}

/** Packs the client as for a release and installs it without a registry. */
export async function installPackage(): Promise<InstalledPackage> {
  const folder = mkdtempSync(join(tmpdir(), "atrium-package-"));
  const { file, contents } = await packClient(folder);
  const project = join(folder, "project");
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), "{}\n");
  // The npm that runs the tests passes on its settings, which must not affect the npm that this function runs.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
  const args = ["install", file, "--offline", "--no-audit", "--no-fund", `--cache=${join(folder, "cache")}`];
  await run("npm", args, { cwd: project, env, shell: process.platform === "win32" });
  return { project, contents, remove: () => rmSync(folder, { recursive: true }) };
}

/** The compiler's errors about source files in a folder of the project; empty when there are none. */
export async function compile(
  project: string,
  name: string,
  sources: Record<string, string>,
  options: string[],
): Promise<string> {
  const folder = join(project, name);
  mkdirSync(folder);
  for (const [file, text] of Object.entries(sources)) writeFileSync(join(folder, file), text);
  const paths = Object.keys(sources).map((file) => join(folder, file));
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const args = [tsc, "--noEmit", "--strict", "--target", "es2022", "--ignoreConfig", ...options, ...paths];
  return run(process.execPath, args, { cwd: folder }).then(
    () => "",
    ({ stdout }: { stdout: string }) => stdout,
  );
}

/** Options of the compiler for programs that run on Node. */
export const forNode = ["--lib", "es2022", "--types", "node", "--typeRoots", join(root, "node_modules/@types")];
