import * as z from "zod";
import { deleteFolder } from "#domain/documents/jobs";
import { readFolders } from "#domain/documents/store/folders";
import { transactChange } from "#domain/events/store/change";
import { folderPath, requireOrganization, unlessDeleting } from "#domain/organizations/store/organizations";
import { endpoint } from "#http/endpoint";
import { Id } from "#platform/shapes/fields";
import { notFound } from "#src/errors";

export default endpoint({
  path: "/v2/organizations/folders/delete",
  auth: "apiKey",
  requires: "advancedQueries",
  kind: "write",
  audit: { action: "folder.delete", target: ({ organizationId, folderId }) => ({ organizationId, folderId }) },
  exemptFromQuota: true,
  emits: ["folder.delete"],
  summary: "Delete a folder with its sub-folders and all documents in them.",
  input: z.object({ organizationId: Id, folderId: Id }),
  output: z.null(),
  cost: { reads: 2, writes: 3, trips: 2 },
  example: { organizationId: "acme", folderId: "archive" },
  async handle(call, { organizationId, folderId }) {
    await transactChange(call, async (tx, { later, emit }) => {
      const { organization, folders } = await readFolders(tx, call, organizationId, [folderId]);
      const { path } = requireOrganization(organization);
      if (!unlessDeleting(folders.get(folderId))) throw notFound("folderToDelete");
      tx.update(folderPath(call, organizationId, folderId), { deleting: true });
      later(deleteFolder, { organization: path, folderId });
      emit({ type: "folder.delete", organizationId, data: { folderId } });
    });
    return { message: "Folder deletion initiated successfully.", data: null };
  },
});
