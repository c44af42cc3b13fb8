import * as z from "zod";
import { deleteDocuments } from "#domain/documents/store/document-changes";
import { endpoint } from "#http/endpoint";
import { ItemResults, itemResults } from "#http/item-results";
import { Id, ManyIds } from "#platform/shapes/fields";

export default endpoint({
  path: "/v2/organizations/documents/delete",
  alsoAt: "/v1/organizations/documents/delete",
  auth: "apiKey",
  kind: "write",
  audit: { action: "document.delete", target: ({ organizationId }) => ({ organizationId }), items: "documentId" },
  exemptFromQuota: true,
  emits: ["document.delete"],
  summary: "Delete documents with everything in them.",
  input: z.object({ organizationId: Id, documentIds: ManyIds }),
  output: ItemResults,
  cost: { reads: 2, writes: 3, trips: 2 },
  example: { organizationId: "acme", documentIds: ["old-plan"] },
  async handle(call, { organizationId, documentIds }) {
    const data = await deleteDocuments(call, organizationId, documentIds, (batch, remove) =>
      itemResults(
        batch,
        (id) => id,
        (id) => {
          remove(id);
          return { id, message: "Deleted Successfully" };
        },
      ),
    );
    return { message: "Document(s) deleted successfully.", data };
  },
});
