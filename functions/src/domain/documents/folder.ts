import * as z from "zod";
import { AccessType, Id, Name } from "#platform/fields";
import { MAX_ITEMS } from "#platform/limits";
import { list } from "#platform/list";

/** Stands for the top of the organization: parent of a top-level folder, first of every folder's ancestors. */
export const ROOT = "root";

/** Id of a folder that is made: any but the one of the top. @openapi */
export const NewFolderId = Id.refine((id) => id !== ROOT, `must not be "${ROOT}", which stands for the top.`);

/** A folder to make. Without an access type it inherits. @openapi */
export const NewFolder = z.object({
  folderId: NewFolderId,
  folderName: Name.optional(),
  parentFolderId: Id.default(ROOT),
  accessType: AccessType.optional(),
});
export type NewFolder = z.infer<typeof NewFolder>;

/** Several folders of one call. A parent may stand earlier among them. */
export const NewFolders = list(NewFolder, { unique: "folderId", max: MAX_ITEMS });

/** A new name, a new parent, or both. */
export const FolderPatch = z.object({
  folderId: Id,
  folderName: Name.optional(),
  parentFolderId: Id.optional(),
});
export type FolderPatch = z.infer<typeof FolderPatch>;

/** Several changes of one call, made one after another. */
export const FolderPatches = list(FolderPatch, { unique: "folderId", max: MAX_ITEMS });

/** A folder as given out (docs/behaviour.md#folders). `createdAt` and `lastUpdated` are in ms. */
export const Folder = z.object({
  apiKey: z.string(),
  organizationId: z.string(),
  folderId: z.string(),
  folderName: z.string(),
  parentFolderId: z.string(),
  /** From `root` down to the parent. */
  ancestors: z.array(z.string()),
  /** Its own, else that of the nearest folder above that has one, else the default of the API key. */
  accessType: AccessType,
  inheritAccessFromParent: z.boolean(),
  createdAt: z.number(),
  lastUpdated: z.number(),
  /** Its child folders, where they were asked for. */
  get subFolders() {
    return z.array(Folder).optional();
  },
});
export type Folder = z.infer<typeof Folder>;
