import { existsSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import type { Command } from "commander";
import { requireData } from "../data/data-folder.ts";
import { logFile } from "../log/log-file.ts";
import { LogTail, lastLines } from "../log/log-tail.ts";
import { Environment } from "../settings/environment.ts";
import { CommandError } from "./command-error.ts";
import { untilInterrupted } from "./interruption.ts";
import { type LogFilter, logLevel, matchesFilter, statusPattern } from "./log-filter.ts";
import { type DataOptions, dataCommand } from "./options/data.ts";
import { path } from "./options/path.ts";
import { wholeNumberFrom } from "./options/whole-number.ts";

type Options = DataOptions & LogFilter & { follow?: true; lines: number; file?: string };

/** How many bytes at the end of the log are searched for earlier lines. */
const LOOKED_THROUGH = 8 * 1024 * 1024;
/** Interval of checking for new lines, in ms. */
const POLL = 200;

/** `logs`. */
export function logsCommand(): Command {
  return dataCommand(
    "logs",
    "show the log of the server: requests, failed deliveries, errors",
    "logs --follow --status 4xx",
  )
    .option("-f, --follow", "keep printing new lines, until Ctrl-C")
    .option("--lines <number>", "number of newest matching lines to show", wholeNumberFrom(0), 50)
    .option("--level <level>", "lines of this level and above: info, warn or error", logLevel)
    .option("--status <status>", "requests with this status, such as 404 or 4xx", statusPattern)
    .option("--path <start>", "requests whose path begins with this, such as /v2/users")
    .option("--api-key <id>", "requests with this API key")
    .option("--grep <text>", "lines that contain this text")
    .option("--file <file>", "the log file (default: LOG_FILE, else that of the data folder)", path)
    .addHelpText("after", "\nOn a terminal lines are formatted for reading; otherwise, and with --json, they are JSON.")
    .action((options: Options) =>
      showLog(options).catch((error: NodeJS.ErrnoException) => {
        throw error.syscall ? new CommandError(`The log can't be read (${error.message}).`) : error;
      }),
    );
}

async function showLog({ data, file = keptLog(data), ...options }: Options): Promise<void> {
  requireData(data);
  // From here on Ctrl-C ends the command cleanly, even while the first lines are being shown.
  const interrupted = options.follow && untilInterrupted();
  if (!existsSync(file) && !options.follow)
    throw new CommandError(
      `There is no log at ${file} yet: the server writes it with the first request. Is LOG_FILE set?`,
    );
  const isReadable = process.stdout.isTTY && !options.json;
  const readable = isReadable
    ? (await import("../log/readable-log.ts")).readableLog(process.stdout.hasColors())
    : (line: string) => `${line}\n`;
  const show = (lines: readonly string[]) => process.stdout.write(lines.map(readable).join(""));
  const filterLines = (lines: readonly string[]) => lines.filter((line) => matchesFilter(options, line));
  const tail = await LogTail.open(file);
  const before = filterLines(await lastLines(file, LOOKED_THROUGH));
  show(options.lines > 0 ? before.slice(-options.lines) : []);
  if (interrupted) await follow(tail, (lines) => show(filterLines(lines)), interrupted);
  await tail.close();
}

/** The log file of the server that runs on this folder, if it keeps one. @throws SettingsError, CommandError */
function keptLog(data: string): string {
  const set = new Environment(process.env).get("LOG_FILE");
  if (set === "none") throw new CommandError("LOG_FILE is none: the server keeps no log. Name a file with --file.");
  return set ?? logFile(data);
}

async function follow(
  tail: LogTail,
  show: (lines: readonly string[]) => void,
  interrupted: Promise<unknown>,
): Promise<void> {
  const stop = new AbortController();
  void interrupted.then(() => stop.abort());
  while (!stop.signal.aborted) {
    show(await tail.readNew());
    await wait(POLL, undefined, { signal: stop.signal }).catch(() => undefined);
  }
}
