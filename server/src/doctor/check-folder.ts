import { accessSync, constants, statSync } from "node:fs";
import { basename } from "node:path";
import { findUnwritable } from "@atrium/functions/store/sqlite/unwritable";
import { inShell } from "../commands/output/in-shell.ts";
import { copyPrefix, dataFile, secretsFile } from "../data/data-folder.ts";
import { findLeftovers } from "../data/leftovers.ts";
import { findExposed } from "../data/private-files.ts";
import type { Finding } from "./check.ts";

/** Checks that this user can write to the data folder and that nobody else can read it. */
export function checkFolder(folder: string): Finding {
  const check = "data folder";
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    return {
      check,
      status: "failed",
      detail: `can't be written (${(error as Error).message}). Check its permissions.`,
    };
  }
  const unwritable = findUnwritable(dataFile(folder));
  if (unwritable !== undefined)
    return {
      check,
      status: "failed",
      detail: `${unwritable} can't be written by this user. Check its permissions and owner.`,
    };
  const mode = statSync(folder).mode & 0o777;
  if (process.platform !== "win32" && mode & 0o077)
    return {
      check,
      status: "warning",
      detail: `others can list its files (mode ${mode.toString(8)}). Run: chmod 700 ${inShell(folder)}`,
    };
  const exposed = findExposed(folder).filter((path) => path !== secretsFile(folder));
  if (exposed.length > 0)
    return {
      check,
      status: "warning",
      detail: `files in it would be readable for others if the folder were opened. Run: chmod 600 ${exposed.map(inShell).join(" ")}`,
    };
  const copies = findLeftovers(folder, basename(copyPrefix(folder)));
  if (copies.length > 0)
    return {
      check,
      status: "warning",
      detail: `a killed backup has left a copy of the data. Make a backup, which removes it, or run: rm ${copies.map(inShell).join(" ")}`,
    };
  return { check, status: "ok", detail: `${folder}, accessible only to its owner` };
}
