import * as z from "zod";
import { loadApiKey } from "#domain/workspaces/store/api-keys";
import { endpoint } from "#http/endpoint";

export default endpoint({
  path: "/v2/workspace/domains/get",
  auth: "apiKey",
  kind: "read",
  summary: "List the domains that may use the API key.",
  input: z.object({}),
  output: z.object({ allowedDomains: z.array(z.string()) }),
  cost: { reads: 1, writes: 0, trips: 1 },
  example: {},
  async handle(call) {
    // Read again: the key cached by authentication may be a minute old.
    const { allowedDomains } = await loadApiKey(call.store, call.apiKey.workspaceId, call.apiKey.apiKeyId);
    return { message: "Allowed domains retrieved successfully.", data: { allowedDomains } };
  },
});
