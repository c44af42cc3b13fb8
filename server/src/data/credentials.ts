import type { StoredApiKey } from "@atrium/functions/domain/workspaces/api-key";
import { apiKeyPath } from "@atrium/functions/domain/workspaces/store/api-keys";
import { findWorkspace, type StoredWorkspace } from "@atrium/functions/domain/workspaces/store/workspaces";
import type { ApiKeyType, AuthToken } from "@atrium/functions/domain/workspaces/workspace";
import { unseal } from "@atrium/functions/platform/crypto/secrets";
import type { StoreReader } from "@atrium/functions/store/port";
import { visibleText } from "../log/visible-text.ts";

/** Credentials with which a customer's server acts for a workspace. */
export interface WorkspaceCredentials {
  workspaceId: string;
  workspaceName: string;
  authToken: string;
  apiKeys: ApiKeyCredentials[];
}

/** An API key with its auth tokens. */
export interface ApiKeyCredentials {
  apiKeyId: string;
  apiKeyName: string;
  type: ApiKeyType;
  authTokens: AuthToken[];
}

/**
 * Reads the credentials of every workspace; workspaces and keys are ordered oldest first.
 * @throws Error if the encryption key can't decrypt them.
 */
export async function readCredentials(reader: StoreReader, encryptionKey: Uint8Array): Promise<WorkspaceCredentials[]> {
  const { docs } = await reader.query<StoredWorkspace>({ collection: "workspaces" });
  docs.sort((a, b) => a.data.createdAt - b.data.createdAt);
  return Promise.all(docs.map(({ id, data }) => reveal(reader, encryptionKey, id, data)));
}

/** Reads the credentials of one workspace; undefined if there is no workspace with this id. */
export async function readWorkspaceCredentials(
  reader: StoreReader,
  encryptionKey: Uint8Array,
  workspaceId: string,
): Promise<WorkspaceCredentials | undefined> {
  const workspace = await findWorkspace(reader, workspaceId);
  return workspace && reveal(reader, encryptionKey, workspaceId, workspace);
}

async function reveal(
  reader: StoreReader,
  encryptionKey: Uint8Array,
  workspaceId: string,
  { workspaceName, tokenSealed, apiKeys }: StoredWorkspace,
): Promise<WorkspaceCredentials> {
  return {
    workspaceId,
    workspaceName,
    authToken: unseal(encryptionKey, tokenSealed),
    apiKeys: await readApiKeys(reader, encryptionKey, Object.keys(apiKeys)),
  };
}

async function readApiKeys(
  reader: StoreReader,
  encryptionKey: Uint8Array,
  ids: string[],
): Promise<ApiKeyCredentials[]> {
  const docs = (await reader.getMany<StoredApiKey>(ids.map(apiKeyPath))).filter((doc) => doc !== undefined);
  docs.sort((a, b) => a.data.createdAt - b.data.createdAt);
  return docs.map(({ id, data: { apiKeyName, type, authTokens } }) => ({
    apiKeyId: id,
    apiKeyName,
    type,
    authTokens: authTokens.map(({ name, sealed, domains }) => ({
      name,
      domains,
      token: unseal(encryptionKey, sealed),
    })),
  }));
}

/** Formats the credentials for people: a heading, then name and value in columns. */
export function describeCredentials({ workspaceId, workspaceName, authToken, apiKeys }: WorkspaceCredentials): string {
  const rows = [
    ["workspace", workspaceId],
    ["workspace token", authToken],
    ...apiKeys.flatMap(({ apiKeyId, apiKeyName, type, authTokens }) => [
      ["API key", `${apiKeyId}  ${visibleText(apiKeyName)}, ${type}`],
      ...authTokens.map(({ token }) => ["auth token", token]),
    ]),
  ];
  return [visibleText(workspaceName), ...rows.map(([name = "", value]) => `  ${name.padEnd(17)}${value}`)].join("\n");
}

/** The address of the server, and the credentials of the workspace and its first key, as shell assignments for `eval`. */
export function shellVariables(
  url: string,
  { workspaceId, authToken, apiKeys: [first] }: WorkspaceCredentials,
): string {
  const variables = {
    ATRIUM_URL: url,
    ATRIUM_WORKSPACE_ID: workspaceId,
    ATRIUM_WORKSPACE_AUTH_TOKEN: authToken,
    ATRIUM_API_KEY: first?.apiKeyId ?? "",
    ATRIUM_AUTH_TOKEN: first?.authTokens[0]?.token ?? "",
  };
  return Object.entries(variables)
    .map(([name, value]) => `export ${name}='${value}'`)
    .join("\n");
}
