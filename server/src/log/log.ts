import { existsSync } from "node:fs";
import type { Log } from "@atrium/functions/platform/observability/log";
import { pino } from "pino";
import { makeFolder } from "../data/data-folder.ts";
import type { HostSettings } from "../settings/settings.ts";
import { logFile as defaultFile, fileSink, requireWritable } from "./log-file.ts";
import { LogOutput } from "./log-output.ts";
import { visibleJson } from "./visible-text.ts";

/** The log of a process. */
export interface ProcessLog extends Log {
  /** Number of lines that could not be written: to standard output and to the file, counted separately. */
  readonly dropped: number;
  /** Writes buffered lines, waiting at most `ms`. */
  flush(ms: number): Promise<void>;
}

/** Where lines are written besides standard output, and in which format. */
export interface LogOptions {
  /** File to which the lines are written as JSON; if omitted, none. */
  file?: string | undefined;
  /** Formats a JSON line for people; if omitted, standard output gets JSON. */
  readable?: ((line: string) => string) | undefined;
}

/**
 * The log that the settings ask for: formatted for people on a terminal, otherwise JSON.
 * @throws SettingsError if its file can't be written; DataFileError if it is in a data folder that can't be.
 */
export async function openLog({
  logLevel,
  logFile,
  dataFolder,
}: Pick<HostSettings, "logLevel" | "logFile" | "dataFolder">): Promise<ProcessLog> {
  // An unwritable data folder has its own error: the log in it is not what the operator has to fix.
  const isInFolder = logFile === defaultFile(dataFolder);
  if (isInFolder && existsSync(logFile)) makeFolder(dataFolder);
  if (logFile !== undefined && (!isInFolder || existsSync(logFile))) requireWritable(logFile, dataFolder);
  // Loaded only if somebody reads the terminal.
  const readable = process.stdout.isTTY
    ? (await import("./readable-log.ts")).readableLog(process.stdout.hasColors())
    : undefined;
  return createLog(logLevel, { file: logFile, readable });
}

/** Writes lines to standard output, and to a file, in batches; call `flush` before the process ends. */
export function createLog(level: string, { file, readable }: LogOptions = {}): ProcessLog {
  // Many lines have the same millisecond.
  let time = { ms: 0, text: "" };
  const isoTime = () => {
    const ms = Date.now();
    if (ms !== time.ms) time = { ms, text: new Date(ms).toISOString() };
    return time.text;
  };
  // Joined as text, because copying the fields would take as long as creating the line.
  const format = (fields: object, severity: "info" | "warn", message: string) => {
    const head = `{"level":${pino.levels.values[severity]},"time":"${isoTime()}"`;
    const text = JSON.stringify(fields);
    return `${head}${text === "{}" ? "" : `,${text.slice(1, -1)}`},"message":${JSON.stringify(message)}}\n`;
  };
  const notice = (dropped: number) =>
    format({ dropped }, "warn", "log lines were dropped: they could not be written in time");
  const standardOutput = new LogOutput({ notice });
  const fileOutput = file === undefined ? undefined : new LogOutput({ notice, sink: fileSink(file) });
  const write = (json: string) => {
    const line = visibleJson(json);
    fileOutput?.write(line);
    standardOutput.write(readable ? readable(line) : line);
  };
  const logger = pino(
    { level, base: undefined, messageKey: "message", timestamp: pino.stdTimeFunctions.isoTime },
    { write },
  );
  const isInfo = logger.isLevelEnabled("info");
  return {
    // Every request writes a line: pino's general serializers would take a tenth of the request's time.
    info: (fields, message) => {
      if (isInfo) write(format(fields, "info", message));
    },
    warn: (fields, message) => logger.warn(fields, message),
    error: (fields, message) => logger.error(fields, message),
    get dropped() {
      return standardOutput.dropped + (fileOutput?.dropped ?? 0);
    },
    flush: async (ms) => void (await Promise.all([standardOutput.flush(ms), fileOutput?.flush(ms)])),
  };
}
