import { pathToFileURL } from "node:url";

/**
 * The address of a data file that SQLite opens only if it is there. It may be moved away at any time: SQLite would create
 * an empty file in its place and delete the log beside it, which contains the latest commits.
 */
export function existingFile(file: string): URL {
  const url = pathToFileURL(file);
  url.search = "?mode=rw";
  return url;
}
