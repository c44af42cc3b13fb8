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
 * Those of the users who may read a document, or write to it (docs/behaviour.md#access).
 * A document that is not there is judged as a new one at the top of the organization, which the call may be about to make.
 * @throws ApiError ABORTED when folders were moved while they were read.
 */
export async function filterUsersByAccess(
  reader: StoreReader,
  call: KeyCall,
  may: AccessAction,
  place: DocumentPlace,
  userIds: readonly string[],
): Promise<Set<string>> {
  const decisions = await decisionsOf(reader, call, may, place, userIds);
  return new Set(userIds.filter((userId) => decisions.get(userId)?.allowed));
}

/** The refusal of an author. @param access why, in words. */
export function mayNotWrite(userId: string, access?: string): ApiError {
  const message = `User ${JSON.stringify(userId)} may not write to the document.`;
  return new ApiError("PERMISSION_DENIED", message, access === undefined ? {} : { details: { access } });
}

/** @throws ApiError PERMISSION_DENIED that says why when one of the users may not write to the document. */
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
  const requests = userIds.map((userId) => ({ who: { userId }, action, place }));
  const [provider, { docs, held }] = await Promise.all([
    permissionProviders(call).find(call),
    loadAccess(reader, call, requests),
  ]);
  const path = documentPath(call, place.organizationId, place.documentId);
  const document = docs.get(path) ?? { path, id: place.documentId, data: newDocument(call), version: "" };
  const facts = { docs: docMap([...docs, [path, document]]), held };
  const decide = (request: ActionRequest) => decisionFrom(call, facts, request);
  const decisions = provider ? await decideWithProvider(call, provider, facts, requests, decide) : requests.map(decide);
  return new Map(decisions.map((decision, i) => [userIds[i] as string, decision]));
}
