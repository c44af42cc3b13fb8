import { existsSync } from "node:fs";
import { basename } from "node:path";
import type { Log } from "@atrium/functions/platform/observability/log";
import { removeUnfinishedCopies } from "@atrium/functions/store/sqlite/upgrade/upgrade-backup";
import { recordRestore } from "./backup/restore-note.ts";
import { copyPrefix, dataFile, requireNoLoss, secretsFile } from "./data/data-folder.ts";
import { removeLeftovers } from "./data/leftovers.ts";
import { upgradeData } from "./data/upgrade-data.ts";
import { firstRun } from "./first-run.ts";
import type { HostSettings } from "./settings/settings.ts";

/**
 * Prepares the data folder before the server opens it: brings data of an earlier Atrium up to date, records a restore, and makes
 * the data of a first run.
 * @returns whether the data is new.
 * @throws DataFileError with one line that says what to do.
 */
export async function prepareData(settings: HostSettings, log: Log): Promise<boolean> {
  requireNoLoss(settings.dataFolder);
  tellOfMissing(settings.dataFolder, log);
  await upgradeData(settings.dataFolder, log);
  await recordRestore(settings.dataFolder);
  removeCopies(settings.dataFolder);
  return firstRun(settings);
}

/**
 * Removes copies of the data that killed backups and upgrades have left behind: they are as large as the data, and not encrypted.
 * No upgrade is under way, as the data has the newest format by now.
 */
function removeCopies(folder: string): void {
  if (!existsSync(dataFile(folder))) return;
  removeLeftovers(folder, basename(copyPrefix(folder)));
  removeUnfinishedCopies(dataFile(folder));
}

/** Tells of secrets without a data file where no server has held data: a first start that was killed leaves them. */
function tellOfMissing(folder: string, log: Log): void {
  if (existsSync(dataFile(folder)) || !existsSync(secretsFile(folder))) return;
  const message = `${dataFile(folder)} is missing beside ${basename(secretsFile(folder))}: this start makes new data. If there was data, stop the server and restore it from a backup.`;
  console.error(`atrium: ${message}`);
  log.warn({}, message);
}
