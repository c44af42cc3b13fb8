import { chmodSync, lstatSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { DataFileError } from "@atrium/functions/store/sqlite/database";

/** Names of the files that Atrium keeps in a data folder. */
const OURS = /^(atrium|secrets)\./;
/** What a mode allows to anybody but the owner. */
const OTHERS = 0o077;

/**
 * Takes from everybody but the owner what they may do with the data folder (then 0700) and with Atrium's files in it (0600).
 * A folder that holds other things too is left alone: it may be a home or `/tmp`. Windows has no such modes.
 * @param chmod changes a mode.
 * @returns what others had access to until now, with its mode; empty as a rule.
 * @throws DataFileError that says which command to run, where others keep their access.
 */
export function keepPrivate(folder: string, chmod: (path: string, mode: number) => void = chmodSync): string[] {
  if (process.platform === "win32") return [];
  const isShared = readdirSync(folder).some((name) => !OURS.test(name));
  if (modeOf(folder) & OTHERS && isShared)
    throw new DataFileError(
      `Others have access to the data folder ${folder} (${describeMode(folder)}), which holds other files too. Run: chmod 700 ${folder} - or point ATRIUM_DATA at a folder that holds nothing else.`,
    );
  return findExposed(folder).map((path) => takeAccess(path, chmod));
}

/** Tells on standard error what others had access to. */
export function reportExposed(exposed: string[]): void {
  if (exposed.length > 0)
    console.error(`atrium: Others had access to ${exposed.join(", ")}. From now on only the owner has.`);
}

/** The folder and Atrium's files in it, where others have access. */
export function findExposed(folder: string): string[] {
  if (process.platform === "win32") return [];
  const files = readdirSync(folder)
    .filter((name) => OURS.test(name))
    .map((name) => join(folder, name));
  return [folder, ...files.filter((file) => lstatSync(file, { throwIfNoEntry: false })?.isFile())].filter(
    (path) => modeOf(path) & OTHERS,
  );
}

/** @returns the path with the mode that it had. @throws DataFileError */
function takeAccess(path: string, chmod: (path: string, mode: number) => void): string {
  const before = `${path} (${describeMode(path)})`;
  const wanted = modeOf(path) & ~OTHERS;
  let reason = "its file system does not keep modes";
  try {
    chmod(path, wanted);
  } catch (error) {
    reason = (error as Error).message;
  }
  if (modeOf(path) & OTHERS)
    throw new DataFileError(
      `Others have access to ${before}, and that can't be changed here (${reason}). Run as its owner: chmod ${wanted.toString(8)} ${path} - or point ATRIUM_DATA at a folder that does not exist yet.`,
    );
  return before;
}

/** 0 for a file that is gone: SQLite removes some when it closes. */
function modeOf(path: string): number {
  return (statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o7777;
}

function describeMode(path: string): string {
  return `mode ${modeOf(path).toString(8)}`;
}
