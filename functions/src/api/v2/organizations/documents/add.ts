import * as z from "zod";
import { DocumentsFields } from "#domain/documents/document";
import { ROOT } from "#domain/documents/folder";
import { toEventDocument } from "#domain/documents/store/document-events";
import { newDocument, readDocuments, toStoredFields } from "#domain/documents/store/documents";
import { ensurePlace } from "#domain/documents/store/places";
import { transactItems } from "#domain/events/store/items";
import {
  documentPath,
  refuseWhileDeleting,
  requireOrganization,
  unlessDeleting,
} from "#domain/organizations/store/organizations";
import { endpoint } from "#http/endpoint";
import { ItemResults, itemResults } from "#http/item-results";
import { Id } from "#platform/shapes/fields";
import { alreadyExists } from "#src/errors";

export default endpoint({
  path: "/v2/organizations/documents/add",
  auth: "apiKey",
  kind: "write",
  audit: false,
  emits: ["document.add", "folder.add", "organization.add"],
  summary: "Add documents to an organization, at its top level or in a folder.",
  input: z.object({
    organizationId: Id,
    createOrganization: z.boolean().optional(),
    folderId: Id.optional(),
    createFolder: z.boolean().optional(),
    documents: DocumentsFields,
  }),
  output: ItemResults,
  cost: { reads: 3, writes: 1, trips: 2 },
  example: {
    organizationId: "acme",
    folderId: "designs",
    documents: [{ documentId: "style-guide", documentName: "Style guide", status: "draft" }],
  },
  async handle(call, { organizationId, createOrganization, createFolder, documents, ...rest }) {
    const folderId = rest.folderId === ROOT ? undefined : rest.folderId;
    const data = await transactItems(call, documents, async (tx, batch, { emit }) => {
      const ids = batch.map(({ documentId }) => documentId);
      const placeDocs = await readDocuments(tx, call, organizationId, ids, folderId);
      const { organization, folder } = placeDocs;
      if (!createOrganization) requireOrganization(organization);
      const place = { organizationId, folderId };
      const refusal = ensurePlace(tx, call, place, { organization, folder }, { createFolder }, emit);
      return itemResults(
        batch,
        ({ documentId }) => documentId,
        (fields) => {
          const { documentId } = fields;
          if (refusal) throw refusal;
          const existingDocument = placeDocs.documents.get(documentId);
          if (unlessDeleting(existingDocument)) throw alreadyExists("document");
          refuseWhileDeleting(existingDocument, "document");
          const storedDocument = newDocument(call, { folderId, ...toStoredFields(fields) });
          tx.create(documentPath(call, organizationId, documentId), storedDocument);
          emit({ type: "document.add", organizationId, documentId, data: toEventDocument(storedDocument) });
          return { id: documentId, message: "Added Successfully" };
        },
      );
    });
    return { message: "Document(s) added successfully.", data };
  },
});
