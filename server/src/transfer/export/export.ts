import type { StoredActivity } from "@atrium/functions/domain/activities/store/activities";
import type { StoredDocument } from "@atrium/functions/domain/documents/store/documents";
import type { StoredGroup, StoredMember } from "@atrium/functions/domain/organizations/store/members";
import type { StoredOrganization } from "@atrium/functions/domain/organizations/store/organizations";
import type { StoredApiKey } from "@atrium/functions/domain/workspaces/api-key";
import { defaultFeatures } from "@atrium/functions/domain/workspaces/features";
import { apiKeyPath } from "@atrium/functions/domain/workspaces/store/api-keys";
import { type StoredWorkspace, workspacePath } from "@atrium/functions/domain/workspaces/store/workspaces";
import { unseal } from "@atrium/functions/platform/crypto/secrets";
import { toPath } from "@atrium/functions/store/paths";
import type { Doc, StoreReader } from "@atrium/functions/store/port";
import { CommandError, noWorkspace } from "../../commands/command-error.ts";
import { exportCollaboration, exportNotifications, exportPreferences } from "./collaboration.ts";
import { exportFolders } from "./folders.ts";
import { type ExportSealing, exportKeyParts, leftOutOf, sealTokens } from "./key.ts";
import { type OutputRecord, pages, toRecord } from "./output-record.ts";
import { exportPeople } from "./people.ts";

/**
 * Everything in a workspace as records that `importLines` accepts, parents before children, in the order of their ids.
 * The last record says what is omitted and how many records came before it. Keeps one page, and the ids of one
 * organization's folders and documents, in memory. Data that is being deleted and expired presence are omitted.
 * @param now ms since 1970.
 * @param sealing seals the secrets; without it they are omitted.
 * @throws CommandError if there is no such workspace.
 */
export async function* exportWorkspace(
  reader: StoreReader,
  workspaceId: string,
  { now = Date.now(), sealing }: { now?: number | undefined; sealing?: ExportSealing | undefined } = {},
): AsyncGenerator<OutputRecord> {
  let records = 0;
  for await (const record of exportRecords(reader, workspaceId, { now, sealing })) {
    records++;
    yield record;
  }
  yield toRecord("leftOut", { what: leftOutOf(sealing !== undefined), records });
}

async function* exportRecords(
  reader: StoreReader,
  workspaceId: string,
  { now, sealing }: { now: number; sealing: ExportSealing | undefined },
): AsyncGenerator<OutputRecord> {
  const workspace = (await reader.get<StoredWorkspace>(workspacePath(workspaceId)))?.data;
  if (!workspace)
    throw new CommandError(`There is no workspace ${workspaceId}. \`npx atrium credentials\` lists them.`);
  const { owner, workspaceName, createdAt } = workspace;
  yield toRecord("workspace", {
    workspaceId,
    workspaceName,
    ownerEmail: owner.email,
    ownerName: owner.name,
    ownerId: owner.id,
    avatar: owner.avatar || undefined,
    createdAt,
    hasEnd: true,
    ...(sealing && {
      sealing: sealing.sealer.sealing,
      sealed: sealing.sealer.seal(`${workspaceId} token`, unseal(sealing.encryptionKey, workspace.tokenSealed)),
    }),
  });
  for (const apiKeyId of Object.keys(workspace.apiKeys).sort()) yield* exportApiKey(reader, apiKeyId, { now, sealing });
}

async function* exportApiKey(
  reader: StoreReader,
  apiKeyId: string,
  { now, sealing }: { now: number; sealing: ExportSealing | undefined },
): AsyncGenerator<OutputRecord> {
  const apiKey = (await reader.get<StoredApiKey>(apiKeyPath(apiKeyId)))?.data;
  if (!apiKey) return;
  const { apiKeyName, type, ownerEmail, features, config, allowedDomains, createdAt } = apiKey;
  yield toRecord("apiKey", {
    apiKeyId,
    apiKeyName,
    type,
    ownerEmail,
    features: inOrderOf(defaultFeatures, features),
    config,
    allowedDomains: allowedDomains.length > 0 ? allowedDomains : undefined,
    createdAt,
    authTokens: sealing && sealTokens(apiKeyId, apiKey, sealing),
  });
  yield* exportKeyParts(reader, apiKeyId, sealing);
  const collection = `${apiKeyPath(apiKeyId)}/organizations`;
  for await (const organization of pages<StoredOrganization>(reader, { collection }))
    yield* exportOrganization(reader, organization, now);
}

