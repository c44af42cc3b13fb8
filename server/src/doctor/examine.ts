import { statSync } from "node:fs";
import { dirname } from "node:path";
import { importSigningKeys } from "@atrium/functions/domain/tokens/user-token";
import { DataFileError, readDataFormat } from "@atrium/functions/store/sqlite/database";
import { sizeWithLog } from "@atrium/functions/store/sqlite/file-size";
import { FORMAT, type FormatOrigin } from "@atrium/functions/store/sqlite/format";
import { inspectSqlite } from "@atrium/functions/store/sqlite/inspect";
import { tree } from "@atrium/functions/store/tree";
import { inShell } from "../commands/output/in-shell.ts";
import { listKinds } from "../commands/output/numbers.ts";
import { readCredentials } from "../data/credentials.ts";
import { dataFile, indexes, type ReadOnlyData, readData, requireData, secretsFile } from "../data/data-folder.ts";
import type { FreeBytes } from "../data/free-space.ts";
import { describeLargeLog, largestLog, logSize } from "../data/log-size-watch.ts";
import { readSecrets } from "../data/secrets-file.ts";
import type { Finding } from "./check.ts";
import { checkBackups } from "./check-backups.ts";
import { checkDisk } from "./check-disk.ts";
import { checkFolder } from "./check-folder.ts";
import { checkPlaces } from "./check-places.ts";

/**
 * Examines a data folder without changing it, even while a server runs.
 * @param all whether to check every document instead of a sample.
 * @param freeBytes by default, asks the file system.
 * @throws DataFileError if the folder contains no data.
 */
export async function examine(
  folder: string,
  { all, freeBytes }: { all: boolean; freeBytes?: FreeBytes },
): Promise<Finding[]> {
  requireData(folder);
  const around = [
    checkFolder(folder),
    ...(await checkDisk(folder, freeBytes)),
    await checkSecrets(folder),
    checkBackups(folder, Date.now()),
  ];
  const earlier = findEarlierFormat(folder);
  if (earlier) return [...around, earlier];
  const findings = [...around, ...checkFile(folder, all)];
  if (findings.some(({ status }) => status === "failed")) return findings;
  const data = await readData(folder);
  try {
    return [...findings, await checkCredentials(data), ...(await checkPlaces(data.snapshot, { all }))];
  } finally {
    await data.snapshot.close();
  }
}

async function checkSecrets(folder: string): Promise<Finding> {
  const check = "secrets";
  const file = secretsFile(folder);
  try {
    await importSigningKeys(readSecrets(file).signingKeys);
    const mode = statSync(file).mode & 0o777;
    if (process.platform !== "win32" && mode & 0o077)
      return {
        check,
        status: "failed",
        detail: `${file} can be read by others (mode ${mode.toString(8)}). Run: chmod 600 ${inShell(file)}`,
      };
    return { check, status: "ok", detail: "readable only by its owner" };
  } catch (error) {
    return { check, status: "failed", detail: (error as Error).message };
  }
}

function checkFile(folder: string, all: boolean): Finding[] {
  const file = dataFile(folder);
  try {
    const origin = readDataFormat(file);
    const { damage, indexProblems, documents } = inspectSqlite({ file, tree, indexes }, { all });
    const format: Finding = { check: "data format", status: "ok", detail: describeFormat(origin) };
    if (damage.length > 0)
      return [
        format,
        { check: "data file", status: "failed", detail: "damaged. Restore it from a backup.", problems: damage },
      ];
    const size = Math.round(sizeWithLog(file) / 1e5) / 10;
    return [
      format,
      { check: "data file", status: "ok", detail: `${size} MB, no damage` },
      ...checkLog(dirname(file)),
      indexProblems.length > 0
        ? { check: "indexes", status: "failed", detail: DIFFER, problems: indexProblems }
        : {
            check: "indexes",
            status: "ok",
            detail: `agree with ${listKinds({ document: documents })}${all ? "" : " of a sample"}`,
          },
    ];
  } catch (error) {
    if (!(error instanceof DataFileError)) throw error;
    return [{ check: "data file", status: "failed", detail: error.message }];
  }
}

/** A warning if the write-ahead log is too large; otherwise nothing. */
function checkLog(folder: string): Finding[] {
  const size = logSize(folder);
  return size < largestLog() ? [] : [{ check: "data file", status: "warning", detail: describeLargeLog(size) }];
}

function describeFormat({ format, program, since }: FormatOrigin): string {
  const origin =
    since === undefined ? "" : `; written by Atrium ${program} on ${new Date(since).toISOString().slice(0, 10)}`;
  return `${format}, the current one${origin}`;
}

/** The finding for a data file of an earlier Atrium, which this version can't examine any further. */
function findEarlierFormat(folder: string): Finding | undefined {
  try {
    const { format, isEmpty } = readDataFormat(dataFile(folder));
    if (isEmpty || format >= FORMAT) return undefined;
    const detail = `${format}, of an earlier Atrium; this one writes ${FORMAT}. Start the server once: it makes a backup and upgrades the file.`;
    return { check: "data format", status: "warning", detail };
  } catch (error) {
    if (error instanceof DataFileError) return undefined;
    throw error;
  }
}

const DIFFER = "differ from the documents. Restore the data file from a backup.";

async function checkCredentials({ snapshot, encryptionKey }: ReadOnlyData): Promise<Finding> {
  const check = "credentials";
  try {
    const workspaces = await readCredentials(snapshot, encryptionKey);
    const apiKey = workspaces.reduce((sum, { apiKeys }) => sum + apiKeys.length, 0);
    return { check, status: "ok", detail: listKinds({ workspace: workspaces.length, apiKey }) };
  } catch {
    const detail =
      "can't be decrypted with the key in secrets.json. Restore the secrets that belong to this data file.";
    return { check, status: "failed", detail };
  }
}
