import { accessSync, constants, existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { CommandError } from "../commands/command-error.ts";
import { removeLeftovers } from "../data/leftovers.ts";

const NAME = /^atrium-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup$/;
/** Prefix of the name of an unfinished backup; the id of its process follows. */
const PART = /^atrium-\d{8}T\d{6}Z\.backup\.part-/;

/** A backup in a backup folder. */
export interface KeptBackup {
  file: string;
  /** Ms since 1970, to the second. */
  createdAt: number;
}

/** Path for a backup made at this time. @param now ms since 1970. */
export function backupFile(folder: string, now: number): string {
  return join(folder, `atrium-${new Date(now).toISOString().slice(0, 19).replace(/[-:]/g, "")}Z.backup`);
}

/** Backups of a folder by the times in their names, newest first; other files are ignored. */
export function listBackups(folder: string): KeptBackup[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => NAME.test(name));
  return names
    .sort()
    .reverse()
    .map((name) => ({ file: join(folder, name), createdAt: Date.parse(name.replace(NAME, "$1-$2-$3T$4:$5:$6Z")) }));
}

/** Removes the oldest backups and unfinished files of killed processes. @param keep how many stay, at least 1. */
export function removeOldest(folder: string, keep: number): void {
  for (const { file } of listBackups(folder).slice(Math.max(1, keep))) rmSync(file, { force: true });
  for (const prefix of readdirSync(folder).flatMap((name) => PART.exec(name) ?? [])) removeLeftovers(folder, prefix);
}

/** @throws CommandError when the folder does not exist, as an unmounted disk must not look like an empty one, or can't be used. */
export function requireFolder(folder: string): void {
  if (!existsSync(folder))
    throw new CommandError(`There is no folder ${folder} for backups. Make it, or mount the disk that it is on.`);
  if (!statSync(folder).isDirectory()) throw new CommandError(`${folder} is not a folder. Name one for backups.`);
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new CommandError(`${folder} can't be written (${(error as Error).message}).`);
  }
}
