import { existsSync, linkSync, renameSync } from "node:fs";
import { dirname } from "node:path";
import { CommandError } from "../commands/command-error.ts";
import { flush } from "./leftovers.ts";

/** @throws CommandError if the file exists. */
export function requireAbsent(file: string): void {
  if (existsSync(file)) throw exists(file);
}

/**
 * Gives a complete file its final name, and waits until the name is on disk too.
 * @param part its temporary path, in the same folder; its content must be on disk.
 * @throws CommandError if a file of this name exists and must not be overwritten; a system error.
 */
export function placeFile(part: string, file: string, { overwrite }: { overwrite: boolean }): void {
  try {
    if (overwrite) renameSync(part, file);
    else linkSync(part, file);
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === "EEXIST" ? exists(file) : error;
  }
  flush(dirname(file));
}

/**
 * Gives a complete file the first free name, like `placeFile`. Another process may take a name at any time.
 * @param next returns the name to try after one that is taken.
 * @returns the name.
 */
export function placeUnderFreeName(part: string, first: string, next: (taken: string) => string): string {
  for (let file = first; ; file = next(file)) {
    try {
      linkSync(part, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST") continue;
      throw error;
    }
    flush(dirname(file));
    return file;
  }
}

function exists(file: string): CommandError {
  return new CommandError(`${file} already exists. Name another file, or add --force to replace it.`);
}
