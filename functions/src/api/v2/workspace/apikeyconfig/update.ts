import * as z from "zod";
import { startMeasurement } from "#domain/quotas/store/measurements";
import { Quota } from "#domain/workspaces/quota";
import { apiKeyPath } from "#domain/workspaces/store/api-keys";
import { credentials } from "#domain/workspaces/store/credentials";
import { endpoint } from "#http/endpoint";
import { ApiError } from "#platform/error";
import { AccessType } from "#platform/fields";

const Changes = z
  .strictObject({
    enablePrivateComments: z.boolean(),
    requireJwtToken: z.boolean(),
    requireAutoOrgUser: z.boolean(),
    defaultDocumentAccessType: AccessType,
    quota: Quota,
    userQuota: Quota,
  })
  .partial();

export default endpoint({
  path: "/v2/workspace/apikeyconfig/update",
  auth: "apiKey",
  kind: "write",
  summary: "Change settings of the API key; settings that are left out stay.",
  input: Changes,
  output: Changes,
  cost: { reads: 0, writes: 1, trips: 1 },
  example: { defaultDocumentAccessType: "organizationPrivate", requireJwtToken: true },
  async handle(call, changes) {
    if (Object.keys(changes).length === 0)
      throw new ApiError("INVALID_ARGUMENT", "At least one field must be provided for update");
    const { apiKeyId } = call.apiKey;
    await call.store.commit([
      { op: "merge", path: apiKeyPath(apiKeyId), data: { config: changes }, precondition: { exists: true } },
    ]);
    credentials(call).forget("apiKey", apiKeyId);
    // Nothing has been counted while there was no quota.
    if (changes.quota) await startMeasurement(call, apiKeyId);
    return { message: "API key configuration updated successfully.", data: changes };
  },
});
