import * as z from "zod";
import { Quota } from "#domain/workspaces/quota";
import { loadApiKey } from "#domain/workspaces/store/api-keys";
import { ApiKeyType } from "#domain/workspaces/workspace";
import { endpoint } from "#http/endpoint";
import { AccessType } from "#platform/shapes/fields";

export default endpoint({
  path: "/v2/workspace/apikeyconfig/get",
  alsoAt: "/v2/workspace/apikeymetadata/get",
  auth: "apiKey",
  kind: "read",
  summary: "Read the settings of the API key.",
  input: z.object({}),
  output: z.object({
    ownerEmail: z.string(),
    planInfo: z.object({ type: ApiKeyType }),
    defaultDocumentAccessType: AccessType,
    isPrivateCommentsEnabled: z.boolean(),
    requireJwtToken: z.boolean(),
    requireAutoOrgUser: z.boolean(),
    documentUrl: z.string().optional(),
    quota: Quota.optional(),
    userQuota: Quota.optional(),
  }),
  cost: { reads: 1, writes: 0, trips: 1 },
  example: {},
  async handle(call) {
    // Read again: the key cached by authentication may be a minute old.
    const { apiKeyId, workspaceId } = call.apiKey;
    const { ownerEmail, type, config } = await loadApiKey(call.store, workspaceId, apiKeyId);
    const { enablePrivateComments: isPrivateCommentsEnabled, ...rest } = config;
    return {
      message: "API key metadata retrieved successfully.",
      data: { ownerEmail, planInfo: { type }, isPrivateCommentsEnabled, ...rest },
    };
  },
});
