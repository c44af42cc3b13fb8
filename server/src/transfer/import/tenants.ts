import { isDeepStrictEqual } from "node:util";
import type { WriteCall } from "@atrium/functions/call";
import type { Context } from "@atrium/functions/context";
import { asOperator } from "@atrium/functions/domain/audit/store/audited-store";
import type { ApiKeyRecord, StoredApiKey } from "@atrium/functions/domain/workspaces/api-key";
import { apiKeyPath, newApiKey } from "@atrium/functions/domain/workspaces/store/api-keys";
import {
  newWorkspace,
  type StoredWorkspace,
  workspacePath,
} from "@atrium/functions/domain/workspaces/store/workspaces";
import { randomBase62 } from "@atrium/functions/platform/crypto/base62";
import { hashSecret, seal } from "@atrium/functions/platform/crypto/secrets";
import { ApiError } from "@atrium/functions/platform/error";
import type { Fields } from "../records.ts";
import type { SecretSealer } from "../secret-sealer.ts";
import { openSealed, openTokens } from "./key.ts";

/**
 * Creates the workspace with a new token, or updates the stored workspace from the line.
 * @param opener opens the token in the line.
 */
export async function putWorkspace(
  context: Context,
  fields: Fields<"workspace">,
  opener?: SecretSealer,
): Promise<{ isNew: boolean }> {
  const { workspaceId, workspaceName, ownerEmail, ownerName, ownerId, avatar, createdAt } = fields;
  const path = workspacePath(workspaceId);
  const freshWorkspace = newWorkspace(context, { ownerEmail, name: ownerName, workspaceName, avatar });
  return asOperator(context, "workspace.import", { workspaceId }).store.transact(async (tx) => {
    const storedWorkspace = (await tx.get<StoredWorkspace>(path))?.data;
    const base = storedWorkspace ?? freshWorkspace;
    const token = opener && fields.sealed && openSealed(opener, `${workspaceId} token`, fields.sealed);
    const isSame = !token || hashSecret(token) === base.tokenHash;
    const owner = { ...base.owner, email: ownerEmail, name: ownerName, ...(avatar !== undefined && { avatar }) };
    const next: StoredWorkspace = {
      ...base,
      ...(!isSame && { tokenHash: hashSecret(token), tokenSealed: seal(context.encryptionKey, token) }),
      workspaceName,
      owner: { ...owner, id: ownerId ?? owner.id },
      ownerEmail: ownerEmail.toLowerCase(),
      createdAt: createdAt ?? base.createdAt,
    };
    if (!isDeepStrictEqual(next, storedWorkspace)) tx.set(path, next);
    return { isNew: !storedWorkspace };
  });
}

/**
 * Creates the API key in the workspace with a new token, or updates the stored key from the line.
 * @param opener opens the auth tokens in the line, which then replace the stored ones.
 * @throws ApiError ALREADY_EXISTS if the key belongs to another workspace.
 */
export async function putApiKey(
  context: Context,
  workspaceId: string,
  fields: Fields<"apiKey">,
  opener?: SecretSealer,
): Promise<{ apiKey: ApiKeyRecord; isNew: boolean }> {
  const { apiKeyId, apiKeyName, type, ownerEmail, features, config, allowedDomains, createdAt } = fields;
  const { data: freshKey } = newApiKey(context, { workspaceId, apiKeyName, type, ownerEmail: "" });
  const operator = asOperator(context, "apiKey.import", { workspaceId, apiKey: apiKeyId });
  return operator.store.transact(async (tx) => {
    const [key, workspace] = await tx.getMany([apiKeyPath(apiKeyId), workspacePath(workspaceId)]);
    const owner = workspace?.data as StoredWorkspace | undefined;
    if (!owner) throw new ApiError("NOT_FOUND", `workspace ${workspaceId} does not exist.`);
    const storedKey = key?.data as StoredApiKey | undefined;
    if (storedKey && storedKey.workspaceId !== workspaceId)
      throw new ApiError(
        "ALREADY_EXISTS",
        `the API key ${apiKeyId} belongs to workspace ${storedKey.workspaceId} here.`,
      );
    const base = storedKey ?? { ...freshKey, ownerEmail: owner.owner.email };
    const data: StoredApiKey = {
      ...base,
      apiKeyName,
      type,
      ownerEmail: ownerEmail ?? base.ownerEmail,
      features: { ...base.features, ...features },
      config: { ...base.config, ...config },
      allowedDomains: allowedDomains ?? base.allowedDomains,
      authTokens: opener && fields.authTokens ? openTokens(context, fields, opener, base.authTokens) : base.authTokens,
      createdAt: createdAt ?? base.createdAt,
    };
    const summary = { id: apiKeyId, apiKeyName, type };
    if (!isDeepStrictEqual(data, storedKey)) tx.set(apiKeyPath(apiKeyId), data);
    if (!isDeepStrictEqual(summary, owner.apiKeys[apiKeyId]))
      tx.merge(workspacePath(workspaceId), { apiKeys: { [apiKeyId]: summary } });
    return { apiKey: { ...data, apiKeyId }, isNew: !storedKey };
  });
}

/** The oldest API key, which receives records that name none. */
export async function firstApiKey(context: Context): Promise<ApiKeyRecord | undefined> {
  const { docs } = await context.store.query<StoredApiKey>({ collection: "apiKeys" });
  const [first] = docs.sort((a, b) => a.data.createdAt - b.data.createdAt);
  return first && { ...first.data, apiKeyId: first.id };
}

/** A call for the store functions of a tenant. */
export function callFor(context: Context, apiKey: ApiKeyRecord): WriteCall {
  return { ...context, requestId: `import_${randomBase62(8)}`, apiKey, isSilent: true };
}
