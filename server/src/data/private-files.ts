import { chmodSync, lstatSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { DataFileError } from "@atrium/functions/store/sqlite/database";
import { inShell } from "../commands/output/in-shell.ts";

/** Names of the files that Atrium keeps in a data folder. */
const OURS = /^(atrium|secrets)\./;
/** Mode bits of group and others. */
const OTHERS = 0o077;

/**
 * Restricts the data folder (to 0700) and Atrium's files in it (to 0600) to their owner. A folder that also contains
 * other things is left alone: it may be a home folder or `/tmp`. Windows has no such modes.
 * @param chmod changes a mode.
 * @returns the paths that others could access until now, with their modes; usually empty.
 * @throws DataFileError that says which command to run if a mode can't be changed.
 */
export function keepPrivate(folder: string, chmod: (path: string, mode: number) => void = chmodSync): string[] {
  if (process.platform === "win32") return [];
  const isShared = readdirSync(folder).some((name) => !OURS.test(name));
  if (modeOf(folder) & OTHERS && isShared)
    throw new DataFileError(
      `Others have access to the data folder ${folder} (${describeMode(folder)}), which holds other files too. Run: chmod 700 ${inShell(folder)} - or point ATRIUM_DATA at a folder that holds nothing else.`,
    );
  return findExposed(folder).map((path) => takeAccess(path, chmod));
}

/** Reports on standard error which paths others could access. */
export function reportExposed(exposed: string[]): void {
  if (exposed.length > 0)
    console.error(`atrium: Others had access to ${exposed.join(", ")}. From now on only the owner has.`);
}

/** Finds the folder and Atrium's files in it that others can access. */
export function findExposed(folder: string): string[] {
  if (process.platform === "win32") return [];
  const files = readdirSync(folder)
    .filter((name) => OURS.test(name))
    .map((name) => join(folder, name));
  return [folder, ...files.filter((file) => lstatSync(file, { throwIfNoEntry: false })?.isFile())].filter(
    (path) => modeOf(path) & OTHERS,
  );
}

/** @returns the path with its previous mode. @throws DataFileError */
function takeAccess(path: string, chmod: (path: string, mode: number) => void): string {
  const before = `${path} (${describeMode(path)})`;
  const privateMode = modeOf(path) & ~OTHERS;
  let reason = "its file system does not keep modes";
  try {
    chmod(path, privateMode);
  } catch (error) {
    reason = (error as Error).message;
  }
  if (modeOf(path) & OTHERS)
    throw new DataFileError(
      `Others have access to ${before}, and that can't be changed here (${reason}). Run as its owner: chmod ${privateMode.toString(8)} ${inShell(path)} - or point ATRIUM_DATA at a folder that does not exist yet.`,
    );
  return before;
}

/** Mode of a file; 0 if it no longer exists, because SQLite removes some when it closes. */
function modeOf(path: string): number {
  return (statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o7777;
}

function describeMode(path: string): string {
  return `mode ${modeOf(path).toString(8)}`;
}
