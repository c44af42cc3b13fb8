import { readdirSync, readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { CommandError } from "../commands/command-error.ts";
import { isSameFile, statOf } from "./file-identity.ts";

/** Names of what Atrium keeps in a data folder, or makes there for a while. Some file systems know no case. */
const OWN = /^(atrium\.(db|format-|lock|log|curl|backup\.json|restored\.json)|secrets\.json)/i;
/** Links that are followed one after another, as many as Linux follows. */
const MOST_LINKS = 40;

/**
 * Where a command may write a file that the operator has named. A link is followed: to rename a file over it would replace the link
 * itself, which may be one of the system.
 * @throws CommandError when it is a file of the data folder, or none that can be replaced, whatever the operator insists on.
 */
export function outputTarget(file: string, dataFolder: string): string {
  try {
    const found = statOf(file);
    if (found?.isDirectory()) throw new CommandError(`${file} is a folder. Name a file in it.`);
    if (found && !found.isFile()) throw new CommandError(`${file} is a pipe, a socket or a device. Name a file.`);
    const own = ownFile(dataFolder, file);
    if (own !== undefined)
      throw new CommandError(`${file} is ${own} of the data folder, which must not be replaced. Name another file.`);
    return found ? realpathSync(file) : file;
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`${file} can't be written (${(error as Error).message}).`);
  }
}

/**
 * The name of the file of a data folder that a path leads to, also by links and before the file is there; undefined for any other.
 * @throws an error of the system when the path can't be looked at.
 */
export function ownFile(folder: string, path: string): string | undefined {
  const found = statOf(path);
  const names = statOf(folder)?.isDirectory() ? readdirSync(folder).filter((name) => OWN.test(name)) : [];
  const same = found && names.find((name) => isSameFile(statOf(join(folder, name)), found));
  if (same !== undefined) return same;
  const end = followLinks(path);
  return OWN.test(basename(end)) && isSameFile(statOf(folder), statOf(dirname(end))) ? basename(end) : undefined;
}

/** Follows links at the end of a path, also where nothing is behind them. */
function followLinks(path: string): string {
  let end = resolve(path);
  for (let i = 0; i < MOST_LINKS; i++) {
    try {
      end = resolve(dirname(end), readlinkSync(end));
    } catch {
      // No link, or nothing at all.
      return end;
    }
  }
  return end;
}
