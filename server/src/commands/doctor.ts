import { styleText } from "node:util";
import type { Command } from "commander";
import type { Finding } from "../doctor/check.ts";
import { checkBackupSettings } from "../doctor/check-backups.ts";
import { checkMails } from "../doctor/check-mails.ts";
import { examine } from "../doctor/examine.ts";
import { visibleJson, visibleLines } from "../log/visible-text.ts";
import { type DataOptions, dataCommand } from "./options/data.ts";

const colours = { ok: "green", warning: "yellow", failed: "red" } as const;

/** `doctor`. */
export function doctorCommand(): Command {
  return dataCommand("doctor", "check the data folder without changing anything", "doctor --full")
    .option("--full", "check every document instead of a sample")
    .action(async (options: DataOptions & { full?: true }) => {
      const examined = await examine(options.data, { all: options.full ?? false });
      const findings = [...examined, checkBackupSettings(process.env) ?? [], checkMails(process.env) ?? []].flat();
      const isHealthy = findings.every(({ status }) => status !== "failed");
      const text = findings.map(describe).join("\n");
      console.log(options.json ? visibleJson(JSON.stringify({ ok: isHealthy, checks: findings })) : text);
      if (!isHealthy) process.exitCode = 1;
    });
}

function describe({ check, status, detail, problems = [] }: Finding): string {
  const mark = styleText(colours[status], status.padEnd(9), { stream: process.stdout });
  const lines = [`${check.padEnd(13)}${detail}`, ...problems.map((problem) => `${" ".repeat(22)}${problem}`)];
  return mark + visibleLines(lines.join("\n"));
}
