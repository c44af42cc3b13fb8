import { z } from "zod";
import { endpoint } from "#http/endpoint";
import { fromPageToken, toPageToken } from "#http/page-token";
import { Document, MissingDocument } from "#model/document";
import { ApiError } from "#model/error";
import { Id, Ids, PageSize, PageToken } from "#model/fields";
import { refuseDuplicates } from "#model/lists";
import { documentsOf, readDocuments, type StoredDocument, toDocuments } from "#store/documents";
import { organizationPath, present, requireOrganization } from "#store/organizations";

export default endpoint({
  path: "/v2/organizations/documents/get",
  auth: "apiKey",
  requires: "advancedQueries",
  kind: "read",
  summary: "Read documents by id, or list those of an organization or folder.",
  input: z.object({
    organizationId: Id,
    documentIds: Ids.optional(),
    folderId: Id.optional(),
    pageSize: PageSize,
    pageToken: PageToken.optional(),
  }),
  output: z.array(z.union([Document, MissingDocument])),
  example: { organizationId: "acme", folderId: "designs", pageSize: 50 },
  async handle(call, { organizationId, documentIds = [], folderId, pageSize, pageToken }) {
    refuseDuplicates(documentIds, "documentIds");
    const path = organizationPath(call, organizationId);
    const selection = ["documents", path, folderId ?? null];
    const after = fromPageToken(call, selection, pageToken);
    const list = () =>
      call.store.query<StoredDocument>({
        collection: documentsOf(path),
        ...(folderId !== undefined && { where: [{ field: "folderId", op: "==", value: folderId }] }),
        limit: pageSize,
        after,
      });
    const [{ organization, documents, folder }, page] = await Promise.all([
      readDocuments(call.store, call, organizationId, documentIds, folderId),
      documentIds.length === 0 ? list() : undefined,
    ]);
    requireOrganization(organization);
    if (folderId !== undefined && !present(folder)) throw new ApiError("NOT_FOUND", "Folder does not exist.");

    const read = page?.docs ?? [...documents.values()].filter((doc) => doc !== undefined);
    const there = read.filter((doc) => present(doc) && (folderId === undefined || doc.data.folderId === folderId));
    const shown = await toDocuments(call.store, call, path, there, folder);
    const byId = new Map(shown.map((document) => [document.id, document]));
    const data = page ? shown : documentIds.map((id) => byId.get(id) ?? missing(id));
    return {
      message: "Document(s) retrieved successfully.",
      data,
      pageToken: toPageToken(call, selection, page?.cursor),
    };
  },
});

/** What stands for an id that names no document: the others are answered all the same (decisions.md). */
function missing(id: string): MissingDocument {
  return { id, success: false, message: "Document does not exist", code: "not-found" };
}
