import * as z from "zod";
import { contractCheck } from "#platform/shapes/contract-check";
import { AccessType, Id, Name } from "#platform/shapes/fields";
import { ignoredField } from "#platform/shapes/ignored-field";
import { MAX_ITEMS } from "#platform/shapes/limits";
import { list } from "#platform/shapes/list";

/** Id of the top of the organization: the parent of every top-level folder and the first of every folder's ancestors. */
export const ROOT = "root";

/** Id of a new folder: any id except `root`. @openapi */
export const NewFolderId = Id.check(
  contractCheck(
    { not: { const: ROOT } },
    (id: string) => id !== ROOT,
    `must not be "${ROOT}", which stands for the top.`,
  ),
);

/** A folder to create. Without an access type it inherits one. */
export const NewFolder = z.object({
  folderId: NewFolderId,
  folderName: Name.optional(),
  parentFolderId: Id.default(ROOT),
  accessType: AccessType.optional(),
});
export type NewFolder = z.infer<typeof NewFolder>;

/** The folders of one call. The parent of a folder may be an earlier folder of the call. */
export const NewFolders = list(NewFolder, { unique: "folderId", max: MAX_ITEMS });

/** Folders as v1 accepts them, without access types, which it ignores. */
export const FoldersWithoutAccessType = list(
  NewFolder.extend({ accessType: ignoredField("Ignored: only v2 supports access types of folders.") }),
  { unique: "folderId", max: MAX_ITEMS },
).transform((folders) => folders.map(({ accessType: _ignored, ...folder }): NewFolder => folder));

/** A change of a folder: a new name, a new parent, or both. `null` removes the name, or moves the folder to the top. */
export const FolderPatch = z.object({
  folderId: Id,
  folderName: Name.nullish(),
  parentFolderId: Id.nullable()
    .transform((id) => id ?? ROOT)
    .optional(),
});
export type FolderPatch = z.infer<typeof FolderPatch>;

/** The changes of one call, applied one after another. */
export const FolderPatches = list(FolderPatch, { unique: "folderId", max: MAX_ITEMS });

/** A folder as returned (docs/behaviour.md#folders). `createdAt` and `lastUpdated` are in ms. */
export const Folder = z.object({
  apiKey: z.string(),
  organizationId: z.string(),
  folderId: z.string(),
  folderName: z.string(),
  parentFolderId: z.string(),
  /** From `root` down to the parent. */
  ancestors: z.array(z.string()),
  /** The folder's own access type, else that of the nearest ancestor with one, else the default of the API key. */
  accessType: AccessType,
  inheritAccessFromParent: z.boolean(),
  createdAt: z.number(),
  lastUpdated: z.number(),
  /** The child folders, if the request asks for them. */
  get subFolders() {
    return z.array(Folder).optional();
  },
});
export type Folder = z.infer<typeof Folder>;
