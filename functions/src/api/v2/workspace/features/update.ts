import * as z from "zod";
import { Features } from "#domain/workspaces/features";
import { apiKeyPath, loadApiKey } from "#domain/workspaces/store/api-keys";
import { credentials } from "#domain/workspaces/store/credentials";
import { endpoint } from "#http/endpoint";
import { contractNote } from "#platform/shapes/contract-check";
import { anyFieldOf } from "#platform/shapes/field-rules";
import { Id } from "#platform/shapes/fields";
import { nothingToChange } from "#src/errors";

export default endpoint({
  path: "/v2/workspace/features/update",
  auth: "workspace",
  kind: "write",
  audit: { action: "feature.update", target: ({ apiKey }) => ({ apiKey }) },
  summary: "Turn features of an API key on or off; omitted features stay unchanged.",
  // Strict: otherwise the caller would believe that a misspelt feature is on.
  input: z.object({
    apiKey: Id,
    features: z
      .strictObject(Features.shape)
      .partial()
      .check(contractNote(anyFieldOf(Features.shape))),
  }),
  output: z.object({ apiKey: z.string(), features: Features }),
  cost: { reads: 1, writes: 2, trips: 2 },
  example: { apiKey: "{apiKey}", features: { activityService: true } },
  async handle(call, { apiKey: apiKeyId, features: changes }) {
    if (Object.keys(changes).length === 0) throw nothingToChange("At least one feature must be provided for update");
    const features = await call.store.transact(async (tx) => {
      const apiKey = await loadApiKey(tx, call.workspaceId, apiKeyId);
      tx.merge(apiKeyPath(apiKeyId), { features: changes });
      return { ...apiKey.features, ...changes };
    });
    credentials(call).forget("apiKey", apiKeyId);
    return { message: "Features updated successfully.", data: { apiKey: apiKeyId, features } };
  },
});
