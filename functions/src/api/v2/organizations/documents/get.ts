import * as z from "zod";
import { refusedDocuments } from "#domain/access/store/refused-documents";
import { readableOnly } from "#domain/access/store/user-view";
import { Document, MissingDocument } from "#domain/documents/document";
import { DocumentFilters, OrderByCommentViews } from "#domain/documents/document-filter";
import { ROOT } from "#domain/documents/folder";
import {
  documentsOf,
  isDirectlyIn,
  readDocuments,
  requireFolder,
  type StoredDocument,
  toDocuments,
} from "#domain/documents/store/documents";
import { type Conditions, selectDocuments } from "#domain/documents/store/select-documents";
import {
  organizationPath,
  type Place,
  requireOrganization,
  unlessDeleting,
} from "#domain/organizations/store/organizations";
import type { Page } from "#domain/organizations/store/users";
import { endpoint } from "#http/endpoint";
import { fromPageToken, idsOfPage, toPageToken } from "#http/page-token";
import { Id, Ids, PageSize, PageToken, SearchKey } from "#platform/shapes/fields";
import type { KeyCall } from "#src/call";
import { missingText } from "#src/errors";
import { scanInTurn } from "#src/heavy-reads";
import { PAGE_BYTES } from "#store/page-bytes";
import type { Doc, Query } from "#store/port";

export default endpoint({
  path: "/v2/organizations/documents/get",
  auth: "apiKey",
  user: { action: "read", on: ({ organizationId }) => ({ organizationId }), handlerFilters: true },
  requires: "advancedQueries",
  kind: "read",
  summary:
    "Read documents by id, or list those of an organization or folder. Either way, only documents that match all filters and the search text are returned. A page may be shorter than its size; as long as there is a pageToken, there may be more.",
  input: z.object({
    organizationId: Id,
    documentIds: Ids.optional(),
    /** Id of a folder, or `root` for the documents at the top level of the organization. */
    folderId: Id.optional(),
    filters: DocumentFilters.optional(),
    searchKey: SearchKey.optional(),
    orderByCommentViews: OrderByCommentViews.optional(),
    pageSize: PageSize,
    pageToken: PageToken.optional(),
  }),
  output: z.array(z.union([Document, MissingDocument])),
  forms: [{ when: { documentIds: [undefined] }, output: z.array(Document) }],
  cost: { reads: 2, writes: 0, trips: 1, byUser: { reads: 12, writes: 0, trips: 4 } },
  example: { organizationId: "acme", folderId: "designs", pageSize: 50 },
  async handle(call, { organizationId, documentIds = [], folderId, pageSize, pageToken, ...conditions }) {
    const { filters = [], searchKey } = conditions;
    const path = organizationPath(call, organizationId);
    const selection = ["documents", path, folderId ?? null, documentIds, filters, ...(searchKey ? [searchKey] : [])];
    const after = fromPageToken(call, selection, pageToken);
    const { ids, cursor } = idsOfPage(documentIds, { limit: pageSize, after });
    const [{ organization, documents, folder }, page] = await Promise.all([
      readDocuments(call.store, call, organizationId, ids, folderId),
      documentIds.length === 0
        ? list(call, { organizationId, folderId }, { filters, searchKey }, { limit: pageSize, after })
        : undefined,
    ]);
    requireOrganization(organization);
    requireFolder(folderId, folder);
    const read = page?.docs ?? [...documents.values()].filter((doc) => doc !== undefined);
    const there = read.filter((doc) => unlessDeleting(doc) && isDirectlyIn(folderId, doc));
    const refused = page ? new Map() : await refusedDocuments(call, organizationId, there);
    const readable = there.filter(({ id }) => !refused.has(id));
    // The filters don't apply to documents that the user may not read: the result would reveal what is in them.
    const selected = page ? readable : await selectDocuments(call, path, readable, { filters, searchKey });
    const replyDocuments = await toDocuments(call.store, call, path, selected, folder);
    const answers = new Map([...readable.map(({ id }) => [id, null] as const), ...refused, ...byId(replyDocuments)]);
    const orderedAnswers = ids.map((id) => (answers.has(id) ? answers.get(id) : missingDocument(id)));
    return {
      message: "Document(s) retrieved successfully.",
      data: page ? replyDocuments : orderedAnswers.filter((answer) => answer !== null),
      pageToken: toPageToken(call, selection, page ? page.cursor : cursor),
    };
  },
});

const byId = (documents: readonly Document[]) => documents.map((document) => [document.id, document] as const);

/** A page of the documents that meet all conditions; with a user token, only of those that the user may read. */
function list(call: KeyCall, { organizationId, folderId }: Place, conditions: Conditions, { limit, after }: Page) {
  const path = organizationPath(call, organizationId);
  // No index lists the documents without a folder.
  const isTop = folderId === ROOT;
  const query: Query = {
    collection: documentsOf(path),
    ...(folderId !== undefined && !isTop && { where: [{ field: "folderId", op: "==", value: folderId }] }),
    ...(after && { after }),
  };
  if (!call.user && !isTop && conditions.filters.length === 0 && !conditions.searchKey)
    return call.store.query<StoredDocument>({ ...query, limit, maxBytes: PAGE_BYTES });
  const readable = readableOnly<StoredDocument>(call, organizationId, ({ id }) => id);
  const keep = async (docs: Doc<StoredDocument>[]) => {
    const there = docs.filter((doc) => unlessDeleting(doc) && isDirectlyIn(folderId, doc));
    return selectDocuments(call, path, await readable(there), conditions);
  };
  return scanInTurn(call, query, limit, keep);
}

/** Replacement for an unknown id: the other documents are returned anyway (docs/behaviour.md#documents). */
function missingDocument(id: string): MissingDocument {
  return { id, success: false, message: missingText("document"), code: "not-found" };
}
