import { existsSync } from "node:fs";
import { readBackupNote } from "../backup/backup-note.ts";
import { describeDuration } from "../backup/duration.ts";
import { readBackups, requireSealing } from "../settings/backups.ts";
import { Environment, SettingsError } from "../settings/environment.ts";
import type { Finding } from "./check.ts";

/** Maximum age of the last backup if no interval is recorded: a week, in ms. */
const OLD = 7 * 86_400_000;

/**
 * Checks the settings of the server's backups; undefined if nothing is wrong with them or the server makes none.
 * @param variables the environment, which is the server's if the command line shares it.
 */
export function checkBackupSettings(variables: Record<string, string | undefined>): Finding | undefined {
  try {
    const warning = requireSealing({ backups: readBackups(new Environment(variables)) });
    return warning === undefined ? undefined : { check: "backups", status: "warning", detail: warning };
  } catch (error) {
    if (error instanceof SettingsError) return { check: "backups", status: "failed", detail: error.message };
    throw error;
  }
}

/** Checks the record of backups in this data folder. @param now ms since 1970. */
export function checkBackups(folder: string, now: number): Finding {
  const check = "backups";
  const { last, failure, every } = readBackupNote(folder);
  const age = last && `the last one was made ${describeDuration(now - last.at)} ago: ${last.file}`;
  if (failure)
    return {
      check,
      status: "warning",
      detail: `the last attempt failed ${describeDuration(now - failure.at)} ago (${failure.reason}); ${age ?? "none was made before"}`,
    };
  if (!last)
    return {
      check,
      status: "ok",
      detail: "none was made with `npx atrium backup` yet; docs/backup.md describes other ways too",
    };
  if (now - last.at > (every === undefined ? OLD : 2 * every))
    return { check, status: "warning", detail: `${age}. That is old.` };
  if (!existsSync(last.file))
    return {
      check,
      status: "warning",
      detail: `${age}, but it no longer exists. If you did not move it yourself, make a new one and find out what removes them.`,
    };
  return { check, status: "ok", detail: age ?? "" };
}
