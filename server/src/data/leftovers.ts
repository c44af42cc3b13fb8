import { closeSync, fsyncSync, openSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/**
 * Removes temporary files of killed processes from a folder; those of running processes stay.
 * @param prefix prefix of such file names; the id of the process follows.
 */
export function removeLeftovers(folder: string, prefix: string): void {
  for (const path of findLeftovers(folder, prefix)) rmSync(path, { force: true });
}

/** Paths of temporary files of killed processes in a folder. @param prefix as for `removeLeftovers`. */
export function findLeftovers(folder: string, prefix: string): string[] {
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => {
    if (!entry.name.startsWith(prefix) || !entry.isFile()) return false;
    const pid = Number.parseInt(entry.name.slice(prefix.length), 10);
    return pid === process.pid || !isRunning(pid);
  });
  return files.map(({ name }) => join(folder, name));
}

/**
 * Removes temporary files of this process. Failures are ignored: such a file does not exist, or its writer reports the
 * reason.
 */
export function removeTemporary(...paths: string[]): void {
  for (const path of paths) {
    try {
      rmSync(path, { force: true });
    } catch {
      // Its folder is not a folder, or can't be read.
    }
  }
}

/** Whether a process with this id is running, whoever owns it. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Waits until a file, or the entries of a folder, are on disk. */
export function flush(path: string): void {
  const descriptor = openSync(path, "r");
  fsyncSync(descriptor);
  closeSync(descriptor);
}
