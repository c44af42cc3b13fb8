import { concernsAccess, type DocumentFilter, meetsFilter } from "#domain/documents/document-filter";
import { mapInSlices } from "#platform/async/time-slice";
import { searchWords } from "#platform/text/word-search";
import type { KeyCall } from "#src/call";
import type { Doc } from "#store/port";
import { documentWith, readAccessTypes, type StoredDocument } from "./documents.ts";

/** The conditions that select documents of a list. */
export interface Conditions {
  filters: DocumentFilter[];
  searchKey: string | undefined;
}

/** The documents that meet all filters and match the search text. @param organization path in the store. */
export async function selectDocuments(
  call: KeyCall,
  organization: string,
  documents: Doc<StoredDocument>[],
  { filters, searchKey }: Conditions,
): Promise<Doc<StoredDocument>[]> {
  const matches = await searchWords(documents, searchKey, ({ id, data }) => [id, data.documentName ?? ""]);
  return filterDocuments(call, organization, matches, filters);
}

/** The documents that meet all filters. It reads folders only if a filter is on the access type. */
async function filterDocuments(
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
