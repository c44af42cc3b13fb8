import { transactItems } from "#domain/events/store/items";
import { refuseWhileMigrating, requireOrganization, unlessDeleting } from "#domain/organizations/store/organizations";
import { purge } from "#domain/retention/jobs";
import type { WriteCall } from "#src/call";
import { itemNotFound } from "#src/errors";
import type { Doc, Patch } from "#store/port";
import { emitDocumentChange } from "./document-events.ts";
import { readDocuments, type StoredDocument } from "./documents.ts";

/** Changes one document. @throws ApiError NOT_FOUND, which fails only this item. */
export type ChangeDocument = (documentId: string, patchOf: (document: StoredDocument) => Patch) => void;

/**
 * Changes existing documents, item by item, and emits their events.
 * @param decide changes each document of a batch with `change` and returns the results.
 * @throws ApiError NOT_FOUND when the organization does not exist.
 */
export function changeDocuments<Item extends { documentId: string }, Result>(
  call: WriteCall,
  organizationId: string,
  items: readonly Item[],
  decide: (batch: readonly Item[], change: ChangeDocument) => Record<string, Result>,
): Promise<Record<string, Result>> {
  return transactItems(call, items, async (tx, batch, { emit }) => {
    const ids = batch.map(({ documentId }) => documentId);
    const { organization, documents } = await readDocuments(tx, call, organizationId, ids);
    requireOrganization(organization);
    return decide(batch, (documentId, patchOf) => {
      const document = requireDocument(documents.get(documentId));
      refuseWhileMigrating(document);
      const patch = patchOf(document.data);
      tx.update(document.path, { ...patch, lastUpdated: call.now() });
      emitDocumentChange(emit, organizationId, document, patch);
    });
  });
}

/**
 * Marks documents as being deleted, emits their events and adds the task that purges them and everything below them.
 * @param decide marks each document of a batch with `remove`, which throws the `ApiError` that fails the item.
 * @throws ApiError NOT_FOUND when the organization does not exist.
 */
export function deleteDocuments<Result>(
  call: WriteCall,
  organizationId: string,
  documentIds: readonly string[],
  decide: (batch: readonly string[], remove: (documentId: string) => void) => Record<string, Result>,
): Promise<Record<string, Result>> {
  return transactItems(call, documentIds, async (tx, batch, { later, emit }) => {
    const { organization, documents } = await readDocuments(tx, call, organizationId, batch);
    requireOrganization(organization);
    const paths: string[] = [];
    const results = decide(batch, (documentId) => {
      const { path } = requireDocument(documents.get(documentId));
      tx.update(path, { deleting: true });
      paths.push(path);
      emit({ type: "document.delete", organizationId, documentId });
    });
    if (paths.length > 0) later(purge, { paths });
    return results;
  });
}

function requireDocument(doc: Doc<StoredDocument> | undefined): Doc<StoredDocument> {
  const document = unlessDeleting(doc);
  if (!document) throw itemNotFound("document");
  return document;
}
