import * as z from "zod";
import { FolderPatches } from "#domain/documents/folder";
import { changeFolders } from "#domain/documents/store/folder-changes";
import { endpoint } from "#http/endpoint";
import { ItemResults, itemResults } from "#http/item-results";
import { Id } from "#platform/shapes/fields";

export default endpoint({
  path: "/v2/organizations/folders/update",
  alsoAt: "/v1/organizations/folders/update",
  auth: "apiKey",
  requires: "advancedQueries",
  kind: "write",
  audit: false,
  emits: ["folder.move", "folder.update"],
  summary: "Rename folders, or move them with their contents under another parent.",
  input: z.object({ organizationId: Id, folders: FolderPatches }),
  output: ItemResults,
  cost: { reads: 2, writes: 1, trips: 2 },
  example: { organizationId: "acme", folders: [{ folderId: "logos", folderName: "Logos of 2026" }] },
  async handle(call, { organizationId, folders }) {
    const data = await changeFolders(call, organizationId, folders, (batch, apply) =>
      itemResults(
        batch,
        ({ folderId }) => folderId,
        (change) => {
          apply(change);
          return { id: change.folderId, message: "Folder Updated." };
        },
      ),
    );
    return { message: "Folder Updated successfully.", data };
  },
});
