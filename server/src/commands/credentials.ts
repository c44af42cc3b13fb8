import type { Command } from "commander";
import { describeCredentials, readCredentials, shellVariables } from "../data/credentials.ts";
import { writeCurlOptions } from "../data/curl-options.ts";
import { readSettings } from "../settings/settings.ts";
import { CommandError } from "./command-error.ts";
import { type DataOptions, dataCommand, print, withData } from "./options/data.ts";

/** `credentials`. */
export function credentialsCommand(): Command {
  return dataCommand("credentials", "show the ids and tokens of workspaces and API keys", "credentials")
    .option("--workspace <id>", "of this workspace only")
    .option("--env", "as shell variables of the first workspace and its first key, for eval")
    .option("--curl", "write options for `curl -K` that call with the first key, into the data folder")
    .action(async (options: DataOptions & { workspace?: string; env?: true; curl?: true }) => {
      const all = await withData(options, ({ snapshot, encryptionKey }) => readCredentials(snapshot, encryptionKey));
      const chosen = all.filter(({ workspaceId }) => [undefined, workspaceId].includes(options.workspace));
      const [first] = chosen;
      if (!first && options.workspace) throw new CommandError(`There is no workspace ${options.workspace}.`);
      if (!first)
        throw new CommandError(
          "There is no workspace yet. Make one with `npx atrium workspace create --email you@example.com`.",
        );
      if (options.curl) {
        const file = writeCurlOptions(options.data, readSettings(process.env).service.headerBrand, first);
        print(
          options,
          { file },
          `Wrote ${file}. Call with: curl -K ${file} http://127.0.0.1:5050/v2/… -d '{ "data": { … } }'`,
        );
      } else if (options.env && !options.json) console.log(shellVariables(first));
      else print(options, { workspaces: chosen }, chosen.map(describeCredentials).join("\n\n"));
    });
}
