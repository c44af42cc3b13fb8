import { ApiError } from "@atrium/functions/platform/error";
import { DataFileError } from "@atrium/functions/store/sqlite/database";
import { CommandError } from "./commands/command-error.ts";
import { program } from "./commands/program.ts";
import { visibleLines } from "./log/visible-text.ts";
import { SettingsError } from "./settings/environment.ts";

/** The command line. A failure prints one line on standard error and sets exit code 1. */
async function main(): Promise<void> {
  process.stdout.on("error", endWithoutOutput);
  try {
    await program().parseAsync();
  } catch (error) {
    if (!isExpected(error)) throw error;
    console.error(`atrium: ${visibleLines(error.message)}`);
    process.exitCode = 1;
  }
}

/** Ends the command if its standard output can't be written, for example on a full disk. */
function endWithoutOutput(error: NodeJS.ErrnoException): never {
  // A reader such as `head` may close the pipe early.
  if (error.code === "EPIPE") process.exit(0);
  console.error(`atrium: Standard output can't be written (${error.message}). Redirect it to a disk with free space.`);
  process.exit(1);
}

function isExpected(error: unknown): error is Error {
  return [ApiError, CommandError, DataFileError, SettingsError].some((kind) => error instanceof kind);
}

void main();
