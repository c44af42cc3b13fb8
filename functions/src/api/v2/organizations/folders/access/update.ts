import * as z from "zod";
import { changeFolders } from "#domain/documents/store/folder-changes";
import { endpoint } from "#http/endpoint";
import { ItemResults, itemResults } from "#http/item-results";
import { onlyWithout } from "#platform/shapes/field-rules";
import { AccessType, Id, ManyIds } from "#platform/shapes/fields";

export default endpoint({
  path: "/v2/organizations/folders/access/update",
  auth: "apiKey",
  kind: "write",
  audit: {
    action: "folder.accessType.update",
    target: ({ organizationId }) => ({ organizationId }),
    items: "folderId",
  },
  exemptFromQuota: true,
  emits: ["folder.update"],
  summary: "Set the access type of folders, or let them inherit the access type of the parent folder.",
  input: z
    .object({
      organizationId: Id,
      folderIds: ManyIds,
      /**
       * The folders' own access type, even if they inherit the same one; `null` makes them inherit. A call without it
       * sets `public`, unless `inheritFromParent` is set.
       */
      accessType: AccessType.nullish(),
      inheritFromParent: z.boolean().optional(),
    })
    .check(
      onlyWithout("inheritFromParent", ["accessType"], {
        at: "accessType",
        message: "must not be given together with inheritFromParent.",
      }),
    ),
  output: ItemResults,
  cost: {
    reads: 4,
    writes: 2,
    trips: 3,
    note: "It also reads the organization and the parent folder: their pointers must come from the same moment.",
    extraTrip: "The folder names its parent, from which its access is derived.",
  },
  example: { organizationId: "acme", folderIds: ["logos"], accessType: "organizationPrivate" },
  async handle(call, { organizationId, folderIds, inheritFromParent, ...rest }) {
    const { accessType = inheritFromParent ? null : "public" } = rest;
    const changes = folderIds.map((folderId) => ({ folderId, accessType }));
    const message = "Folder access type updated.";
    const data = await changeFolders(call, organizationId, changes, (batch, apply) =>
      itemResults(
        batch,
        ({ folderId }) => folderId,
        (change) => {
          apply(change);
          return { accessType, ...(inheritFromParent && { inheritFromParent }), message };
        },
      ),
    );
    return { message: inheritFromParent ? message : "Updated access for folders successfully.", data };
  },
});
