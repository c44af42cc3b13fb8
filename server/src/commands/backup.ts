import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { type Command, InvalidArgumentError } from "commander";
import {
  backupFile,
  futureBackupWarning,
  newestBackup,
  nextBackupFile,
  removeOldest,
  requireFolder,
} from "../backup/backup-folder.ts";
import { noteBackup } from "../backup/backup-note.ts";
import { type BackupResult, createBackup } from "../backup/create.ts";
import { parseDuration } from "../backup/duration.ts";
import { runOnSchedule } from "../backup/schedule.ts";
import type { SealingSecret } from "../backup/sealing-key.ts";
import { requireData } from "../data/data-folder.ts";
import { CommandError } from "./command-error.ts";
import { type DataOptions, dataCommand, print } from "./options/data.ts";
import { path } from "./options/path.ts";
import { requireSecret, type SealingOptions, withSealing } from "./options/sealing.ts";
import { wholeNumberFrom } from "./options/whole-number.ts";
import { count } from "./output/numbers.ts";
import { Progress } from "./output/progress.ts";

type Options = DataOptions & SealingOptions & { force?: true; every?: number; keep?: number };

/** `backup`. */
export function backupCommand(): Command {
  const command = dataCommand(
    "backup",
    "write the data folder into one sealed file, even while the server runs",
    "backup --passphrase-file ~/atrium.passphrase atrium.backup",
  )
    .argument("<target>", "the file; with --every or --keep, a folder for files named after their time", path)
    .option("--every <time>", "keep making backups at this interval, such as 30m, 1h or 1d", duration)
    .option("--keep <number>", "number of backups to keep in the folder (default with --every: 24)", wholeNumberFrom(1))
    .option("--force", "replace the file if it exists");
  return withSealing(command)
    .addHelpText(
      "after",
      "  $ npx atrium backup --every 1h --keep 24 --key-file /etc/atrium/backup.key /mnt/backups" +
        "\n\nIt contains a consistent snapshot of the data file, and the secrets, all encrypted (AES-256-GCM)." +
        "\nWithout the passphrase or key file nobody can open it: keep it in another place." +
        "\nA running server makes backups by itself with BACKUP_DIR: docs/backup.md.",
    )
    .action(async (target: string, options: Options) => {
      if (target === "-")
        throw new CommandError(
          "A backup must be written to a file, because it is read back, not to standard output. Name a file, or ./- for a file of that name.",
        );
      requireData(options.data);
      const secret = await requireSecret(options, { isNew: true });
      if (options.every !== undefined) return goOn(target, secret, options, options.every);
      if (options.keep === undefined) await backUpTo(target, secret, options);
      else await backUpInto(target, secret, options);
    });
}

async function goOn(folder: string, secret: SealingSecret, options: Options, every: number): Promise<void> {
  requireFolder(folder);
  runOnSchedule({
    every,
    newest: () => newestBackup(folder, Date.now()),
    run: () => backUpInto(folder, secret, options),
    failed: (error) =>
      console.error(`atrium: ${new Date().toISOString()} No backup was made: ${(error as Error).message}`),
    // Unlike the server's, this timer keeps the process alive.
    timer: (ms, run) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    now: Date.now,
  });
}

/** Makes a backup in the folder and removes surplus backups. */
async function backUpInto(folder: string, secret: SealingSecret, options: Options): Promise<void> {
  requireFolder(folder);
  const file = await backUpTo(backupFile(folder, Date.now()), secret, options, nextBackupFile);
  const now = Date.now();
  removeOldest(folder, { keep: options.keep ?? 24, made: file, now });
  const warning = futureBackupWarning(folder, now);
  if (warning !== undefined) console.error(`atrium: ${warning}`);
}

/** @param nextName as for `createBackup`. @returns the path of the backup. */
async function backUpTo(
  file: string,
  secret: SealingSecret,
  options: Options,
  nextName?: (taken: string) => string,
): Promise<string> {
  const started = performance.now();
  const progress = new Progress(100, "Backing up");
  const { data, every } = options;
  const isThere = existsSync(file);
  try {
    const result = await createBackup(data, file, {
      secret,
      overwrite: options.force ?? false,
      ...(nextName && { nextName }),
      onProgress: (done, doing) => progress.update(Math.floor(done * 100), doing),
    }).finally(() => progress.stop());
    noteBackup(data, {
      last: { file: resolve(result.file), at: result.createdAt },
      ...(every !== undefined && { every }),
    });
    const seconds = Math.round(performance.now() - started) / 1000;
    print(options, { ...result, seconds }, describe(result, seconds));
    return result.file;
  } catch (error) {
    // The existing file is still as good a backup as before.
    const isRefused = !options.force && !nextName && isThere;
    if (!isRefused) noteBackup(data, { failure: { reason: (error as Error).message, at: Date.now() } });
    throw error;
  }
}

function describe({ file, size, bytes, documents }: BackupResult, seconds: number): string {
  const total = Object.values(documents).reduce((sum, one) => sum + one, 0);
  const megabytes = (value: number) => (value / 1e6).toFixed(1);
  return `Backed up ${count(total)} documents (${megabytes(bytes)} MB) to ${file} (${megabytes(size)} MB) in ${seconds.toFixed(1)} s, and read it back.`;
}

function duration(text: string): number {
  const ms = parseDuration(text);
  if (ms === undefined)
    throw new InvalidArgumentError("It must be a time such as 30m, 1h or 1d, from a minute to 20 days.");
  return ms;
}
