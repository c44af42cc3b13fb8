import type { Command } from "commander";
import { outputTarget } from "../data/output-target.ts";
import { countDocuments, exportWorkspace, firstWorkspace } from "../transfer/export/export.ts";
import { SECRETS } from "../transfer/export/key.ts";
import { writeLines } from "../transfer/export/write-lines.ts";
import { sealerFor } from "../transfer/secret-sealer.ts";
import { type DataOptions, dataCommand, withData } from "./options/data.ts";
import { path } from "./options/path.ts";
import { findSecret, type SealingOptions, withSealing } from "./options/sealing.ts";
import { count, listKinds } from "./output/numbers.ts";
import { Progress } from "./output/progress.ts";

type Options = DataOptions & SealingOptions & { workspace?: string; force?: true };

/** `export`. */
export function exportCommand(): Command {
  const command = dataCommand(
    "export",
    "write one workspace as JSON lines and report what is left out; - writes to standard output",
    "export workspace.jsonl.gz",
  )
    .argument("<file>", "the file; compressed with gzip if its name ends in .gz", path)
    .option("--workspace <id>", "the workspace (default: the oldest)")
    .option("--force", "replace the file if it exists");
  return withSealing(command)
    .addHelpText(
      "after",
      "\nWith a passphrase or key file, even if only the environment names it, the export includes the secrets, each sealed:" +
        "\nauth tokens, which keep working after an import, and those of webhooks and configurations. Without one they are left" +
        "\nout. All other data can be read by anyone with the file: people's names and addresses, comments, contents, and the" +
        "\nURLs of webhooks (without a user name and password). User tokens are never included. The last line of the file lists" +
        "\nwhat is left out." +
        "\n`npx atrium backup` leaves out nothing and seals everything.",
    )
    .action(async (file: string, options: Options) => {
      const started = performance.now();
      const perKind: { [kind: string]: number } = {};
      const secret = findSecret(options);
      let leftOut: string[] = [];
      const workspaceId = await withData(options, async ({ snapshot, encryptionKey }) => {
        const target = file === "-" ? file : outputTarget(file, options.data);
        const chosenId = options.workspace ?? (await firstWorkspace(snapshot));
        const progress = new Progress(process.stderr.isTTY ? await countDocuments(snapshot, chosenId) : 0, "Exporting");
        const sealing = secret && { sealer: await sealerFor(secret, chosenId), encryptionKey };
        async function* counted() {
          for await (const record of exportWorkspace(snapshot, chosenId, { sealing })) {
            if (record.kind === "leftOut") leftOut = record.what as string[];
            else perKind[record.kind] = (perKind[record.kind] ?? 0) + 1;
            if (record.kind === "document")
              progress.update(perKind.document ?? 0, `${count(perKind.document ?? 0)} documents`);
            yield record;
          }
        }
        await writeLines(target, counted(), { overwrite: options.force ?? false }).finally(() => progress.stop());
        return chosenId;
      });
      const records = Object.values(perKind).reduce((sum, number) => sum + number, 0);
      const seconds = Math.round(performance.now() - started) / 1000;
      const place = file === "-" ? "standard output" : file;
      const text = `Exported ${count(records)} records of ${workspaceId} to ${place} in ${seconds.toFixed(1)} s: ${listKinds(perKind)}.`;
      // Standard output may contain the export itself.
      const say = file === "-" ? console.error : console.log;
      say(options.json ? JSON.stringify({ workspaceId, file, records, perKind, leftOut, seconds }) : text);
      if (options.json) return;
      if (secret) console.error(`Included, sealed with the ${secret.kind}: ${SECRETS}. All other data is unencrypted.`);
      console.error(`Left out: ${leftOut.join("; ")}.`);
    });
}
