import { ApiError } from "@atrium/functions/platform/error";
import { DataFileError } from "@atrium/functions/store/sqlite/database";
import { Command } from "commander";
import packageJson from "../package.json" with { type: "json" };
import { apiKeyCommand } from "./commands/api-key.ts";
import { backupCommand } from "./commands/backup.ts";
import { CommandError } from "./commands/command-error.ts";
import { consoleCommand } from "./commands/console.ts";
import { credentialsCommand } from "./commands/credentials.ts";
import { demoCommand } from "./commands/demo.ts";
import { doctorCommand } from "./commands/doctor.ts";
import { exportCommand } from "./commands/export.ts";
import { importCommand } from "./commands/import.ts";
import { keysCommand } from "./commands/keys.ts";
import { listenCommand } from "./commands/listen.ts";
import { logsCommand } from "./commands/logs.ts";
import { openCommand } from "./commands/open.ts";
import { restoreCommand } from "./commands/restore.ts";
import { secretsCommand } from "./commands/secrets.ts";
import { tokenCommand } from "./commands/token.ts";
import { triggerCommand } from "./commands/trigger.ts";
import { workspaceCommand } from "./commands/workspace.ts";
import { visibleLines } from "./log/visible-text.ts";
import { SettingsError } from "./settings/environment.ts";

/** The command line. A failure is one line on standard error and exit code 1. */
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

/** Ends the command when its standard output can't be written, on a full disk for example. */
function endWithoutOutput(error: NodeJS.ErrnoException): never {
  // A reader such as `head` may close the pipe early.
  if (error.code === "EPIPE") process.exit(0);
  console.error(`atrium: Standard output can't be written (${error.message}). Send it to where there is room.`);
  process.exit(1);
}

function program(): Command {
  return new Command("npx atrium")
    .description("Works on Atrium's data folder, also while the server runs.")
    .version(packageJson.version)
    .showHelpAfterError("Run `npx atrium --help`.")
    .addCommand(workspaceCommand())
    .addCommand(apiKeyCommand())
    .addCommand(tokenCommand())
    .addCommand(keysCommand())
    .addCommand(credentialsCommand())
    .addCommand(openCommand())
    .addCommand(consoleCommand())
    .addCommand(listenCommand())
    .addCommand(triggerCommand())
    .addCommand(logsCommand())
    .addCommand(demoCommand())
    .addCommand(importCommand())
    .addCommand(exportCommand())
    .addCommand(backupCommand())
    .addCommand(restoreCommand())
    .addCommand(doctorCommand())
    .addCommand(secretsCommand())
    .addHelpText("after", "\nExample:\n  $ npx atrium credentials");
}

function isExpected(error: unknown): error is Error {
  return [ApiError, CommandError, DataFileError, SettingsError].some((kind) => error instanceof kind);
}

void main();
