import * as z from "zod";
import { apiKeyPath, loadApiKey } from "#domain/workspaces/store/api-keys";
import { credentials } from "#domain/workspaces/store/credentials";
import { workspacePath } from "#domain/workspaces/store/workspaces";
import { ShortName } from "#domain/workspaces/workspace";
import { endpoint } from "#http/endpoint";
import { Id } from "#platform/shapes/fields";

export default endpoint({
  path: "/v2/workspace/apikey/update",
  auth: "workspace",
  kind: "write",
  audit: { action: "apiKey.update", target: ({ apiKey }) => ({ apiKey }) },
  summary: "Rename an API key.",
  input: z.object({ apiKey: Id, apiKeyName: ShortName }),
  output: z.null(),
  cost: { reads: 1, writes: 3, trips: 2 },
  example: { apiKey: "{apiKey}", apiKeyName: "Ada's tests" },
  async handle(call, { apiKey: apiKeyId, apiKeyName }) {
    await call.store.transact(async (tx) => {
      await loadApiKey(tx, call.workspaceId, apiKeyId);
      tx.update(apiKeyPath(apiKeyId), { apiKeyName });
      tx.merge(workspacePath(call.workspaceId), { apiKeys: { [apiKeyId]: { apiKeyName } } });
    });
    credentials(call).forget("apiKey", apiKeyId);
    return { message: "API key updated successfully.", data: null };
  },
});
