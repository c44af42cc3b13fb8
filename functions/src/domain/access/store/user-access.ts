import type { AccessAction, AccessDecision } from "#domain/access/decide-access";
import { explainAccess } from "#domain/access/explanation";
import { permissionProviders } from "#domain/access/store/permission-providers";
import { newDocument } from "#domain/documents/store/documents";
import { documentPath } from "#domain/organizations/store/organizations";
import { ApiError } from "#platform/error";
import type { KeyCall } from "#src/call";
import { docMap } from "#store/doc-map";
import type { StoreReader } from "#store/port";
import { decisionFrom } from "./access-decisions.ts";
import { type ActionRequest, loadAccess } from "./access-facts.ts";
import { decideWithProvider } from "./provider-decisions.ts";

type DocumentPlace = { organizationId: string; documentId: string };

/**
 * The users who may read a document, or write to it (docs/behaviour.md#access). A missing document counts as a new one at the
 * top of the organization, because the call may be about to create it.
 * @throws ApiError ABORTED when folders moved while they were read.
 */
export async function filterUsersByAccess(
  reader: StoreReader,
  call: KeyCall,
  action: AccessAction,
  place: DocumentPlace,
  userIds: readonly string[],
): Promise<Set<string>> {
  const decisions = await decisionsOf(reader, call, action, place, userIds);
  return new Set(userIds.filter((userId) => decisions.get(userId)?.allowed));
}

/** The error for an author who may not write. @param access the explanation. */
export function mayNotWrite(userId: string, access?: string): ApiError {
  const message = `User ${JSON.stringify(userId)} may not write to the document.`;
  return new ApiError("PERMISSION_DENIED", message, access === undefined ? {} : { details: { access } });
}

/** @throws ApiError PERMISSION_DENIED with the explanation when one of the users may not write to the document. */
export async function requireWriters(
  reader: StoreReader,
  call: KeyCall,
  place: DocumentPlace,
  userIds: readonly string[],
): Promise<void> {
  const decisions = await decisionsOf(reader, call, "write", place, userIds);
  for (const [userId, decision] of decisions) if (!decision.allowed) throw mayNotWrite(userId, explainAccess(decision));
}

async function decisionsOf(
  reader: StoreReader,
  call: KeyCall,
  action: AccessAction,
  place: DocumentPlace,
  userIds: readonly string[],
): Promise<Map<string, AccessDecision>> {
  const requests = userIds.map((userId) => ({ user: { userId }, action, place }));
  const [provider, { docs, roles }] = await Promise.all([
    permissionProviders(call).find(call),
    loadAccess(reader, call, requests),
  ]);
  const path = documentPath(call, place.organizationId, place.documentId);
  const document = docs.get(path) ?? { path, id: place.documentId, data: newDocument(call), version: "" };
  const facts = { docs: docMap([...docs, [path, document]]), roles };
  const decide = (request: ActionRequest) => decisionFrom(call, facts, request);
  const decisions = provider
    ? await decideWithProvider(reader, call, provider, facts, requests, decide)
    : requests.map(decide);
  return new Map(decisions.map((decision, i) => [userIds[i] as string, decision]));
}
