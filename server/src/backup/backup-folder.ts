import { accessSync, constants, existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { CommandError } from "../commands/command-error.ts";
import { removeLeftovers } from "../data/leftovers.ts";

const NAME = /^atrium-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup$/;
/** Prefix of the name of an unfinished backup; the id of its process follows. */
const PART = /^.+\.backup\.part-(?=\d+$)/;
/** How far in the future a backup may be dated, in ms: a clock is corrected by a few seconds at a time. */
const CLOCK_TOLERANCE = 5 * 60_000;

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

/** The path for a backup made in the same second as this one: the next second. @param taken a path from `backupFile`. */
export function nextBackupFile(taken: string): string {
  return backupFile(dirname(taken), timeOf(basename(taken)) + 1000);
}

/** @returns ms since 1970. @param name of a backup. */
function timeOf(name: string): number {
  return Date.parse(name.replace(NAME, "$1-$2-$3T$4:$5:$6Z"));
}

/** Backups in a folder by the times in their names, newest first; other files and folders are ignored. */
export function listBackups(folder: string): KeptBackup[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile() && NAME.test(entry.name));
  return files
    .map(({ name }) => name)
    .sort()
    .reverse()
    .map((name) => ({ file: join(folder, name), createdAt: timeOf(name) }));
}

/** Backups that are dated in the future: the clock was ahead when they were made, or is behind now. @param now ms since 1970. */
function futureBackups(folder: string, now: number): KeptBackup[] {
  return listBackups(folder).filter(({ createdAt }) => createdAt > now + CLOCK_TOLERANCE);
}

/** Time of the newest backup that is not dated in the future, in ms since 1970; undefined if there is none. */
export function newestBackup(folder: string, now: number): number | undefined {
  return pastBackups(folder, now)[0]?.createdAt;
}

function pastBackups(folder: string, now: number): KeptBackup[] {
  return listBackups(folder).filter(({ createdAt }) => createdAt <= now + CLOCK_TOLERANCE);
}

/** A warning for the operator about backups dated in the future; undefined if there are none. */
export function futureBackupWarning(folder: string, now: number): string | undefined {
  const [newest, ...others] = futureBackups(folder, now);
  if (!newest) return undefined;
  const which = others.length === 0 ? newest.file : `${newest.file} and ${others.length} more`;
  return `Backups are dated in the future: ${which}. They are kept beside the others. Check the clock, and remove them once you don't need them.`;
}

/** What to keep in a backup folder. */
export interface RetentionChoice {
  /** Number of backups to keep, at least 1; backups dated in the future are not counted. */
  keep: number;
  /** The backup that was just made: it is kept, whatever the clock says. */
  made: string;
  /** Ms since 1970. */
  now: number;
}

/**
 * Removes the oldest backups, and unfinished files of killed processes. Backups dated in the future are kept and not
 * counted: after a leap of the clock each new backup would be the oldest.
 * @throws CommandError if one can't be removed.
 */
export function removeOldest(folder: string, { keep, made, now }: RetentionChoice): void {
  const others = pastBackups(folder, now).filter(({ file }) => basename(file) !== basename(made));
  try {
    for (const { file } of others.slice(Math.max(1, keep) - 1)) rmSync(file, { force: true });
    removeUnfinishedBackups(folder);
  } catch (error) {
    throw new CommandError(`${made} was made, but older backups can't be removed (${(error as Error).message}).`);
  }
}

/** Removes unfinished backups of killed processes from a folder, whatever their final names were to be. */
export function removeUnfinishedBackups(folder: string): void {
  const prefixes = readdirSync(folder).flatMap((name) => PART.exec(name) ?? []);
  for (const prefix of new Set(prefixes)) removeLeftovers(folder, prefix);
}

/**
 * @throws CommandError if the folder does not exist, because an unmounted disk must not look like an empty one, or can't
 * be used.
 */
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
