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
  return new Command("npx atrium")
    .description("Works on Atrium's data folder, even while the server runs.")
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
