import { defaultFeatures, type Features } from "#domain/workspaces/features";
import type { ApiKeyType, AuthToken } from "#domain/workspaces/workspace";
import { randomBase62 } from "#platform/base62";
import { ApiError } from "#platform/error";
import type { AccessType } from "#platform/fields";
import { hashSecret, newSecret, seal, unseal } from "#platform/secrets";
import type { Context } from "#src/context";
import { toPath } from "#store/paths";
import type { DocData, StoreReader } from "#store/port";

/** An auth token at rest: its hash to recognise it, its text encrypted to show it again. */
export type StoredToken = { name: string; hash: string; sealed: string; domains: string[]; createdAt: number };

/** Settings of an API key (reference C11, `apikeyconfig`). */
export type ApiKeyConfig = {
  defaultDocumentAccessType: AccessType;
  enablePrivateComments: boolean;
  requireJwtToken: boolean;
  requireAutoOrgUser: boolean;
};

/** The document of an API key: the root of a tenant's data. */
export interface StoredApiKey extends DocData {
  workspaceId: string;
  apiKeyName: string;
  type: ApiKeyType;
  ownerEmail: string;
  createdAt: number;
  features: Features;
  config: ApiKeyConfig;
  authTokens: StoredToken[];
  allowedDomains: string[];
}

/** An API key with its id, as authentication finds it. */
export interface ApiKeyRecord extends StoredApiKey {
  apiKeyId: string;
}

/** Name of the token that a key starts with. */
export const DEFAULT_TOKEN_NAME = "Default Auth Token";
/** Most auth tokens that are valid beside each other: each is compared on every request. */
export const MAX_AUTH_TOKENS = 10;

/** Path of an API key's document. */
export function apiKeyPath(apiKeyId: string): string {
  return toPath("apiKeys", apiKeyId);
}

/** Reads an API key; undefined when there is none of this id. */
export async function findApiKey(reader: StoreReader, apiKeyId: string): Promise<ApiKeyRecord | undefined> {
  const doc = await reader.get<StoredApiKey>(apiKeyPath(apiKeyId));
  return doc && { ...doc.data, apiKeyId };
}

/** @throws ApiError NOT_FOUND when the key is not one of the workspace. */
export async function loadApiKey(reader: StoreReader, workspaceId: string, apiKeyId: string): Promise<ApiKeyRecord> {
  const apiKey = await findApiKey(reader, apiKeyId);
  if (apiKey?.workspaceId !== workspaceId) throw new ApiError("NOT_FOUND", "API key not found.");
  return apiKey;
}

/** A new key with its first token; nothing is stored yet. */
export function newApiKey(
  context: Context,
  given: Pick<StoredApiKey, "workspaceId" | "apiKeyName" | "type" | "ownerEmail"> & Partial<StoredApiKey>,
): { apiKeyId: string; data: StoredApiKey; authToken: string } {
  const { stored, token } = newAuthToken(context, DEFAULT_TOKEN_NAME);
  const data: StoredApiKey = {
    createdAt: context.now(),
    features: defaultFeatures,
    config: {
      defaultDocumentAccessType: "public",
      enablePrivateComments: false,
      requireJwtToken: false,
      requireAutoOrgUser: false,
    },
    authTokens: [stored],
    allowedDomains: [],
    ...given,
  };
  return { apiKeyId: `ak_${randomBase62()}`, data, authToken: token };
}

/** A fresh auth token: its text for the caller, its stored form for the key's document. */
export function newAuthToken(context: Context, name: string): { stored: StoredToken; token: string } {
  const token = newSecret("at");
  const stored = {
    name,
    hash: hashSecret(token),
    sealed: seal(context.encryptionKey, token),
    domains: [],
    createdAt: context.now(),
  };
  return { stored, token };
}

/** The token as given out. */
export function revealToken(context: Context, { name, sealed, domains }: StoredToken): AuthToken {
  return { token: unseal(context.encryptionKey, sealed), name, domains };
}

/**
 * Puts a token in the place of the one of its name, whose domains it keeps, or beside the others.
 * @throws ApiError RESOURCE_EXHAUSTED when there are ten others.
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
