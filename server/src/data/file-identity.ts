import { type Stats, statSync } from "node:fs";

/**
 * The system's information about a file; links are followed. Undefined if there is no such file.
 * @throws a system error if it can't be read.
 */
export function statOf(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false });
}

/** Whether both are the same file, whatever its paths. */
export function isSameFile(one: Stats | undefined, other: Stats | undefined): boolean {
  return one !== undefined && one.ino === other?.ino && one.dev === other.dev;
}
