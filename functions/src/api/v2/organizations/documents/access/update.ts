import * as z from "zod";
import { changeDocuments } from "#domain/documents/store/document-changes";
import { endpoint } from "#http/endpoint";
import { ItemResults, itemResults } from "#http/item-results";
import { AccessType, Id, ManyIds } from "#platform/shapes/fields";
import { REMOVE } from "#store/port";

export default endpoint({
  path: "/v2/organizations/documents/access/update",
  alsoAt: "/v1/organizations/documents/access/update",
  auth: "apiKey",
  kind: "write",
  audit: {
    action: "document.accessType.update",
    target: ({ organizationId }) => ({ organizationId }),
    items: "documentId",
  },
  exemptFromQuota: true,
  emits: ["document.access_change"],
  summary: "Set the access type of documents; null removes it, so that the documents inherit one.",
  input: z.object({
    organizationId: Id,
    documentIds: ManyIds,
    /** The documents' own access type, even if they inherit the same one; `null` makes them inherit. */
    accessType: AccessType.nullable().default("public"),
  }),
  output: ItemResults,
  cost: { reads: 2, writes: 2, trips: 2 },
  example: { organizationId: "acme", documentIds: ["roadmap"], accessType: "restricted" },
  async handle(call, { organizationId, documentIds, accessType }) {
    const documents = documentIds.map((documentId) => ({ documentId }));
    const data = await changeDocuments(call, organizationId, documents, (batch, change) =>
      itemResults(
        batch,
        ({ documentId }) => documentId,
        ({ documentId }) => {
          change(documentId, () => ({ accessType: accessType ?? REMOVE }));
          return { accessType, message: "Document access type updated." };
        },
      ),
    );
    return { message: "Updated access for documents successfully.", data };
  },
});
