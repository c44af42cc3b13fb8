import { closeSync, fsyncSync, linkSync, openSync, readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/**
 * Makes a data file that only its owner may read. It is written aside and linked into place when it is complete, so that a
 * crash leaves no half file, and of two processes that do this at once one wins whole.
 * @param fill writes the file at the path that it is given, and closes it.
 * @returns whether the file is the one that was made here.
 */
export async function makeDataFile(file: string, fill: (aside: string) => Promise<void>): Promise<boolean> {
  removeLeftovers(file);
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

/** Removes what processes have left that were killed; one that is still running keeps its own. */
function removeLeftovers(file: string): void {
  const prefix = `${basename(file)}.first-`;
  const folder = dirname(file);
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(prefix)) continue;
    const pid = Number.parseInt(name.slice(prefix.length), 10);
    if (pid === process.pid || !isRunning(pid)) rmSync(join(folder, name), { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function flush(path: string): void {
  const descriptor = openSync(path, "r");
  fsyncSync(descriptor);
  closeSync(descriptor);
}
