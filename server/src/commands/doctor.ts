import { styleText } from "node:util";
import type { Command } from "commander";
import type { Finding } from "../doctor/check.ts";
import { checkBackupSettings } from "../doctor/check-backups.ts";
import { checkMails } from "../doctor/check-mails.ts";
import { examine } from "../doctor/examine.ts";
import { type DataOptions, dataCommand, print } from "./options/data.ts";

const colours = { ok: "green", warning: "yellow", failed: "red" } as const;

/** `doctor`. */
export function doctorCommand(): Command {
  return dataCommand("doctor", "check the data folder, changing nothing", "doctor --full")
    .option("--full", "check every document instead of a sample")
    .action(async (options: DataOptions & { full?: true }) => {
      const examined = await examine(options.data, { all: options.full ?? false });
      const findings = [...examined, checkBackupSettings(process.env) ?? [], checkMails(process.env) ?? []].flat();
      const isHealthy = findings.every(({ status }) => status !== "failed");
      print(options, { ok: isHealthy, checks: findings }, findings.map(describe).join("\n"));
      if (!isHealthy) process.exitCode = 1;
    });
}

function describe({ check, status, detail, problems = [] }: Finding): string {
  const mark = styleText(colours[status], status.padEnd(9), { stream: process.stdout });
  return [`${mark}${check.padEnd(13)}${detail}`, ...problems.map((problem) => `${" ".repeat(22)}${problem}`)].join(
    "\n",
  );
}
