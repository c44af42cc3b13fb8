import { asOperator } from "@atrium/functions/domain/audit/store/audited-store";
import { createWorkspace } from "@atrium/functions/domain/workspaces/store/workspaces";
import { Command } from "commander";
import { describeCredentials } from "../data/credentials.ts";
import { givenFields } from "./given-fields.ts";
import { checkEmail } from "./options/check-email.ts";
import { type DataOptions, dataOrDeploymentCommand, print, withService } from "./options/data.ts";

/** `workspace create`. */
export function workspaceCommand(): Command {
  const create = dataOrDeploymentCommand(
    "workspace create",
    "create a workspace with one API key for testing",
    'workspace create --email ada@example.com --name "Ada Lovelace"',
  )
    .requiredOption("--email <address>", "the owner's email address", checkEmail)
    .option("--name <name>", "the owner's name")
    .option("--workspace-name <name>", "name of the workspace")
    .action(async (options: DataOptions & { email: string; name?: string; workspaceName?: string }) => {
      const { email: ownerEmail, name, workspaceName } = options;
      const input = { ownerEmail, name, workspaceName };
      const newWorkspace = await withService(options, { isNew: true }, (context) =>
        createWorkspace(asOperator(context, "workspace.create", { fields: givenFields(input) }), input),
      );
      const { workspace, apiKeyId, apiKeyAuthToken } = newWorkspace;
      const apiKeys = Object.values(workspace.apiKeyList).map(({ id, apiKeyName, type }) => ({
        apiKeyId: id,
        apiKeyName,
        type,
        authTokens: [{ name: "", domains: [], token: apiKeyAuthToken }],
      }));
      const { id: workspaceId, name: madeName, authToken } = workspace;
      const result = { workspaceId, workspaceAuthToken: authToken, apiKeyId, authToken: apiKeyAuthToken };
      print(options, result, describeCredentials({ workspaceId, workspaceName: madeName, authToken, apiKeys }));
    });
  return new Command("workspace").description("create workspaces").addCommand(create);
}
