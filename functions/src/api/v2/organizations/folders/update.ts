import * as z from "zod";
import { endpoint } from "#http/endpoint";
import { ItemResults, itemResults } from "#http/item-results";
import { Id } from "#model/fields";
import { FolderPatches } from "#model/folder";
import { refuseDuplicates } from "#model/lists";
import { changeFolders } from "#store/folder-changes";

export default endpoint({
  path: "/v2/organizations/folders/update",
  auth: "apiKey",
  requires: "advancedQueries",
  kind: "write",
  emits: ["folder.move", "folder.update"],
  summary: "Rename folders, or move them with their contents under another parent.",
  input: z.object({ organizationId: Id, folders: FolderPatches }),
  output: ItemResults,
  example: { organizationId: "acme", folders: [{ folderId: "logos", folderName: "Logos of 2026" }] },
  async handle(call, { organizationId, folders }) {
    refuseDuplicates(
      folders.map(({ folderId }) => folderId),
      "folders",
    );
    const data = await changeFolders(call, organizationId, folders, (piece, apply) =>
      itemResults(
        piece,
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
