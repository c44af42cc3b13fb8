import { ApiError } from "@atrium/functions/platform/error";
import { DataFileError } from "@atrium/functions/store/sqlite/database";
import { type Command, CommanderError } from "commander";
import { CommandError } from "./commands/command-error.ts";
import { endWithoutOutput } from "./commands/output/end-without-output.ts";
import { program } from "./commands/program.ts";
import { visibleLines } from "./log/visible-text.ts";
import { SettingsError } from "./settings/environment.ts";

/** The command line. A failure prints one line on standard error and sets exit code 1. */
async function main(): Promise<void> {
  process.stdout.on("error", endWithoutOutput);
  try {
    await keepRunning(program()).parseAsync();
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode;
      return;
    }
    if (!isExpected(error)) throw error;
    console.error(`atrium: ${visibleLines(error.message)}`);
    process.exitCode = 1;
  }
}

/** Lets a command and those below it end the process only once their output is written: help may be written to a full disk. */
function keepRunning(command: Command): Command {
  command.exitOverride();
  for (const child of command.commands) keepRunning(child);
  return command;
}

function isExpected(error: unknown): error is Error {
  return [ApiError, CommandError, DataFileError, SettingsError].some((kind) => error instanceof kind);
}

void main();
