import { closeSync, linkSync, openSync, rmSync } from "node:fs";
import { basename, dirname } from "node:path";
import { flush, removeLeftovers } from "./leftovers.ts";

/**
 * Makes a data file that only its owner may read. It is written aside and linked into place when it is complete, so that a
 * crash leaves no half file, and of two processes that do this at once one wins whole.
 * @param fill writes the file at the path that it is given, and closes it.
 * @returns whether the file is the one that was made here.
 */
export async function makeDataFile(file: string, fill: (aside: string) => Promise<void>): Promise<boolean> {
  removeLeftovers(dirname(file), `${basename(file)}.first-`);
  const aside = `${file}.first-${process.pid}`;
  try {
    // SQLite gives the files that it keeps beside this one the same permissions.
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
