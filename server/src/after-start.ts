import { watchLogSize } from "./data/log-size-watch.ts";
import { describeSharedDisk } from "./health/shared-disk.ts";
import type { ProcessLog } from "./log/log.ts";
import { scheduleBackups } from "./scheduled-backups.ts";
import { type HostSettings, printNotices } from "./settings/settings.ts";
import { type Start, welcome } from "./welcome.ts";

/**
 * Tells the operator where the server listens, and begins what one process does for all workers. Called once connections
 * are accepted.
 */
export async function afterStart(
  settings: HostSettings,
  log: ProcessLog,
  start: Omit<Start, "isTerminal">,
): Promise<void> {
  console.log(await welcome(settings, { ...start, isTerminal: process.stdout.isTTY }));
  printNotices(settings);
  warnOfSharedDisk(settings, log);
  scheduleBackups(settings, log);
  watchLogSize({ ...settings, log });
}

function warnOfSharedDisk({ dataFolder }: HostSettings, log: ProcessLog): void {
  const warning = describeSharedDisk(dataFolder);
  if (warning === undefined) return;
  console.error(`atrium: ${warning}`);
  log.warn({}, warning);
}
