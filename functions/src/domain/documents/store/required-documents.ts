import { refuseWhileMigrating, requireOrganization, unlessDeleting } from "#domain/organizations/store/organizations";
import type { KeyCall } from "#src/call";
import { notFound } from "#src/errors";
import type { Doc, ReadableStore, StoreReader, Transaction } from "#store/port";
import { readDocuments, type StoredDocument } from "./documents.ts";

/**
 * Checks that an organization and some of its documents exist. One round trip.
 * @throws ApiError NOT_FOUND when one of them does not exist.
 */
export async function requireDocuments(
  store: ReadableStore,
  call: KeyCall,
  organizationId: string,
  documentIds: readonly string[],
): Promise<void> {
  await readRequired(store, call, organizationId, documentIds);
}

/**
 * Like `requireDocuments`, for documents that the transaction changes.
 * @throws ApiError NOT_FOUND when one of them does not exist; ABORTED while one of the documents is being migrated.
 */
export async function requireDocumentsForChange(
  tx: Transaction,
  call: KeyCall,
  organizationId: string,
  documentIds: readonly string[],
): Promise<void> {
  refuseWhileMigrating(...(await readRequired(tx, call, organizationId, documentIds)));
}

async function readRequired(
  reader: StoreReader,
  call: KeyCall,
  organizationId: string,
  documentIds: readonly string[],
): Promise<Doc<StoredDocument>[]> {
  const { organization, documents } = await readDocuments(reader, call, organizationId, [...new Set(documentIds)]);
  requireOrganization(organization);
  return [...documents.values()].map((document) => {
    const existing = unlessDeleting(document);
    if (!existing) throw notFound("document");
    return existing;
  });
}
