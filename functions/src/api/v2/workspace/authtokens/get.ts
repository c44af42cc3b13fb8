import * as z from "zod";
import { loadApiKey, revealToken } from "#domain/workspaces/store/api-keys";
import { AuthToken } from "#domain/workspaces/workspace";
import { endpoint } from "#http/endpoint";
import { Id } from "#platform/shapes/fields";

export default endpoint({
  path: "/v2/workspace/authtokens/get",
  auth: "workspace",
  kind: "read",
  readOnlySessions: false,
  summary: "Read the auth tokens of an API key.",
  input: z.object({ apiKey: Id }),
  output: z.object({ apiKey: z.string(), authTokens: z.array(AuthToken) }),
  cost: { reads: 1, writes: 0, trips: 1 },
  example: { apiKey: "{apiKey}" },
  async handle(call, { apiKey: apiKeyId }) {
    const apiKey = await loadApiKey(call.store, call.workspaceId, apiKeyId);
    const authTokens = apiKey.authTokens.map((token) => revealToken(call, token));
    return { message: "Auth tokens retrieved successfully.", data: { apiKey: apiKeyId, authTokens } };
  },
});
