import {
  type ApiKeyRecord,
  defaultApiKeyConfig,
  type StoredApiKey,
  type StoredToken,
} from "#domain/workspaces/api-key";
import { defaultFeatures } from "#domain/workspaces/features";
import type { AuthToken } from "#domain/workspaces/workspace";
import { randomBase62 } from "#platform/crypto/base62";
import { hashSecret, newSecret, seal, unseal } from "#platform/crypto/secrets";
import { ApiError } from "#platform/error";
import type { Context, ReadContext } from "#src/context";
import { notFound } from "#src/errors";
import { splitPath, toPath } from "#store/paths";
import type { DocRef, StoreReader } from "#store/port";

/** Name of a new key's first token. */
export const DEFAULT_TOKEN_NAME = "Default Auth Token";
/** Maximum number of valid auth tokens of a key: every request is compared with each of them. */
const MAX_AUTH_TOKENS = 10;

/** Path of an API key. */
export function apiKeyPath(apiKeyId: string): DocRef<StoredApiKey> {
  return toPath("apiKeys", apiKeyId);
}

/** Path of the API key above a document. @param path of a document directly below it, such as an organization. */
export function apiKeyPathOf(path: string): string {
  return splitPath(splitPath(path).collection).collection;
}

/** Reads an API key; undefined if there is none with this id. */
export async function findApiKey(reader: StoreReader, apiKeyId: string): Promise<ApiKeyRecord | undefined> {
  const doc = await reader.get<StoredApiKey>(apiKeyPath(apiKeyId));
  return doc && { ...doc.data, apiKeyId };
}

/** Reads an API key. @throws ApiError NOT_FOUND when the workspace has no key with this id. */
export async function loadApiKey(reader: StoreReader, workspaceId: string, apiKeyId: string): Promise<ApiKeyRecord> {
  const apiKey = await findApiKey(reader, apiKeyId);
  if (apiKey?.workspaceId !== workspaceId) throw notFound("apiKey");
  return apiKey;
}

/** Creates a new key with its first token, without storing it. */
export function newApiKey(
  context: Context,
  fields: Pick<StoredApiKey, "workspaceId" | "apiKeyName" | "type" | "ownerEmail"> & Partial<StoredApiKey>,
): { apiKeyId: string; data: StoredApiKey; authToken: string } {
  const { stored, token } = newAuthToken(context, DEFAULT_TOKEN_NAME);
  const data: StoredApiKey = {
    createdAt: context.now(),
    features: defaultFeatures,
    config: defaultApiKeyConfig,
    authTokens: [stored],
    allowedDomains: [],
    isIndexedByName: true,
    areEditorsIndexedByName: true,
    ...fields,
  };
  return { apiKeyId: `ak_${randomBase62()}`, data, authToken: token };
}

/** Creates a new auth token: its text for the caller, and its stored form for the key. */
export function newAuthToken(context: Context, name: string): { stored: StoredToken; token: string } {
  const token = newSecret("at");
  const storedToken = {
    name,
    hash: hashSecret(token),
    sealed: seal(context.encryptionKey, token),
    domains: [],
    createdAt: context.now(),
  };
  return { stored: storedToken, token };
}

/** The token as returned, with its plain text. */
export function revealToken(context: ReadContext, { name, sealed, domains }: StoredToken): AuthToken {
  return { token: unseal(context.encryptionKey, sealed), name, domains };
}

/**
 * Replaces the token with the same name, keeping that token's domains, or adds the token.
 * @throws ApiError RESOURCE_EXHAUSTED when there are ten other tokens.
 */
export function replaceToken(tokens: readonly StoredToken[], fresh: StoredToken): StoredToken[] {
  if (tokens.some(({ name }) => name === fresh.name))
    return tokens.map((token) => (token.name === fresh.name ? { ...fresh, domains: token.domains } : token));
  if (tokens.length >= MAX_AUTH_TOKENS)
    throw new ApiError(
      "RESOURCE_EXHAUSTED",
      `You have reached the maximum number of auth tokens allowed for this API key (${MAX_AUTH_TOKENS}).`,
    );
  return [...tokens, fresh];
}
