import { InvalidArgumentError } from "commander";
import { pino } from "pino";
import { visibleJson } from "../log/visible-text.ts";

/** Which lines of a log to show. */
export interface LogFilter {
  /** Lines of this level and above. */
  level?: string | undefined;
  /** A status such as `404`, or a class such as `4xx`. */
  status?: string | undefined;
  /** Requests whose path begins with this text. */
  path?: string | undefined;
  apiKey?: string | undefined;
  /** Lines that contain this text. */
  grep?: string | undefined;
}

/** Whether a line of the log matches; a line that is not JSON never does. */
export function matchesFilter({ level, status, path, apiKey, grep }: LogFilter, line: string): boolean {
  if (grep !== undefined && !line.includes(visibleJson(grep))) return false;
  const entry = parse(line);
  if (!entry) return false;
  if (level !== undefined && Number(entry.level) < Number(pino.levels.values[level])) return false;
  if (status !== undefined && !new RegExp(`^${status.replaceAll("x", "\\d")}$`).test(String(entry.status)))
    return false;
  if (path !== undefined && !String(entry.path ?? "").startsWith(path)) return false;
  return apiKey === undefined || entry.apiKeyId === apiKey;
}

function parse(line: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Reads a level. @throws InvalidArgumentError */
export function logLevel(value: string): string {
  if (!["info", "warn", "error"].includes(value)) throw new InvalidArgumentError("It must be info, warn or error.");
  return value;
}

/** Reads a status or a status class. @throws InvalidArgumentError */
export function statusPattern(value: string): string {
  if (!/^[1-5](\d\d|xx)$/.test(value)) throw new InvalidArgumentError("It must be a status such as 404, or 4xx.");
  return value;
}
