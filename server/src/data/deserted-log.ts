import { renameSync, type Stats } from "node:fs";
import { isSameFile, statOf } from "./file-identity.ts";

/** The files of an open data file's log, as they were when the data file was opened. */
export interface OpenedLog {
  file: string;
  parts: { suffix: string; stats: Stats | undefined }[];
}

/** Remembers which files are the log of an open data file: SQLite keeps them for as long as it is open. */
export function recordOpenedLog(file: string): OpenedLog {
  return { file, parts: ["-wal", "-shm"].map((suffix) => ({ suffix, stats: statOf(file + suffix) })) };
}

/**
 * Moves the log of a lost data file aside. SQLite leaves it there, and the next start would write its pages into another
 * file, to which they do not belong. A log that came with the new file stays.
 * @returns a sentence, after a space, that says where the log is; empty if there was none.
 */
export function moveLogAside({ file, parts }: OpenedLog, now: Date): string {
  const aside = `${file}.gone-${now.toISOString().replaceAll(/[-:]|\.\d+/g, "")}`;
  const moved = parts.filter(({ suffix, stats }) => {
    try {
      if (!isSameFile(statOf(file + suffix), stats)) return false;
      renameSync(file + suffix, aside + suffix);
      return true;
    } catch {
      // The folder is gone too, or another worker was faster. The next start checks whether a log belongs to its file.
      return false;
    }
  });
  return moved.some(({ suffix }) => suffix === "-wal") ? ` The log of the earlier file is kept as ${aside}-wal.` : "";
}
