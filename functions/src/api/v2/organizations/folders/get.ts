import * as z from "zod";
import { Folder, ROOT } from "#domain/documents/folder";
import { readBelow } from "#domain/documents/store/folder-subtrees";
import { foldersOf, nestFolders, readFolders, type StoredFolder, toFolder } from "#domain/documents/store/folders";
import { organizationPath, requireOrganization, unlessDeleting } from "#domain/organizations/store/organizations";
import { endpoint } from "#http/endpoint";
import { fromPageToken, toPageToken } from "#http/page-token";
import { invalidField } from "#platform/error";
import { Id, PageSize, PageToken } from "#platform/shapes/fields";
import { notFound } from "#src/errors";
import { PAGE_BYTES } from "#store/page-bytes";
import type { Doc } from "#store/port";

/** Maximum number of folders below the children of the requested folder. */
const MAX_NESTED = 10_000;

export default endpoint({
  path: "/v2/organizations/folders/get",
  auth: "apiKey",
  requires: "advancedQueries",
  kind: "read",
  summary: "List the folders of an organization, or read one folder with its contents.",
  input: z.object({
    organizationId: Id,
    folderId: Id.optional(),
    /** How many levels of sub-folders to return. */
    maxDepth: z.int().min(1).max(100).default(1),
    /** Without a folderId: list only top-level folders. */
    rootFoldersOnly: z.boolean().optional(),
    /** Page size of the list, or of the folder's children. */
    pageSize: PageSize,
    pageToken: PageToken.optional(),
  }),
  output: z.array(Folder),
  cost: { reads: 3, writes: 0, trips: 2, extraTrip: "The children must be read before their own children." },
  example: { organizationId: "acme", folderId: "designs", maxDepth: 2 },
  async handle(call, { organizationId, folderId, maxDepth, rootFoldersOnly, pageSize, pageToken }) {
    const parentId = folderId ?? (rootFoldersOnly ? ROOT : undefined);
    const path = organizationPath(call, organizationId);
    const selection = ["folders", path, parentId ?? null];
    const [{ organization, folders }, { docs, cursor }] = await Promise.all([
      readFolders(call.store, call, organizationId, folderId === undefined ? [] : [folderId]),
      call.store.query<StoredFolder>({
        collection: foldersOf(path),
        ...(parentId !== undefined && { where: [{ field: "parentFolderId", op: "==", value: parentId }] }),
        limit: pageSize,
        maxBytes: PAGE_BYTES,
        after: fromPageToken(call, selection, pageToken),
      }),
    ]);
    requireOrganization(organization);
    const show = (folderDocs: readonly Doc<StoredFolder>[]) =>
      folderDocs.filter(unlessDeleting).map((doc) => toFolder(call, organizationId, doc));
    const next = toPageToken(call, selection, cursor);
    if (folderId === undefined)
      return { message: "Folders retrieved successfully.", data: show(docs), pageToken: next };

    const folder = unlessDeleting(folders.get(folderId));
    if (!folder) throw notFound("folder");
    const bounds = { max: MAX_NESTED, maxBytes: PAGE_BYTES, depth: maxDepth - 1 };
    const ids = docs.map(({ id }) => id);
    const below = await readBelow(call.store, path, ids, bounds);
    if (!below)
      throw invalidField(
        "data.maxDepth",
        `reaches more than ${MAX_NESTED} folders, or 4 MiB of them. Ask for fewer levels.`,
      );
    const data = { ...toFolder(call, organizationId, folder), subFolders: nestFolders(show(docs), show(below)) };
    return { message: "Folder(s) retrieved successfully.", data: [data], pageToken: next };
  },
});
