import { nameTarget } from "#domain/audit/store/audited-store";
import type { ApiKeySummary, ApiKeyType, Owner, Workspace } from "#domain/workspaces/workspace";
import { randomBase62 } from "#platform/crypto/base62";
import { hashSecret, newSecret, seal, unseal } from "#platform/crypto/secrets";
import { ApiError } from "#platform/error";
import type { Context, ReadContext } from "#src/context";
import { notFound } from "#src/errors";
import { toPath } from "#store/paths";
import type { DocData, DocRef, StoreReader } from "#store/port";
import { apiKeyPath, newApiKey } from "./api-keys.ts";

/** Maximum number of workspaces that one e-mail address may own. */
const MAX_WORKSPACES_PER_EMAIL = 5;
/** Maximum number of API keys of one workspace: their summaries are stored in the workspace. */
export const MAX_API_KEYS = 500;

/** Stored form of a workspace. */
export interface StoredWorkspace extends DocData {
  workspaceName: string;
  owner: Owner;
  /** The owner's address in lower case, to find all workspaces of one person. */
  ownerEmail: string;
  tokenHash: string;
  tokenSealed: string;
  /** Summaries by id, so that reading a workspace is one read. */
  apiKeys: Record<string, ApiKeySummary>;
  createdAt: number;
}

/** Path of a workspace. */
export function workspacePath(workspaceId: string): DocRef<StoredWorkspace> {
  return toPath("workspaces", workspaceId);
}

/** Reads a workspace; undefined if there is none with this id. */
export async function findWorkspace(reader: StoreReader, workspaceId: string): Promise<StoredWorkspace | undefined> {
  return (await reader.get<StoredWorkspace>(workspacePath(workspaceId)))?.data;
}

/** Reads a workspace. @throws ApiError NOT_FOUND */
export async function loadWorkspace(reader: StoreReader, workspaceId: string): Promise<StoredWorkspace> {
  const workspace = await findWorkspace(reader, workspaceId);
  if (!workspace) throw notFound("workspace");
  return workspace;
}

/** A workspace as returned, with the plain text of its token. */
export function revealWorkspace(context: ReadContext, id: string, workspace: StoredWorkspace): Workspace {
  return {
    id,
    name: workspace.workspaceName,
    owner: workspace.owner,
    authToken: unseal(context.encryptionKey, workspace.tokenSealed),
    apiKeyList: workspace.apiKeys,
  };
}

/** Input of a new workspace. */
export interface NewWorkspace {
  ownerEmail: string;
  /** Default: the e-mail address. */
  name?: string | undefined;
  /** Default: the name, followed by "workspace". */
  workspaceName?: string | undefined;
  avatar?: string | undefined;
}

/** Creates the stored form of a new workspace with a new token but no API keys, without storing it. */
export function newWorkspace(
  context: Context,
  { ownerEmail, name = ownerEmail, workspaceName = `${name} workspace`, avatar = "" }: NewWorkspace,
): StoredWorkspace {
  const token = newSecret("wt");
  return {
    workspaceName,
    owner: { email: ownerEmail, id: `us_${randomBase62()}`, name, avatar },
    ownerEmail: ownerEmail.toLowerCase(),
    tokenHash: hashSecret(token),
    tokenSealed: seal(context.encryptionKey, token),
    apiKeys: {},
    createdAt: context.now(),
  };
}

/**
 * Creates a workspace with one API key of type `testing` (docs/behaviour.md#workspaces-and-api-keys).
 * @returns the workspace as returned to callers, and the auth token of the key.
 * @throws ApiError RESOURCE_EXHAUSTED when the address owns five workspaces.
 */
export async function createWorkspace(
  context: Context,
  input: NewWorkspace,
): Promise<{ workspace: Workspace; apiKeyId: string; apiKeyAuthToken: string }> {
  const { ownerEmail } = input;
  const workspaceId = `ws_${randomBase62()}`;
  const apiKey = newApiKey(context, {
    workspaceId,
    apiKeyName: defaultKeyName(ownerEmail, "testing"),
    type: "testing",
    ownerEmail,
  });
  const { apiKeyId } = apiKey;
  const summary = { id: apiKeyId, apiKeyName: apiKey.data.apiKeyName, type: apiKey.data.type };
  const storedWorkspace = { ...newWorkspace(context, input), apiKeys: { [apiKeyId]: summary } };
  await context.store.transact(async (tx) => {
    const owned = await tx.query({
      collection: "workspaces",
      where: [{ field: "ownerEmail", op: "==", value: storedWorkspace.ownerEmail }],
      limit: MAX_WORKSPACES_PER_EMAIL,
      select: [],
    });
    if (owned.docs.length >= MAX_WORKSPACES_PER_EMAIL)
      throw new ApiError(
        "RESOURCE_EXHAUSTED",
        "You have reached the maximum number of workspaces allowed for this email address.",
      );
    nameTarget(tx, { workspaceId, apiKey: apiKeyId });
    tx.create(workspacePath(workspaceId), storedWorkspace);
    tx.create(apiKeyPath(apiKeyId), apiKey.data);
  });
  return {
    workspace: revealWorkspace(context, workspaceId, storedWorkspace),
    apiKeyId,
    apiKeyAuthToken: apiKey.authToken,
  };
}

/** `"<Capitalised local part of the address> Test API Key"`. */
export function defaultKeyName(email: string, type: ApiKeyType): string {
  const local = email.slice(0, email.indexOf("@"));
  return `${local.charAt(0).toUpperCase()}${local.slice(1)} ${type === "testing" ? "Test" : "Production"} API Key`;
}
