import { existsSync, statSync } from "node:fs";
import type { Log } from "@atrium/functions/platform/observability/log";
import { readDataFormat } from "@atrium/functions/store/sqlite/database";
import { FORMAT } from "@atrium/functions/store/sqlite/format";
import { upgradeDataFile } from "@atrium/functions/store/sqlite/upgrade/upgrade";
import { dataFile, prepareFolder } from "./data-folder.ts";
import { reportExposed } from "./private-files.ts";

/**
 * Upgrades the data file of a folder if an earlier Atrium wrote it, and reports it in the log and on standard error.
 * Call it when the server starts, before anything else opens the folder.
 * @throws DataFileError with one line that says what to do.
 */
export async function upgradeData(folder: string, log: Log): Promise<void> {
  const file = dataFile(folder);
  // `openData` refuses a missing file; opening an empty one here would remove its log.
  if (!existsSync(file) || statSync(file).size === 0) return;
  const { format, isEmpty } = readDataFormat(file);
  if (isEmpty || format >= FORMAT) return;
  const { exposed } = await prepareFolder(folder);
  await upgradeDataFile({
    file,
    notify: (message, fields) => {
      console.error(`atrium: ${message}`);
      log.info(fields, message);
    },
  });
  reportExposed(exposed);
}
