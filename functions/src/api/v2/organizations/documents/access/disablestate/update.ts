import * as z from "zod";
import { changeDocuments } from "#domain/documents/store/document-changes";
import { endpoint } from "#http/endpoint";
import { ItemResults, itemResults } from "#http/item-results";
import { Id, ManyIds } from "#platform/shapes/fields";

export default endpoint({
  path: "/v2/organizations/documents/access/disablestate/update",
  alsoAt: "/v1/organizations/documents/access/disablestate/update",
  auth: "apiKey",
  kind: "write",
  audit: {
    action: "document.disableState.update",
    target: ({ organizationId }) => ({ organizationId }),
    items: "documentId",
  },
  exemptFromQuota: true,
  emits: ["document.disable", "document.enable"],
  summary: "Block all users from documents, or unblock them.",
  input: z.object({ organizationId: Id, documentIds: ManyIds, disabled: z.boolean() }),
  output: ItemResults,
  cost: { reads: 2, writes: 2, trips: 2 },
  example: { organizationId: "acme", documentIds: ["roadmap"], disabled: true },
  async handle(call, { organizationId, documentIds, disabled }) {
    const documents = documentIds.map((documentId) => ({ documentId }));
    const data = await changeDocuments(call, organizationId, documents, (batch, change) =>
      itemResults(
        batch,
        ({ documentId }) => documentId,
        ({ documentId }) => {
          change(documentId, () => ({ disabled }));
          return { disabled, message: "Document disabled state updated." };
        },
      ),
    );
    return { message: "Updated disable state for documents successfully.", data };
  },
});
