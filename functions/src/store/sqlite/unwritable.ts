import { accessSync, constants } from "node:fs";

/** The data file and the two files that SQLite keeps beside it. It creates these with the mode of the data file. */
const ENDINGS = ["", "-wal", "-shm"];

/** The first of the files of a database that exists and that this user may not read and write. */
export function findUnwritable(file: string): string | undefined {
  return ENDINGS.map((ending) => file + ending).find((path) => !isWritable(path));
}

/** Also true for a missing file. */
function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT";
  }
}
