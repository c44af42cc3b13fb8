import * as z from "zod";
import { endpoint } from "#http/endpoint";
import { ApiError } from "#model/error";
import { Id, Ids } from "#model/fields";
import { ROOT } from "#model/folder";
import { refuseDuplicates } from "#model/lists";
import { transactChange } from "#store/change";
import { tellDocumentChange } from "#store/document-events";
import { readDocuments } from "#store/documents";
import { present, refuseWhileMigrating, requireOrganization } from "#store/organizations";
import { type Patch, REMOVE } from "#store/port";

export default endpoint({
  path: "/v2/organizations/documents/move",
  auth: "apiKey",
  kind: "write",
  emits: ["document.move"],
  summary: "Move documents into a folder, or with `root` to the top of the organization: all or none.",
  input: z.object({ organizationId: Id, documentIds: Ids, folderId: Id }),
  output: z.undefined(),
  example: { organizationId: "acme", documentIds: ["roadmap"], folderId: "designs" },
  async handle(call, { organizationId, documentIds, folderId }) {
    refuseDuplicates(documentIds, "documentIds");
    const isTop = folderId === ROOT;
    await transactChange(call, async (tx, { emit }) => {
      const found = await readDocuments(tx, call, organizationId, documentIds, isTop ? undefined : folderId);
      requireOrganization(found.organization);
      if (!isTop && !present(found.folder)) throw new ApiError("NOT_FOUND", "Folder does not exist.");
      refuseWhileMigrating(tx, ...found.documents.values());
      for (const [id, doc] of found.documents) {
        if (!doc || !present(doc)) throw new ApiError("NOT_FOUND", `Document ${JSON.stringify(id)} does not exist.`);
        const patch: Patch = { folderId: isTop ? REMOVE : folderId, lastUpdated: call.now() };
        tx.update(doc.path, patch);
        tellDocumentChange(emit, organizationId, doc, patch);
      }
    });
    return { message: "Documents moved successfully." };
  },
});
