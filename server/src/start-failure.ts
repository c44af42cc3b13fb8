import { ApiError } from "@atrium/functions/platform/error";
import { DataFileError } from "@atrium/functions/store/sqlite/database";
import { inShell } from "./commands/output/in-shell.ts";
import { dataFile } from "./data/data-folder.ts";
import { SettingsError } from "./settings/environment.ts";

const SQLITE_FULL = 13;

/**
 * One line that says why the service can't start and what to do; undefined for an internal error.
 * @param folder the data folder, once it is known.
 */
export function startFailure(error: unknown, folder?: string): string | undefined {
  // The message of such an error is written for API callers, not for the operator.
  if (error instanceof ApiError && error.code === "DATA_LOSS" && folder !== undefined)
    return `${dataFile(folder)} is damaged (${(error.extras.cause as Error).message}). \`npx atrium doctor --data ${inShell(folder)}\` shows details; restore it from a backup.`;
  const fullDisk = fullDiskError(error);
  if (fullDisk && folder !== undefined)
    return `The data folder ${folder} can't be written (${fullDisk.message}). Make room on its disk.`;
  if (error instanceof DataFileError || error instanceof SettingsError || error instanceof ApiError)
    return error.message;
  if (!isSystemError(error)) return undefined;
  // In a cluster, the primary binds the port and reports the error to the worker.
  const isListening = ["listen", "bind", "getaddrinfo"].includes(error.syscall);
  return isListening ? explainListen(error) : `${error.message}.`;
}

interface SystemError extends Error {
  code: string;
  syscall: string;
  address?: string;
  port?: number;
}

function isSystemError(error: unknown): error is SystemError {
  return typeof (error as SystemError)?.syscall === "string";
}

/** What the system or SQLite says about a full disk, without naming a file; undefined for any other error. */
function fullDiskError(error: unknown): Error | undefined {
  const cause = (error instanceof ApiError ? error.extras.cause : error) as Error & { code?: string; errcode?: number };
  return cause?.code === "ENOSPC" || ((cause?.errcode ?? 0) & 0xff) === SQLITE_FULL ? cause : undefined;
}

function explainListen({ code, address, port, message }: SystemError): string {
  if (code === "EADDRINUSE")
    return `Port ${port} is taken on ${address}. Stop what uses it, or start with PORT=${(port ?? 5050) + 1}.`;
  if (code === "EACCES") return `Port ${port} needs more rights. Start with a PORT above 1023.`;
  return `Can't listen on the address (${message}). Check HOST and PORT.`;
}
