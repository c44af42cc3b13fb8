import * as z from "zod";
import { DocumentChanges } from "#domain/documents/document";
import { changeDocuments } from "#domain/documents/store/document-changes";
import { mergeFields } from "#domain/documents/store/documents";
import { endpoint } from "#http/endpoint";
import { ItemResults, itemResults } from "#http/item-results";
import { Id } from "#platform/shapes/fields";

export default endpoint({
  path: "/v2/organizations/documents/update",
  alsoAt: "/v1/organizations/documents/update",
  auth: "apiKey",
  kind: "write",
  audit: {
    action: "document.accessType.update",
    target: ({ organizationId }) => ({ organizationId }),
    items: "documentId",
    when: ({ documents }) => documents.some(({ accessType }) => accessType !== undefined),
  },
  emits: ["document.access_change", "document.update"],
  summary: "Change fields of documents; omitted fields stay unchanged, and null removes a field.",
  input: z.object({ organizationId: Id, documents: DocumentChanges }),
  output: ItemResults,
  cost: { reads: 2, writes: 1, trips: 2 },
  example: { organizationId: "acme", documents: [{ documentId: "homepage", documentName: "Home page" }] },
  async handle(call, { organizationId, documents }) {
    const data = await changeDocuments(call, organizationId, documents, (batch, change) =>
      itemResults(
        batch,
        ({ documentId }) => documentId,
        (fields) => {
          change(fields.documentId, (storedDocument) => mergeFields(storedDocument, fields));
          return { id: fields.documentId, message: "Updated Successfully" };
        },
      ),
    );
    return { message: "Document(s) updated successfully.", data };
  },
});
