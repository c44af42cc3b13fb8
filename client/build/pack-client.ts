import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { buildClient } from "./build-client.ts";

/** The packed client. */
export interface ClientPackage {
  /** Path of the file, which `npm install` takes. */
  file: string;
  /** Paths of the files in it. */
  contents: string[];
}

/** Builds the client and packs it. @param folder receives the file; it is made when it is missing. */
export async function packClient(folder: string): Promise<ClientPackage> {
  const built = mkdtempSync(join(tmpdir(), "atrium-client-"));
  try {
    await buildClient(built);
    mkdirSync(folder, { recursive: true });
    // The settings of an npm that runs this are not for the one that packs.
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
    const args = [
      "pack",
      "--json",
      "--ignore-scripts",
      `--pack-destination=${folder}`,
      `--cache=${join(built, "cache")}`,
    ];
    const { stdout } = await promisify(execFile)("npm", args, { cwd: built, env, shell: process.platform === "win32" });
    const [{ filename, files }] = JSON.parse(stdout);
    return { file: join(folder, filename), contents: files.map(({ path }: { path: string }) => path) };
  } finally {
    rmSync(built, { recursive: true });
  }
}
