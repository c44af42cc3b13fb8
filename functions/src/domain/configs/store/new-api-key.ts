import { nameTarget } from "#domain/audit/store/audited-store";
import type { InitialConfigs } from "#domain/configs/initial-configs";
import { newConfigs } from "#domain/configs/store/configs";
import { LOCAL_HOSTS, normaliseDomains } from "#domain/workspaces/allowed-domains";
import type { ApiKeyConfig, StoredApiKey } from "#domain/workspaces/api-key";
import { apiKeyPath, newApiKey } from "#domain/workspaces/store/api-keys";
import { defaultKeyName, loadWorkspace, MAX_API_KEYS, workspacePath } from "#domain/workspaces/store/workspaces";
import type { ApiKeyType } from "#domain/workspaces/workspace";
import { ApiError } from "#platform/error";
import type { Context } from "#src/context";

/** Input for an additional API key (docs/behaviour.md#workspaces-and-api-keys). */
export interface NewApiKey extends Pick<ApiKeyConfig, "requireAutoOrgUser" | "enablePrivateComments"> {
  ownerEmail: string;
  type: ApiKeyType;
  /** Default: derived from the e-mail address and the type. */
  apiKeyName?: string | undefined;
  /** Whether the key gets an auth token; otherwise a reset creates the first one. */
  createAuthToken: boolean;
  allowedDomains: string[];
  addLocalHostToAllowedDomains: boolean;
  /** The first service configurations of the key. */
  configs?: InitialConfigs | undefined;
}

/**
 * Creates an additional API key and lists it in its workspace.
 * @returns the id of the key, and its auth token if the input asks for one.
 * @throws ApiError RESOURCE_EXHAUSTED at the maximum number of keys, INVALID_ARGUMENT for an invalid domain.
 */
export async function createApiKey(
  context: Context,
  workspaceId: string,
  input: NewApiKey,
): Promise<{ apiKeyId: string; authToken: string | undefined }> {
  const { ownerEmail, type, apiKeyName = defaultKeyName(ownerEmail, type), createAuthToken } = input;
  const hosts = input.addLocalHostToAllowedDomains ? LOCAL_HOSTS : [];
  const allowedDomains = normaliseDomains([...input.allowedDomains, ...hosts]);
  const { apiKeyId, data, authToken } = newApiKey(context, {
    workspaceId,
    ownerEmail,
    type,
    apiKeyName,
    allowedDomains,
  });
  const { requireAutoOrgUser, enablePrivateComments } = input;
  const storedApiKey: StoredApiKey = {
    ...data,
    authTokens: createAuthToken ? data.authTokens : [],
    config: { ...data.config, requireAutoOrgUser, enablePrivateComments },
  };
  await context.store.transact(async (tx) => {
    const { apiKeys } = await loadWorkspace(tx, workspaceId);
    if (Object.keys(apiKeys).length >= MAX_API_KEYS)
      throw new ApiError(
        "RESOURCE_EXHAUSTED",
        `You have reached the maximum number of API keys allowed for this workspace (${MAX_API_KEYS}).`,
      );
    nameTarget(tx, { apiKey: apiKeyId });
    tx.create(apiKeyPath(apiKeyId), storedApiKey);
    for (const { path, data } of newConfigs(context, apiKeyId, input.configs)) tx.create(path, data);
    tx.merge(workspacePath(workspaceId), { apiKeys: { [apiKeyId]: { id: apiKeyId, apiKeyName, type } } });
  });
  return { apiKeyId, authToken: createAuthToken ? authToken : undefined };
}
