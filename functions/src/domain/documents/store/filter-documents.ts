import { concernsAccess, type DocumentFilter, meetsFilter } from "#domain/documents/document-filter";
import { mapInSlices } from "#platform/async/time-slice";
import type { KeyCall } from "#src/call";
import type { Doc } from "#store/port";
import { documentWith, readAccessTypes, type StoredDocument } from "./documents.ts";

/**
 * Returns the documents that meet all conditions. It reads folders only if a condition is on the access type.
 * @param organization path in the store.
 */
export async function filterDocuments(
  call: KeyCall,
  organization: string,
  documents: Doc<StoredDocument>[],
  filters: readonly DocumentFilter[],
): Promise<Doc<StoredDocument>[]> {
  if (filters.length === 0 || documents.length === 0) return documents;
  const accessTypeOf = filters.some(concernsAccess)
    ? await readAccessTypes(call.store, call, organization, documents)
    : () => undefined;
  const isMet = await mapInSlices(documents, (doc) => {
    const document = { ...documentWith(accessTypeOf(doc), doc), documentId: doc.id };
    return filters.every((filter) => meetsFilter(document, filter));
  });
  return documents.filter((_doc, i) => isMet[i]);
}
