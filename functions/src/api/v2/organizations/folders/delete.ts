import { z } from "zod";
import { endpoint } from "#http/endpoint";
import { ApiError } from "#model/error";
import { Id } from "#model/fields";
import type { Task } from "#queue/port";
import { readFolders } from "#store/folders";
import { folderPath, present, requireOrganization } from "#store/organizations";

export default endpoint({
  path: "/v2/organizations/folders/delete",
  auth: "apiKey",
  requires: "advancedQueries",
  kind: "write",
  summary: "Delete a folder with its sub-folders and all documents in them.",
  input: z.object({ organizationId: Id, folderId: Id }),
  output: z.null(),
  example: { organizationId: "acme", folderId: "archive" },
  async handle(call, { organizationId, folderId }) {
    const task = await call.store.transact(async (tx) => {
      const { organization, known } = await readFolders(tx, call, organizationId, [folderId]);
      const { path } = requireOrganization(organization);
      if (!present(known.get(folderId))) throw new ApiError("NOT_FOUND", "Folder not found.");
      const deletion: Task = {
        id: call.newId("task"),
        job: "delete-folder",
        payload: { organization: path, folderId },
      };
      tx.update(folderPath(call, organizationId, folderId), { deleting: true });
      call.queue.add(tx, deletion);
      return deletion;
    });
    await call.queue.start(task);
    return { message: "Folder deletion initiated successfully.", data: null };
  },
});