/** The fields in a fixed order: a store may return a map in any order. */
function inOrderOf<T extends object>(order: T, fields: T): T {
  return Object.fromEntries(Object.keys(order).map((name) => [name, fields[name as keyof T]])) as T;
}

async function* exportOrganization(
  reader: StoreReader,
  { id: organizationId, path, data }: Doc<StoredOrganization>,
  now: number,
): AsyncGenerator<OutputRecord> {
  const { organizationName, disabled, createdAt, lastUpdated, open } = data;
  const own = { organizationId, organizationName, disabled: disabled || undefined, createdAt, lastUpdated };
  yield toRecord("organization", own, open);
  yield* exportPeople(reader, path, { organizationId });
  yield* exportPreferences(reader, path, { organizationId });
  for await (const group of pages<StoredGroup>(reader, { collection: `${path}/userGroups` })) {
    const { groupName, createdAt: madeAt } = group.data;
    yield toRecord("group", { organizationId, groupId: group.id, groupName, createdAt: madeAt });
    for await (const member of pages<StoredMember>(reader, { collection: `${group.path}/members` }))
      yield toRecord("groupMember", {
        organizationId,
        groupId: group.id,
        userId: member.id,
        addedAt: member.data.addedAt,
      });
  }
  const folderIds = new Set<string>();
  yield* exportFolders(reader, path, organizationId, folderIds);
  const documentIds = new Set<string>();
  // The contents of a folder that is being deleted are deleted with it.
  for await (const document of pages<StoredDocument>(reader, { collection: `${path}/documents` }))
    if (document.data.folderId === undefined || folderIds.has(document.data.folderId)) {
      documentIds.add(document.id);
      yield* exportDocument(reader, organizationId, document, now);
    }
  yield* exportActivities(reader, path, organizationId, documentIds);
  yield* exportNotifications(reader, path, organizationId, documentIds);
}

async function* exportDocument(
  reader: StoreReader,
  organizationId: string,
  { id: documentId, path, data }: Doc<StoredDocument>,
  now: number,
): AsyncGenerator<OutputRecord> {
  const { documentName, folderId, accessType, disabled, createdAt, lastUpdated, open } = data;
  const own = { organizationId, documentId, documentName, folderId, accessType, disabled: disabled || undefined };
  yield toRecord("document", { ...own, createdAt, lastUpdated }, open);
  yield* exportPeople(reader, path, { organizationId, documentId });
  yield* exportCollaboration(reader, path, { organizationId, documentId }, now);
}

async function* exportActivities(
  reader: StoreReader,
  organization: string,
  organizationId: string,
  documentIds: ReadonlySet<string>,
): AsyncGenerator<OutputRecord> {
  for await (const { id, data } of pages<StoredActivity>(reader, { collection: `${organization}/activities` })) {
    const { documentId, userId, timestamp, actionType, featureType, targetEntityId } = data;
    if (!documentIds.has(documentId)) continue;
    const activity = { organizationId, documentId, userId, id, timestamp, actionType, featureType, targetEntityId };
    yield toRecord("activity", activity, data.open);
  }
}

/** The oldest workspace, which is exported by default. @throws CommandError if there is none. */
export async function firstWorkspace(reader: StoreReader): Promise<string> {
  let first: Doc<StoredWorkspace> | undefined;
  for await (const one of pages<StoredWorkspace>(reader, { collection: "workspaces" }))
    if (!first || one.data.createdAt < first.data.createdAt) first = one;
  if (!first) throw noWorkspace();
  return first.id;
}

/** Estimated number of documents in an export. */
export async function countDocuments(
  reader: StoreReader & { count(query: { collection: string }): Promise<number> },
  workspaceId: string,
): Promise<number> {
  const workspace = (await reader.get<StoredWorkspace>(workspacePath(workspaceId)))?.data;
  let total = 0;
  for (const apiKeyId of Object.keys(workspace?.apiKeys ?? {}))
    for await (const { path } of pages(reader, { collection: toPath("apiKeys", apiKeyId, "organizations") }))
      total += await reader.count({ collection: `${path}/documents` });
  return total;
}
