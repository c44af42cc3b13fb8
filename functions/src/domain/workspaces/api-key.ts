import type { AccessType } from "#platform/shapes/fields";
import type { Features } from "./features.ts";
import type { Quota } from "./quota.ts";
import type { ApiKeyType } from "./workspace.ts";

/** A stored auth token: its hash verifies it, its encrypted text lets the service show it again. */
export type StoredToken = { name: string; hash: string; sealed: string; domains: string[]; createdAt: number };

/** Settings of an API key (docs/behaviour.md#workspaces-and-api-keys). */
export type ApiKeyConfig = {
  defaultDocumentAccessType: AccessType;
  enablePrivateComments: boolean;
  requireJwtToken: boolean;
  requireAutoOrgUser: boolean;
  /**
   * Template of the address of a document, with `{organizationId}`, `{documentId}`, `{annotationId}` and `{commentId}`
   * for the ids.
   */
  documentUrl?: string;
  /** Limits everything that the API key stores. */
  quota?: Quota;
  /** Limits what each user adds with a token. */
  userQuota?: Quota;
};

/** Settings of a new API key. */
export const defaultApiKeyConfig: ApiKeyConfig = {
  defaultDocumentAccessType: "public",
  enablePrivateComments: false,
  requireJwtToken: false,
  requireAutoOrgUser: false,
};

/** Stored form of an API key: the root of a tenant's data. */
export type StoredApiKey = {
  workspaceId: string;
  apiKeyName: string;
  type: ApiKeyType;
  ownerEmail: string;
  createdAt: number;
  features: Features;
  config: ApiKeyConfig;
  authTokens: StoredToken[];
  allowedDomains: string[];
  /**
   * Whether all its documents can be found by the people that they name, in a store that `findsNamed`. Omitted in
   * earlier keys.
   */
  isIndexedByName?: true;
  /** The same for people whom only the Yjs document of an editor names. Omitted in earlier keys. */
  areEditorsIndexedByName?: true;
};

/** An API key with its id, as authentication uses it. */
export type ApiKeyRecord = StoredApiKey & { apiKeyId: string };
