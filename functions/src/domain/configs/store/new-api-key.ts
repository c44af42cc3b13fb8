import type { InitialConfigs } from "#domain/configs/initial-configs";
import { newConfigs } from "#domain/configs/store/configs";
import { LOCAL_HOSTS, normaliseDomains } from "#domain/workspaces/allowed-domains";
import type { ApiKeyConfig, StoredApiKey } from "#domain/workspaces/api-key";
import { apiKeyPath, newApiKey } from "#domain/workspaces/store/api-keys";
import { defaultKeyName, loadWorkspace, MAX_API_KEYS, workspacePath } from "#domain/workspaces/store/workspaces";
import type { ApiKeyType } from "#domain/workspaces/workspace";
import { ApiError } from "#platform/error";
import type { Context } from "#src/context";

/** What a further API key is made from (docs/behaviour.md#workspaces-and-api-keys). */
export interface NewApiKey extends Pick<ApiKeyConfig, "requireAutoOrgUser" | "enablePrivateComments"> {
  ownerEmail: string;
  type: ApiKeyType;
  /** Default: from the address and the type. */
  apiKeyName?: string | undefined;
  /** Whether it starts with an auth token; otherwise a reset makes the first one. */
  createAuthToken: boolean;
  allowedDomains: string[];
  addLocalHostToAllowedDomains: boolean;
  /** Service configurations that it starts with. */
  configs?: InitialConfigs | undefined;
}

/**
 * Makes a further API key in a workspace, which lists it.
 * @returns its id, and its auth token where one was asked for.
 * @throws ApiError RESOURCE_EXHAUSTED when the workspace has as many as it may, INVALID_ARGUMENT for a domain that is none.
 */
export async function createApiKey(
  context: Context,
  workspaceId: string,
  given: NewApiKey,
): Promise<{ apiKeyId: string; authToken: string | undefined }> {
  const { ownerEmail, type, apiKeyName = defaultKeyName(ownerEmail, type), createAuthToken } = given;
  const hosts = given.addLocalHostToAllowedDomains ? LOCAL_HOSTS : [];
  const allowedDomains = normaliseDomains([...given.allowedDomains, ...hosts]);
  const { apiKeyId, data, authToken } = newApiKey(context, {
    workspaceId,
    ownerEmail,
    type,
    apiKeyName,
    allowedDomains,
  });
  const { requireAutoOrgUser, enablePrivateComments } = given;
  const stored: StoredApiKey = {
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
    tx.create(apiKeyPath(apiKeyId), stored);
    for (const { path, data } of newConfigs(context, apiKeyId, given.configs)) tx.create(path, data);
    tx.merge(workspacePath(workspaceId), { apiKeys: { [apiKeyId]: { id: apiKeyId, apiKeyName, type } } });
  });
  return { apiKeyId, authToken: createAuthToken ? authToken : undefined };
}
