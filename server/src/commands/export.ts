import type { Command } from "commander";
import { countDocuments, exportWorkspace, firstWorkspace } from "../transfer/export.ts";
import { writeLines } from "../transfer/write-lines.ts";
import { type DataOptions, dataCommand, withData } from "./data.ts";
import { count, listKinds } from "./numbers.ts";
import { Progress } from "./progress.ts";

type Options = DataOptions & { workspace?: string; force?: true };

/** `export`. */
export function exportCommand(): Command {
  return dataCommand(
    "export",
    "write everything in one workspace as JSON lines, without secrets; - writes to standard output",
    "export backup.jsonl.gz",
  )
    .argument("<file>", "the file; gzipped when its name ends in .gz")
    .option("--workspace <id>", "the workspace (default: the oldest)")
    .option("--force", "replace the file when it is there")
    .action(async (file: string, options: Options) => {
      const started = performance.now();
      const perKind: { [kind: string]: number } = {};
      const workspaceId = await withData(options, async ({ snapshot }) => {
        const chosen = options.workspace ?? (await firstWorkspace(snapshot));
        const progress = new Progress(process.stderr.isTTY ? await countDocuments(snapshot, chosen) : 0, "Exporting");
        async function* counted() {
          for await (const record of exportWorkspace(snapshot, chosen)) {
            perKind[record.kind] = (perKind[record.kind] ?? 0) + 1;
            if (record.kind === "document")
              progress.update(perKind.document ?? 0, `${count(perKind.document ?? 0)} documents`);
            yield record;
          }
        }
        await writeLines(file, counted(), { overwrite: options.force ?? false }).finally(() => progress.stop());
        return chosen;
      });
      const records = Object.values(perKind).reduce((sum, number) => sum + number, 0);
      const seconds = Math.round(performance.now() - started) / 1000;
      const text = `Exported ${count(records)} records of ${workspaceId} to ${file} in ${seconds.toFixed(1)} s: ${listKinds(perKind)}.`;
      // Standard output may be the export itself.
      const say = file === "-" ? console.error : console.log;
      say(options.json ? JSON.stringify({ workspaceId, file, records, perKind, seconds }) : text);
    });
}
