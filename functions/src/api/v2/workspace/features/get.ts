import * as z from "zod";
import { Features } from "#domain/workspaces/features";
import { loadApiKey } from "#domain/workspaces/store/api-keys";
import { endpoint } from "#http/endpoint";
import { Id } from "#platform/shapes/fields";

export default endpoint({
  path: "/v2/workspace/features/get",
  auth: "workspace",
  kind: "read",
  summary: "Read which features of an API key are on.",
  input: z.object({ apiKey: Id }),
  output: z.object({ apiKey: z.string(), features: Features }),
  cost: { reads: 1, writes: 0, trips: 1 },
  example: { apiKey: "{apiKey}" },
  async handle(call, { apiKey }) {
    const { features } = await loadApiKey(call.store, call.workspaceId, apiKey);
    return { message: "Features retrieved successfully.", data: { apiKey, features } };
  },
});
