import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeSite } from "../../site/write-site.ts";

/**
 * Writes the files that hosting serves itself, replacing the folder's content.
 * @param options `headerBrand`: the brand in the names of headers.
 * @returns the number of files.
 */
export async function writeHosting(folder: string, { headerBrand }: { headerBrand: string }): Promise<number> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await writeSite(folder, headerBrand);
  // No index.html and no 404.html, so that every other path goes to the functions.
  writeFileSync(join(folder, "robots.txt"), "User-agent: *\nDisallow: /\n");
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;
}
