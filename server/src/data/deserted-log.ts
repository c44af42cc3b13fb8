import { renameSync, type Stats } from "node:fs";
import { isSameFile, statOf } from "./file-identity.ts";

/** The files of an open data file's log, as they were when it was opened. */
export interface OpenedLog {
  file: string;
  parts: { suffix: string; stats: Stats | undefined }[];
}

/** Notes which files are the log of a data file, which is open: SQLite keeps them as long. */
export function noteLog(file: string): OpenedLog {
  return { file, parts: ["-wal", "-shm"].map((suffix) => ({ suffix, stats: statOf(file + suffix) })) };
}

/**
 * Moves the log of a data file that is gone out of the way of the one that stands there now: SQLite leaves it, and the next start
 * would write its pages into a file that they don't belong to. A log that came with the new file stays.
 * @returns a sentence that says where it is, with a blank before; empty where there was none.
 */
export function setLogAside({ file, parts }: OpenedLog, now: Date): string {
  const aside = `${file}.gone-${now.toISOString().replaceAll(/[-:]|\.\d+/g, "")}`;
  const moved = parts.filter(({ suffix, stats }) => {
    try {
      if (!isSameFile(statOf(file + suffix), stats)) return false;
      renameSync(file + suffix, aside + suffix);
      return true;
    } catch {
      // The folder is gone too, or another worker was faster. The next start looks whether a log belongs to its file.
      return false;
    }
  });
  return moved.some(({ suffix }) => suffix === "-wal") ? ` The log of the earlier file is kept as ${aside}-wal.` : "";
}
