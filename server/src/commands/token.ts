import { asOperator, nameTarget } from "@atrium/functions/domain/audit/store/audited-store";
import {
  apiKeyPath,
  DEFAULT_TOKEN_NAME,
  findApiKey,
  newAuthToken,
  replaceToken,
} from "@atrium/functions/domain/workspaces/store/api-keys";
import { Command } from "commander";
import { CommandError } from "./command-error.ts";
import { givenFields } from "./given-fields.ts";
import { type DataOptions, dataOrDeploymentCommand, print, withService } from "./options/data.ts";

/** `token reset`. */
export function tokenCommand(): Command {
  const reset = dataOrDeploymentCommand(
    "token reset",
    "replace an auth token of an API key, or add one under a new name",
    "token reset --api-key ak_…",
  )
    .requiredOption("--api-key <id>", "the API key")
    .option("--name <name>", "name of the token", DEFAULT_TOKEN_NAME)
    .addHelpText(
      "after",
      "\nThe old token becomes invalid at once. A running server may need two seconds to notice: until then it may refuse the new one.",
    )
    .action(async (options: DataOptions & { apiKey: string; name: string }) => {
      const { apiKey: apiKeyId, name } = options;
      const token = await withService(options, { isNew: false }, async (context) => {
        const fresh = newAuthToken(context, name);
        const operator = asOperator(context, "authToken.reset", { apiKey: apiKeyId, fields: givenFields({ name }) });
        await operator.store.transact(async (tx) => {
          const apiKey = await findApiKey(tx, apiKeyId);
          if (!apiKey)
            throw new CommandError(`There is no API key ${apiKeyId}. \`npx atrium credentials\` lists all API keys.`);
          nameTarget(tx, { workspaceId: apiKey.workspaceId });
          tx.update(apiKeyPath(apiKeyId), { authTokens: replaceToken(apiKey.authTokens, fresh.stored) });
        });
        return fresh.token;
      });
      print(options, { apiKeyId, name, authToken: token }, `  auth token       ${token}`);
    });
  return new Command("token").description("replace or add auth tokens of API keys").addCommand(reset);
}
