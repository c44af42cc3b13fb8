import { type StatsFs, statSync } from "node:fs";

/** Size in bytes of a data file and its log of the latest writes, which SQLite moves into the file from time to time. */
export function sizeWithLog(file: string): number {
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
  return statSync(file).size + (log?.size ?? 0);
}

/** Free bytes that a file system reports; infinity if it reports no size, as some do. */
export function freeBytesOf({ bavail, bsize, blocks }: StatsFs): number {
  return blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize;
}
