import { Command } from "commander";
import packageJson from "../../package.json" with { type: "json" };
import { apiKeyCommand } from "./api-key.ts";
import { backupCommand } from "./backup.ts";
import { consoleCommand } from "./console.ts";
import { credentialsCommand } from "./credentials.ts";
import { demoCommand } from "./demo.ts";
import { doctorCommand } from "./doctor.ts";
import { exportCommand } from "./export.ts";
import { importCommand } from "./import.ts";
import { keysCommand } from "./keys.ts";
import { listenCommand } from "./listen.ts";
import { logsCommand } from "./logs.ts";
import { openCommand } from "./open.ts";
import { restoreCommand } from "./restore.ts";
import { secretsCommand } from "./secrets.ts";
import { tokenCommand } from "./token.ts";
import { triggerCommand } from "./trigger.ts";
import { workspaceCommand } from "./workspace.ts";

/** The command line with all its commands. docs/command-line.md is generated from it. */
export function program(): Command {
  const atrium = new Command("npx atrium")
    .description("Works on Atrium's data folder, even while the server runs.")
    .version(packageJson.version)
    .commandsGroup("Open a page:")
    .addCommand(consoleCommand())
    .addCommand(openCommand())
    .commandsGroup("Watch and try:")
    .addCommand(listenCommand())
    .addCommand(triggerCommand())
    .addCommand(logsCommand())
    .addCommand(demoCommand())
    .commandsGroup("Credentials:")
    .addCommand(credentialsCommand())
    .addCommand(workspaceCommand())
    .addCommand(apiKeyCommand())
    .addCommand(tokenCommand())
    .addCommand(keysCommand())
    .addCommand(secretsCommand())
    .commandsGroup("Data:")
    .addCommand(backupCommand())
    .addCommand(restoreCommand())
    .addCommand(exportCommand())
    .addCommand(importCommand())
    .addCommand(doctorCommand())
    .commandsGroup("Help:")
    .helpCommand("help [command]", "show the help of a command")
    .addHelpText(
      "after",
      `
Examples:
  $ npx atrium credentials
  $ npx atrium listen --help

Each command explains its options, with examples, if --help follows it.`,
    );
  return explainMistakes(atrium, atrium.name());
}

/** Answers incorrect usage of a command, or of those below it, with a pointer to its help. */
function explainMistakes(command: Command, path: string): Command {
  command.showHelpAfterError(`Run \`${path} --help\`.`).on("beforeHelp", () => refuseUnknownCommand(command));
  for (const child of command.commands) explainMistakes(child, `${path} ${child.name()}`);
  return command;
}

/** Without this, the help of an unknown command would be the help of the command above it, as if nothing were wrong. */
function refuseUnknownCommand(command: Command): void {
  const name = command.args.find((argument) => argument !== "help" && !argument.startsWith("-"));
  const isUnknown = name !== undefined && command.commands.every((child) => child.name() !== name);
  if (command.commands.length > 0 && isUnknown) command.parse([name], { from: "user" });
}
