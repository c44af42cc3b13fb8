import type { Thread } from "#domain/comments/thread";
import {
  documentPath,
  organizationPath,
  present,
  refuseWhileMigrating,
  requireOrganization,
} from "#domain/organizations/store/organizations";
import type { KeyCall } from "#src/call";
import { notFound } from "#src/errors";
import type { StoreReader, Transaction } from "#store/port";
import { packThread, threadPath, unpackThread } from "./stored-thread.ts";
import { visibleThreads } from "./visible-threads.ts";

/** Names a thread. */
export interface ThreadPlace {
  organizationId: string;
  documentId: string;
  annotationId: string;
}

/**
 * Reads a thread, its organization and its document in one round trip. One that the user of the call may not see is not
 * there.
 * @param making what the call would make if it could: without its document there is no thread to name as missing.
 * @throws ApiError NOT_FOUND
 */
export async function loadThread(
  reader: StoreReader,
  call: KeyCall,
  { organizationId, documentId, annotationId }: ThreadPlace,
  making: { createOrganization?: boolean | undefined; createDocument?: boolean | undefined } = {},
): Promise<Thread> {
  const documentAt = documentPath(call, organizationId, documentId);
  const [organization, document, thread] = await reader.getMany([
    organizationPath(call, organizationId),
    documentAt,
    threadPath(documentAt, annotationId),
  ]);
  if (!making.createOrganization) requireOrganization(organization);
  if (!making.createDocument && present(organization) && !present(document)) throw notFound("document");
  if (!present(organization) || !present(document) || !thread) throw notFound("annotation");
  refuseWhileMigrating(reader, document);
  const found = unpackThread(thread);
  const sees = await visibleThreads(call, reader)?.(organizationId, [found]);
  if (sees?.(found) === false) throw notFound("annotation");
  return found;
}

/**
 * Writes the thread when it was changed.
 * @throws ApiError INVALID_ARGUMENT when it has become too large.
 */
export function saveThread(tx: Transaction, call: KeyCall, place: ThreadPlace, before: Thread, after: Thread): void {
  if (after === before) return;
  const document = documentPath(call, place.organizationId, place.documentId);
  tx.set(threadPath(document, place.annotationId), packThread(after));
}
