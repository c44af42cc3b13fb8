import * as z from "zod";
import { ROOT } from "#domain/documents/folder";
import { emitDocumentChange } from "#domain/documents/store/document-events";
import { readDocuments, requireFolder } from "#domain/documents/store/documents";
import { transactChange } from "#domain/events/store/change";
import { refuseWhileMigrating, requireOrganization, unlessDeleting } from "#domain/organizations/store/organizations";
import { endpoint } from "#http/endpoint";
import { FewIds, Id } from "#platform/shapes/fields";
import { documentNotFound } from "#src/errors";
import { type Patch, REMOVE } from "#store/port";

export default endpoint({
  path: "/v2/organizations/documents/move",
  alsoAt: "/v1/organizations/documents/move",
  auth: "apiKey",
  kind: "write",
  audit: false,
  emits: ["document.move"],
  summary:
    "Move documents into a folder, or with `root` to the top level of the organization: either all of them or none.",
  input: z.object({
    organizationId: Id,
    documentIds: FewIds,
    /** Id of a folder, or `root` for the top level of the organization. */
    folderId: Id,
  }),
  output: z.undefined(),
  cost: { reads: 3, writes: 1, trips: 2 },
  example: { organizationId: "acme", documentIds: ["roadmap"], folderId: "designs" },
  async handle(call, { organizationId, documentIds, folderId }) {
    await transactChange(call, async (tx, { emit }) => {
      const placeDocs = await readDocuments(tx, call, organizationId, documentIds, folderId);
      requireOrganization(placeDocs.organization);
      requireFolder(folderId, placeDocs.folder);
      refuseWhileMigrating(...placeDocs.documents.values());
      for (const [id, doc] of placeDocs.documents) {
        if (!doc || !unlessDeleting(doc)) throw documentNotFound(id);
        const patch: Patch = { folderId: folderId === ROOT ? REMOVE : folderId, lastUpdated: call.now() };
        tx.update(doc.path, patch);
        emitDocumentChange(emit, organizationId, doc, patch);
      }
    });
    return { message: "Documents moved successfully." };
  },
});
