import * as z from "zod";
import { startMeasurement } from "#domain/quotas/store/measurements";
import { defaultApiKeyConfig } from "#domain/workspaces/api-key";
import { DocumentUrl } from "#domain/workspaces/document-url";
import { Quota } from "#domain/workspaces/quota";
import { apiKeyPath } from "#domain/workspaces/store/api-keys";
import { credentials } from "#domain/workspaces/store/credentials";
import { endpoint } from "#http/endpoint";
import { contractNote } from "#platform/shapes/contract-check";
import { anyFieldOf } from "#platform/shapes/field-rules";
import { AccessType } from "#platform/shapes/fields";
import { ignoredField } from "#platform/shapes/ignored-field";
import { nothingToChange } from "#src/errors";

const Settings = z
  .object({
    enablePrivateComments: z.boolean(),
    requireJwtToken: z.boolean(),
    requireAutoOrgUser: z.boolean(),
    defaultDocumentAccessType: AccessType,
    /** Empty if there is none. */
    documentUrl: z.string(),
    quota: Quota,
    userQuota: Quota,
  })
  .partial();
type Settings = z.output<typeof Settings>;

const ignored = ignoredField("Ignored: this service has no AI models.");

/** `null` restores the default of a new API key. */
const Changes = z.strictObject({
  enablePrivateComments: z.boolean().nullish(),
  requireJwtToken: z.boolean().nullish(),
  requireAutoOrgUser: z.boolean().nullish(),
  defaultDocumentAccessType: AccessType.nullish(),
  documentUrl: DocumentUrl.nullish(),
  quota: Quota.nullish(),
  userQuota: Quota.nullish(),
  aiModelApiKey: ignored,
  aiModelsConfig: ignored,
});

export default endpoint({
  path: "/v2/workspace/apikeyconfig/update",
  auth: "apiKey",
  kind: "write",
  audit: { action: "apiKeyConfig.update" },
  summary: "Change settings of the API key; omitted settings stay unchanged, and null restores the default.",
  input: Changes.check(contractNote(anyFieldOf(Changes.shape))),
  output: Settings,
  cost: { reads: 0, writes: 2, trips: 1 },
  example: { defaultDocumentAccessType: "organizationPrivate", requireJwtToken: true },
  async handle(call, input) {
    if (Object.keys(input).length === 0) throw nothingToChange("At least one field must be provided for update");
    const { aiModelApiKey: _keys, aiModelsConfig: _models, ...settings } = input;
    const changes = withDefaults(settings);
    const { apiKeyId } = call.apiKey;
    const message = "API key configuration updated successfully.";
    // An empty map would replace all settings.
    if (Object.keys(changes).length === 0) return { message, data: changes };
    await call.store.commit([
      { op: "merge", path: apiKeyPath(apiKeyId), data: { config: changes }, precondition: { exists: true } },
    ]);
    credentials(call).forget("apiKey", apiKeyId);
    // Without a quota nothing has been counted.
    if (changes.quota) await startMeasurement(call, apiKeyId);
    return { message, data: changes };
  },
});

/** The settings as sent, with each `null` replaced by the default of a new key. */
function withDefaults(settings: { [Name in keyof Settings]: Settings[Name] | null }): Settings {
  const defaults: Settings = { ...defaultApiKeyConfig, documentUrl: "", quota: {}, userQuota: {} };
  const entries = Object.entries(settings) as [keyof Settings, Settings[keyof Settings] | null][];
  return Object.fromEntries(entries.map(([name, value]) => [name, value ?? defaults[name]]));
}
