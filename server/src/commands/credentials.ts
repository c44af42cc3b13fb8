import type { Command } from "commander";
import { describeCredentials, readCredentials, shellVariables } from "../data/credentials.ts";
import { writeCurlOptions } from "../data/curl-options.ts";
import { recordedAddress } from "../data/server-address.ts";
import { readSettings } from "../settings/settings.ts";
import { CommandError, noWorkspace } from "./command-error.ts";
import { type DataOptions, dataCommand, print, withData } from "./options/data.ts";

/** `credentials`. */
export function credentialsCommand(): Command {
  return dataCommand("credentials", "show the ids and tokens of workspaces and API keys", "credentials")
    .option("--workspace <id>", "only those of this workspace")
    .option("--env", "as shell variables of the first workspace and its first key, for eval")
    .option("--curl", "write an options file for `curl -K` with the first key into the data folder")
    .action(async (options: DataOptions & { workspace?: string; env?: true; curl?: true }) => {
      const { all, address } = await withData(options, async ({ snapshot, encryptionKey }) => ({
        all: await readCredentials(snapshot, encryptionKey),
        address: (await recordedAddress(snapshot))?.address,
      }));
      const selectedWorkspaces = all.filter(({ workspaceId }) => [undefined, workspaceId].includes(options.workspace));
      const [first] = selectedWorkspaces;
      if (!first && options.workspace) throw new CommandError(`There is no workspace ${options.workspace}.`);
      if (!first) throw noWorkspace();
      const { service, port } = readSettings(process.env);
      const url = address ?? `http://127.0.0.1:${port}`;
      if (options.curl) {
        const file = writeCurlOptions(options.data, service.headerBrand, first);
        const call = `curl -K ${file} ${url}/v2/organizations/get -d '{ "data": {} }'`;
        print(options, { file }, `Wrote ${file}. For example:\n  ${call}`);
      } else if (options.env && !options.json) console.log(shellVariables(url, first));
      else print(options, { workspaces: selectedWorkspaces }, selectedWorkspaces.map(describeCredentials).join("\n\n"));
    });
}
