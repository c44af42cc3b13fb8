import type { Kind, WorldRecord } from "./records.ts";

/**
 * Every reference without an earlier record as its target, one sentence each; empty if the records are self-contained
 * and parents come before children, which also rules out folder cycles. Ids are scoped to their API key and
 * organization; records before the first `apiKey` line share an unnamed key.
 */
export function danglingReferences(records: readonly WorldRecord[]): string[] {
  const earlier = new Set<string>();
  const problems: string[] = [];
  let apiKeyId: unknown;

  for (const [index, record] of records.entries()) {
    const key = (kind: string, ...ids: unknown[]) => JSON.stringify([kind, apiKeyId, record.organizationId, ...ids]);
    const need = (kind: string, id: unknown) => {
      if (id === undefined || id === "root" || earlier.has(key(kind, id))) return;
      problems.push(
        `Line ${index + 1}: the ${record.kind} needs ${kind} ${JSON.stringify(id)}, which is not above it.`,
      );
    };
    if (record.kind === "apiKey") apiKeyId = record.apiKeyId;
    if (record.kind === "workspace" || record.kind === "apiKey") continue;
    if (record.kind === "organization") earlier.add(key("organization", record.organizationId));
    need("organization", record.organizationId);
    if (record.kind === "folder") need("folder", record.parentFolderId);
    else {
      need("folder", record.folderId);
      if (record.kind !== "document") need("document", record.documentId);
    }
    if (record.kind === "folder" || record.kind === "document")
      earlier.add(key(record.kind, record[`${record.kind}Id`]));
    if (record.kind === "user") earlier.add(key("user", record.userId));
    if (record.kind === "group") earlier.add(key("group", record.groupId));
    if (record.kind === "groupMember") need("group", record.groupId);
    if (record.kind === "notification") earlier.add(key("notification", record.notificationId));
    if (record.kind === "inboxEntry") need("notification", record.notificationId);
    if (!PLACES.includes(record.kind)) for (const userId of new Set(usersIn(record))) need("user", userId);
  }
  return problems;
}

/** Kinds that refer to no user, or declare users themselves. */
const PLACES: readonly Kind[] = ["organization", "user", "group", "folder", "document"];

/** The ids of all users in a record, at any depth. */
export function usersIn(value: unknown): string[] {
  if (typeof value === "string") return Array.from(value.matchAll(MENTION), ([, userId = ""]) => userId);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([field, inner]) => {
    if (ONE_USER.test(field)) return [String(inner)];
    if (field === "userIds") return inner as string[];
    if (field === "views") return (inner as [string, number][]).map(([userId]) => userId);
    return usersIn(inner);
  });
}

/** Matches `{{userId}}`, but not template variables, which are paths. */
const MENTION = /\{\{(?!actionUser\.)([^{}]+)\}\}/g;
const ONE_USER = /^(userId|lastUpdatedBy|resolvedByUserId|statusUpdatedByUserId)$/;
