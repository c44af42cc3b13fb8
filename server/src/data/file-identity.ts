import { type Stats, statSync } from "node:fs";

/** What the system says of a file, where links lead to. Undefined: there is none. @throws an error of the system when it can't be looked at. */
export function statOf(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false });
}

/** Whether both are one file, whatever it is called. */
export function isSameFile(one: Stats | undefined, other: Stats | undefined): boolean {
  return one !== undefined && one.ino === other?.ino && one.dev === other.dev;
}
