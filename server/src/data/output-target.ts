import { readdirSync, readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { CommandError } from "../commands/command-error.ts";
import { isSameFile, statOf } from "./file-identity.ts";

/** Names of the files that Atrium keeps, or creates for a while, in a data folder. Some file systems ignore case. */
const OWN = /^(atrium\.(db|format-|lock|log|curl|backup\.json|restored\.json)|secrets\.json)/i;
/** Maximum number of links followed one after another, the same as on Linux. */
const MOST_LINKS = 40;

/**
 * The path at which a command may write a file that the operator has named. A link is followed: renaming a file over it
 * would replace the link itself, which may belong to the system.
 * @throws CommandError if it is a file of the data folder or not a regular file, even with --force.
 */
export function outputTarget(file: string, dataFolder: string): string {
  try {
    const stats = statOf(file);
    if (stats?.isDirectory()) throw new CommandError(`${file} is a folder. Name a file in it.`);
    if (stats && !stats.isFile()) throw new CommandError(`${file} is a pipe, a socket or a device. Name a file.`);
    const own = ownFile(dataFolder, file);
    if (own !== undefined)
      throw new CommandError(`${file} is ${own} of the data folder, which must not be replaced. Name another file.`);
    return stats ? realpathSync(file) : file;
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`${file} can't be written (${(error as Error).message}).`);
  }
}

/**
 * The name of the file of a data folder to which a path leads, even through links and before the file exists; undefined
 * for any other path.
 * @throws a system error if the path can't be read.
 */
export function ownFile(folder: string, path: string): string | undefined {
  const stats = statOf(path);
  const names = statOf(folder)?.isDirectory() ? readdirSync(folder).filter((name) => OWN.test(name)) : [];
  const same = stats && names.find((name) => isSameFile(statOf(join(folder, name)), stats));
  if (same !== undefined) return same;
  const end = followLinks(path);
  return OWN.test(basename(end)) && isSameFile(statOf(folder), statOf(dirname(end))) ? basename(end) : undefined;
}

/** Follows links at the end of a path, even if their target does not exist. */
function followLinks(path: string): string {
  let end = resolve(path);
  for (let i = 0; i < MOST_LINKS; i++) {
    try {
      end = resolve(dirname(end), readlinkSync(end));
    } catch {
      // Not a link, or nothing at all.
      return end;
    }
  }
  return end;
}
