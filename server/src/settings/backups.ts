import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { parseDuration } from "../backup/duration.ts";
import { readSecretSource, type SecretSource } from "../backup/secret-source.ts";
import { type Environment, SettingsError, wholeNumber } from "./environment.ts";

/** Scheduled backups of the server. */
export interface BackupSettings {
  /** Folder of the backups. */
  folder: string;
  /** Interval, ms. */
  every: number;
  /** Number of backups to keep. */
  keep: number;
  secret: SecretSource;
}

/** Reads the settings of scheduled backups; undefined: the server makes none. @throws SettingsError naming the variable. */
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
    const [lost] = ["BACKUP_EVERY", "BACKUP_KEEP"].filter((name) => environment.get(name) !== undefined);
    if (lost) throw new SettingsError(`${lost} says nothing without BACKUP_DIR, the folder for backups. Set both.`);
    return undefined;
  }
  if (!secret)
    throw new SettingsError(
      "BACKUP_DIR needs what backups are sealed with. Set BACKUP_PASSPHRASE_FILE, or BACKUP_KEY_FILE (docs/backup.md).",
    );
  return { folder: resolve(folder), every, keep, secret };
}

const options = ["backup-dir", "backup-every", "backup-keep", "backup-passphrase-file", "backup-key-file"];

/** The options of `npm start --`, each as the variable that it stands for. @throws SettingsError for any other. */
export function readOptions(args: string[]): Record<string, string> {
  try {
    const { values } = parseArgs({
      args,
      options: Object.fromEntries(options.map((name) => [name, { type: "string" }])),
    });
    return Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name.toUpperCase().replaceAll("-", "_"), String(value)]),
    );
  } catch (error) {
    const all = options.map((name) => `--${name}`).join(", ");
    throw new SettingsError(
      `${(error as Error).message} There are ${all}; everything else is a variable: docs/settings.md.`,
    );
  }
}
