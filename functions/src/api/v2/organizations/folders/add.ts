import * as z from "zod";
import { NewFolders } from "#domain/documents/folder";
import { placeNewFolder } from "#domain/documents/folder-tree";
import { toEventFolder } from "#domain/documents/store/folder-events";
import { newFolder, presentFolders, readFolders } from "#domain/documents/store/folders";
import { transactItems } from "#domain/events/store/items";
import {
  ensureOrganization,
  folderPath,
  refuseWhileDeleting,
  requireOrganization,
} from "#domain/organizations/store/organizations";
import { endpoint } from "#http/endpoint";
import { ItemResults, itemResults } from "#http/item-results";
import { Id } from "#platform/shapes/fields";
import { alreadyExists } from "#src/errors";

export default endpoint({
  path: "/v2/organizations/folders/add",
  auth: "apiKey",
  requires: "advancedQueries",
  kind: "write",
  audit: false,
  emits: ["folder.add", "organization.add"],
  summary:
    "Add folders, each at the top level of the organization, in an existing folder or in a folder listed earlier in the call.",
  input: z.object({ organizationId: Id, createOrganization: z.boolean().optional(), folders: NewFolders }),
  output: ItemResults,
  cost: { reads: 3, writes: 1, trips: 2 },
  example: {
    organizationId: "acme",
    folders: [{ folderId: "drafts", folderName: "Drafts", parentFolderId: "designs" }],
  },
  async handle(call, { organizationId, createOrganization, folders }) {
    const data = await transactItems(call, folders, async (tx, batch, { emit }) => {
      const ids = batch.flatMap(({ folderId, parentFolderId }) => [folderId, parentFolderId]);
      const { organization, folders: foldersById } = await readFolders(tx, call, organizationId, ids);
      if (createOrganization) ensureOrganization(tx, call, organizationId, organization, emit);
      else requireOrganization(organization);
      const existing = presentFolders(foldersById);
      return itemResults(
        batch,
        ({ folderId }) => folderId,
        ({ folderId, folderName = folderId, ...place }) => {
          if (existing.has(folderId)) throw alreadyExists("folder");
          refuseWhileDeleting(foldersById.get(folderId), "folder");
          const folder = newFolder(call, { folderName, ...placeNewFolder(existing, place) });
          existing.set(folderId, folder);
          tx.create(folderPath(call, organizationId, folderId), folder);
          emit({ type: "folder.add", organizationId, data: toEventFolder(folderId, folder) });
          return { id: folderId, message: "Folder added." };
        },
      );
    });
    return { message: "Folder created successfully.", data };
  },
});
