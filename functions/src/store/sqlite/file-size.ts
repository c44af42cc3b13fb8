import { statSync } from "node:fs";

/** Bytes that a data file takes, with the log of what was written last: SQLite moves that into the file from time to time. */
export function sizeWithLog(file: string): number {
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
  return statSync(file).size + (log?.size ?? 0);
}
