import { spawn } from "node:child_process";
import { setPriority } from "node:os";
import { extname, join } from "node:path";
import { text } from "node:stream/consumers";
import { hostTimer } from "@atrium/functions/platform/async/timer";
import type { Log } from "@atrium/functions/platform/observability/log";
import { futureBackupWarning, newestBackup } from "./backup/backup-folder.ts";
import { noteBackup } from "./backup/backup-note.ts";
import { runOnSchedule } from "./backup/schedule.ts";
import type { BackupSettings } from "./settings/backups.ts";
import type { HostSettings } from "./settings/settings.ts";

/** Entry point of the command line; it is beside this file in both the source and the bundles. */
const cliFile = join(import.meta.dirname, `cli${extname(import.meta.filename)}`);
/** Minimum time limit of one backup, in ms: a disk may hang. */
const PATIENCE = 3_600_000;
/** Low CPU priority, so that requests come first. */
const LOW_PRIORITY = 10;

/**
 * Makes backups for as long as the process runs, if the settings ask for them. Each backup runs in its own process, so
 * that no request waits for it. A failed one is logged, retried, and reported by `npx atrium doctor`.
 */
export function scheduleBackups({ backups, dataFolder }: Pick<HostSettings, "backups" | "dataFolder">, log: Log): void {
  if (!backups) return;
  runOnSchedule({
    every: backups.every,
    newest: () => newestBackup(backups.folder, Date.now()),
    run: async () => {
      const { file, size, seconds } = JSON.parse(await backUp(backups, dataFolder));
      noteBackup(dataFolder, { every: backups.every });
      log.info({ file, bytes: size, seconds }, "a backup was made and verified");
      const warning = futureBackupWarning(backups.folder, Date.now());
      if (warning !== undefined) log.warn({ folder: backups.folder }, warning);
    },
    failed: (error) => {
      const reason = (error as Error).message;
      log.error({ reason, folder: backups.folder }, "no backup was made; the next attempt is within 10 minutes");
      noteBackup(dataFolder, { failure: { reason, at: Date.now() }, every: backups.every });
    },
    timer: hostTimer,
    now: Date.now,
  });
}

/** @returns what the command prints. @throws Error with the reason if it fails. */
async function backUp({ folder, every, keep, secret }: BackupSettings, dataFolder: string): Promise<string> {
  const source =
    "keyFile" in secret
      ? ["--key-file", secret.keyFile]
      : "passphraseFile" in secret
        ? ["--passphrase-file", secret.passphraseFile]
        : [];
  const args = ["backup", "--json", "--data", dataFolder, "--keep", String(keep), ...source, "--", folder];
  const child = spawn(process.execPath, [cliFile, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    timeout: Math.max(every, PATIENCE),
    killSignal: "SIGKILL",
  });
  const end = () => void child.kill();
  process.once("exit", end);
  const ended = new Promise<number | string | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => resolve(code ?? signal));
  });
  try {
    lowerPriority(child.pid);
    const [printed, complaints, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    if (code === 0) return printed;
    // Warnings, each a line of its own, come before the reason.
    const reason = complaints.trim().replace(/^(atrium: .*\n(?=atrium: ))*atrium: /, "");
    throw new Error(reason || `The backup was ended by ${code}.`);
  } finally {
    process.off("exit", end);
  }
}

function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, LOW_PRIORITY);
  } catch {
    // The process has exited already, or the system does not permit it.
  }
}
