import { closeSync, linkSync, openSync, rmSync } from "node:fs";
import { basename, dirname } from "node:path";
import { flush, removeLeftovers } from "./leftovers.ts";

/**
 * Creates a data file that only its owner may read. It is written to a temporary file and linked into place, so that a
 * crash leaves no partial file, and exactly one of two concurrent processes wins.
 * @param fill writes the file at the given path and closes it.
 * @returns whether this call created the file.
 */
export async function makeDataFile(file: string, fill: (aside: string) => Promise<void>): Promise<boolean> {
  removeLeftovers(dirname(file), `${basename(file)}.first-`);
  const aside = `${file}.first-${process.pid}`;
  try {
    // SQLite creates its companion files with the same permissions.
    closeSync(openSync(aside, "wx", 0o600));
    await fill(aside);
    flush(aside);
    linkSync(aside, file);
    flush(dirname(file));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    for (const suffix of ["", "-wal", "-shm"]) rmSync(aside + suffix, { force: true });
  }
}
