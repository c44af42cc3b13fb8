import { existsSync, statSync } from "node:fs";
import type { Log } from "@atrium/functions/platform/log";
import { readDataFormat } from "@atrium/functions/store/sqlite/database";
import { FORMAT } from "@atrium/functions/store/sqlite/format";
import { upgradeDataFile } from "@atrium/functions/store/sqlite/upgrade";
import { dataFile, prepareFolder } from "./data-folder.ts";
import { reportExposed } from "./private-files.ts";

/**
 * Brings the data file of a folder up to date where an earlier Atrium has written it, and tells so in the log and on standard
 * error. For the start of a server, before anything else opens the folder.
 * @throws DataFileError with one line that says what to do.
 */
export async function upgradeData(folder: string, log: Log): Promise<void> {
  const file = dataFile(folder);
  // A file that was lost is for `openData` to refuse, and looking into an empty one would remove its log.
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
