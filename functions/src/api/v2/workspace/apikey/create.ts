import * as z from "zod";
import { InitialConfigRequest, initialConfigs } from "#domain/configs/initial-configs";
import { createApiKey } from "#domain/configs/store/new-api-key";
import { AllowedDomains, ApiKeyType, OwnerEmail, ShortName } from "#domain/workspaces/workspace";
import { endpoint } from "#http/endpoint";
import { ignored } from "#platform/shapes/ignored-field";

const region = ignored(z.string().min(1), "Ignored: data is stored where the server runs.");

export default endpoint({
  path: "/v2/workspace/apikey/create",
  auth: "workspace",
  kind: "write",
  audit: { action: "apiKey.create" },
  summary: "Create another API key, which is a separate tenant in the workspace.",
  input: z.object({
    ownerEmail: OwnerEmail,
    type: ApiKeyType,
    apiKeyName: ShortName.optional(),
    createAuthToken: z.boolean().default(true),
    allowedDomains: AllowedDomains.default([]),
    addLocalHostToAllowedDomains: z.boolean().default(false),
    requireAutoOrgUser: z.boolean().default(false),
    enablePrivateComments: z.boolean().default(false),
    persistenceDBRegion: region,
    realtimeDBRegion: region,
    ...InitialConfigRequest.shape,
  }),
  output: z.object({ apiKey: z.string(), authToken: z.string().optional() }),
  forms: [
    { when: { createAuthToken: [true, undefined] }, output: z.object({ apiKey: z.string(), authToken: z.string() }) },
    { when: { createAuthToken: [false] }, output: z.object({ apiKey: z.string() }) },
  ],
  cost: { reads: 1, writes: 3, trips: 2 },
  example: { ownerEmail: "ada@example.com", type: "testing", apiKeyName: "Staging", createAuthToken: true },
  async handle(call, input) {
    const { apiKeyId, authToken } = await createApiKey(call, call.workspaceId, {
      ...input,
      configs: initialConfigs(input),
    });
    return { message: "API key created successfully.", data: { apiKey: apiKeyId, authToken } };
  },
});
