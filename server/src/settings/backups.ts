import { resolve } from "node:path";
import { parseDuration } from "../backup/duration.ts";
import { exposureWarning, readSecret, readSecretSource, type SecretSource } from "../backup/secret-source.ts";
import { CommandError } from "../commands/command-error.ts";
import { type Environment, SettingsError, wholeNumber } from "./environment.ts";

/** Scheduled backups of the server. */
export interface BackupSettings {
  /** Folder of the backups. */
  folder: string;
  /** Interval, in ms. */
  every: number;
  /** Number of backups to keep. */
  keep: number;
  secret: SecretSource;
}

/**
 * Reads the settings of scheduled backups; undefined if the server makes none.
 * @throws SettingsError naming the variable.
 */
export function readBackups(environment: Environment): BackupSettings | undefined {
  const folder = environment.get("BACKUP_DIR");
  const time = environment.get("BACKUP_EVERY") ?? "1h";
  const every = parseDuration(time);
  if (every === undefined)
    throw new SettingsError(
      `BACKUP_EVERY must be a time such as 30m, 1h or 1d, from a minute to 20 days, not "${time}".`,
    );
  const keep = wholeNumber(environment, "BACKUP_KEEP", 24, 1, 99_999);
  const secret = readSecretSource(environment);
  if (folder === undefined) {
    const [variable] = ["BACKUP_EVERY", "BACKUP_KEEP"].filter((name) => environment.get(name) !== undefined);
    if (variable)
      throw new SettingsError(`${variable} has no effect without BACKUP_DIR, the folder for backups. Set both.`);
    return undefined;
  }
  if (!secret)
    throw new SettingsError(
      "BACKUP_DIR needs a secret with which backups are sealed. Set BACKUP_PASSPHRASE_FILE, or BACKUP_KEY_FILE (docs/backup.md).",
    );
  return { folder: resolve(folder), every, keep, secret };
}

/**
 * Requires that the secret for the server's backups can be read and is long enough. Otherwise the error would only
 * appear with the first backup.
 * @returns a warning if every user of the machine can read it.
 * @throws SettingsError with one line that says what to do.
 */
export function requireSealing({ backups }: { backups: BackupSettings | undefined }): string | undefined {
  if (!backups) return undefined;
  try {
    readSecret(backups.secret);
    return exposureWarning(backups.secret);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    throw new SettingsError(`Backups into BACKUP_DIR can't be sealed: ${error.message}`);
  }
}
