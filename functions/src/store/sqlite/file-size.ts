import { type StatsFs, statSync } from "node:fs";

/** Bytes that a data file takes, with the log of what was written last: SQLite moves that into the file from time to time. */
export function sizeWithLog(file: string): number {
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
  return statSync(file).size + (log?.size ?? 0);
}

/** Free bytes that a file system reports; without a limit if it reports no size, as some do. */
export function freeBytesOf({ bavail, bsize, blocks }: StatsFs): number {
  return blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize;
}
