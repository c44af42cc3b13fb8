import { asOperator } from "@atrium/functions/domain/audit/store/audited-store";
import { createApiKey } from "@atrium/functions/domain/configs/store/new-api-key";
import { findWorkspace } from "@atrium/functions/domain/workspaces/store/workspaces";
import { Command, Option } from "commander";
import { unknownWorkspace } from "./command-error.ts";
import { givenFields } from "./given-fields.ts";
import { type DataOptions, dataOrDeploymentCommand, print, withService } from "./options/data.ts";
import { apiKeyListCommand } from "./output/api-key-list.ts";

type Options = DataOptions & { workspace: string; name?: string; type: "testing" | "production" };

/** `apikey`: creates and lists API keys. */
export function apiKeyCommand(): Command {
  return new Command("apikey")
    .description("create or list API keys")
    .addCommand(createCommand())
    .addCommand(apiKeyListCommand());
}

function createCommand(): Command {
  return dataOrDeploymentCommand(
    "apikey create",
    "create another API key: a separate tenant in the workspace",
    "apikey create --workspace ws_… --name Staging --type production",
  )
    .requiredOption("--workspace <id>", "the workspace")
    .option("--name <name>", "name of the key")
    .addOption(new Option("--type <type>", "what the key is for").choices(["testing", "production"]).default("testing"))
    .action(async (options: Options) => {
      const { workspace: workspaceId, name: apiKeyName, type } = options;
      const { apiKeyId, authToken } = await withService(options, { isNew: false }, async (context) => {
        const workspace = await findWorkspace(context.store, workspaceId);
        if (!workspace) throw unknownWorkspace(workspaceId);
        const { owner } = workspace;
        const fields = givenFields({ apiKeyName, type });
        return createApiKey(asOperator(context, "apiKey.create", { workspaceId, fields }), workspaceId, {
          ownerEmail: owner.email,
          type,
          apiKeyName,
          createAuthToken: true,
          allowedDomains: [],
          addLocalHostToAllowedDomains: false,
          requireAutoOrgUser: false,
          enablePrivateComments: false,
        });
      });
      const text = `  API key          ${apiKeyId}\n  auth token       ${authToken}`;
      print(options, { workspaceId, apiKeyId, authToken }, text);
    });
}
