import { Command } from "commander";
import { restoreBackup } from "../backup/restore.ts";
import { print } from "./options/data.ts";
import { path } from "./options/path.ts";
import { requireSecret, type SealingOptions, withSealing } from "./options/sealing.ts";
import { inShell } from "./output/in-shell.ts";
import { count } from "./output/numbers.ts";
import { Progress } from "./output/progress.ts";

type Options = SealingOptions & { json?: true };

/** `restore`. */
export function restoreCommand(): Command {
  const command = new Command("restore")
    .description("create a data folder from a backup, and verify it")
    .argument("<file>", "the backup", path)
    .argument("<folder>", "the new data folder: must be empty or not exist", path)
    .option("--json", "print machine-readable output");
  return withSealing(command)
    .addHelpText(
      "after",
      "\nExample:\n  $ npx atrium restore --passphrase-file ~/atrium.passphrase atrium.backup restored" +
        "\n  $ ATRIUM_DATA=restored npm start" +
        "\n\nExisting tokens, keys and user tokens work again. Webhooks pending at the time of the backup are sent again.",
    )
    .action(async (file: string, folder: string, options: Options) => {
      const secret = await requireSecret(options, { isNew: false });
      const progress = new Progress(100, "Restoring");
      const manifest = await restoreBackup(file, folder, {
        secret,
        onProgress: (done, doing) => progress.update(Math.floor(done * 100), doing),
      }).finally(() => progress.stop());
      const total = Object.values(manifest.documents).reduce((sum, one) => sum + one, 0);
      const text = `Restored ${count(total)} documents into ${folder} and verified them. Start the server with ATRIUM_DATA=${inShell(folder)}.`;
      print(options, { folder, ...manifest }, text);
    });
}
