import { existsSync } from "node:fs";
import { basename } from "node:path";
import type { Log } from "@atrium/functions/platform/observability/log";
import { removeUnfinishedCopies } from "@atrium/functions/store/sqlite/upgrade/upgrade-backup";
import { completeRestore } from "./backup/restore-note.ts";
import { copyPrefix, dataFile, requireNoLoss, secretsFile } from "./data/data-folder.ts";
import { removeLeftovers } from "./data/leftovers.ts";
import { upgradeData } from "./data/upgrade-data.ts";
import { firstRun } from "./first-run.ts";
import type { HostSettings } from "./settings/settings.ts";

/**
 * Prepares the data folder before the server opens it: upgrades data of an earlier Atrium, completes a restore, and
 * creates the data of a first run.
 * @returns whether the data is new.
 * @throws DataFileError with one line that says what to do.
 */
export async function prepareData(settings: HostSettings, log: Log): Promise<boolean> {
  requireNoLoss(settings.dataFolder);
  tellOfMissing(settings.dataFolder, log);
  await upgradeData(settings.dataFolder, log);
  await completeRestore(settings.dataFolder);
  removeCopies(settings.dataFolder);
  return firstRun(settings);
}

/**
 * Removes copies of the data left by killed backups and upgrades: they are as large as the data, and not encrypted. No
 * upgrade is running, because the data has the newest format by now.
 */
function removeCopies(folder: string): void {
  if (!existsSync(dataFile(folder))) return;
  removeLeftovers(folder, basename(copyPrefix(folder)));
  removeUnfinishedCopies(dataFile(folder));
}

/** Warns about secrets without a data file if no server has had data there: a killed first start leaves them. */
function tellOfMissing(folder: string, log: Log): void {
  if (existsSync(dataFile(folder)) || !existsSync(secretsFile(folder))) return;
  const message = `${dataFile(folder)} is missing beside ${basename(secretsFile(folder))}: this start creates new data. If there was data, stop the server and restore it from a backup.`;
  console.error(`atrium: ${message}`);
  log.warn({}, message);
}
