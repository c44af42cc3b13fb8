import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/** A packed package. */
export interface PackedPackage {
  /** Path of the packed file, for `npm install`. */
  file: string;
  /** Paths of the files in it. */
  contents: string[];
}

/**
 * Packs a package.
 * @param write writes the content of the package into an empty folder.
 * @param folder receives the packed file; it is created if it does not exist.
 */
export async function npmPack(
  write: (content: string) => Promise<void> | void,
  folder: string,
): Promise<PackedPackage> {
  const content = mkdtempSync(join(tmpdir(), "atrium-pack-"));
  try {
    await write(content);
    mkdirSync(folder, { recursive: true });
    // The npm that runs this script passes on its settings, which must not affect the npm that packs.
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
    const args = [
      "pack",
      "--json",
      "--ignore-scripts",
      `--pack-destination=${folder}`,
      `--cache=${join(content, "cache")}`,
    ];
    const options = { cwd: content, env, shell: process.platform === "win32" };
    const { stdout } = await promisify(execFile)("npm", args, options);
    const [{ filename, files }] = JSON.parse(stdout);
    return { file: join(folder, filename), contents: files.map(({ path }: { path: string }) => path) };
  } finally {
    rmSync(content, { recursive: true });
  }
}
