import { type Folder, ROOT } from "#domain/documents/folder";
import type { Derived, FolderNode } from "#domain/documents/folder-tree";
import {
  organizationPath,
  readWithOrganization,
  type StoredOrganization,
  unlessDeleting,
} from "#domain/organizations/store/organizations";
import type { KeyCall } from "#src/call";
import { foldersBeingMoved } from "#src/errors";
import { toPath } from "#store/paths";
import type { Doc, DocData, DocRef, StoreReader } from "#store/port";

/** Stored form of a folder. `parentFolderId` is the source of truth; moves update the derived `ancestors` and `accessType`. */
export interface StoredFolder extends DocData, FolderNode, Derived {
  folderName: string;
  parentFolderId: string;
  /** From `root` down to the parent. */
  ancestors: string[];
  /** The folder's own access type or its parent's; null for the default of the API key. */
  accessType: Derived["accessType"];
  inheritAccessFromParent: boolean;
  createdAt: number;
  lastUpdated: number;
  /** Set once deletion has begun: readers treat the folder as missing. */
  deleting?: true;
}

/** Stored form of a new folder; by default it is at the top and inherits the default access type. */
export function newFolder(
  call: Pick<KeyCall, "now">,
  fields: Pick<StoredFolder, "folderName" | "parentFolderId"> & Partial<StoredFolder>,
): StoredFolder {
  return {
    ancestors: [ROOT],
    accessType: null,
    inheritAccessFromParent: true,
    createdAt: call.now(),
    lastUpdated: call.now(),
    ...fields,
  };
}

/** A folder as returned. */
export function toFolder(call: KeyCall, organizationId: string, { id, data }: Doc<StoredFolder>): Folder {
  const { folderName, parentFolderId, ancestors, inheritAccessFromParent, createdAt, lastUpdated } = data;
  return {
    apiKey: call.apiKey.apiKeyId,
    organizationId,
    folderId: id,
    folderName,
    parentFolderId,
    ancestors,
    accessType: data.accessType ?? call.apiKey.config.defaultDocumentAccessType,
    inheritAccessFromParent,
    createdAt,
    lastUpdated,
  };
}

/** Nests the folders of `below` into their parents. A folder without children gets no `subFolders`. */
export function nestFolders(folders: readonly Folder[], below: readonly Folder[]): Folder[] {
  const children = Map.groupBy(below, ({ parentFolderId }) => parentFolderId);
  const nest = (folder: Folder): Folder => {
    const subFolders = children.get(folder.folderId)?.map(nest);
    return subFolders ? { ...folder, subFolders } : folder;
  };
  return folders.map(nest);
}

/** Path of the collection of an organization's folders. */
export function foldersOf(organization: string): string {
  return `${organization}/folders`;
}

/** Path of a folder below an organization's path. */
export function folderBelow(organization: string, folderId: string): DocRef<StoredFolder> {
  return `${organization}/${toPath("folders", folderId)}`;
}

/** Folders by id; undefined for a missing one. Folders that are being deleted are included: see `unlessDeleting`. */
export type FoldersById = Map<string, Doc<StoredFolder> | undefined>;

/** Reads an organization and some of its folders in one round trip. It skips the id `root`. */
export async function readFolders(
  reader: StoreReader,
  call: KeyCall,
  organizationId: string,
  folderIds: Iterable<string>,
): Promise<{ organization: Doc<StoredOrganization> | undefined; folders: FoldersById }> {
  const ids = [...new Set(folderIds)].filter((id) => id !== ROOT);
  const path = organizationPath(call, organizationId);
  const paths = ids.map((id) => folderBelow(path, id));
  const { organization, docs } = await readWithOrganization(reader, call, organizationId, paths);
  return { organization, folders: new Map(ids.map((id, i) => [id, docs[i]])) };
}

/** The folders that exist and are not being deleted. */
export function presentFolders(foldersById: FoldersById): Map<string, StoredFolder> {
  const folders = new Map<string, StoredFolder>();
  for (const [id, doc] of foldersById) {
    const folder = unlessDeleting(doc);
    if (folder) folders.set(id, folder.data);
  }
  return folders;
}

/**
 * Reads a folder and its ancestors, nearest first, by their parent pointers, so that it never shows half of a move. It
 * takes two round trips, or more while a job completes a large move. In a transaction the chain is consistent.
 * @returns undefined when the folder or one of its ancestors does not exist or is being deleted.
 */
export async function loadFolderChain(
  reader: StoreReader,
  call: KeyCall,
  organizationId: string,
  folderId: string,
): Promise<Doc<StoredFolder>[] | undefined> {
  const organization = organizationPath(call, organizationId);
  const folders: FoldersById = new Map();
  folders.set(folderId, await reader.get<StoredFolder>(folderBelow(organization, folderId)));
  await readFoldersAbove(reader, organization, folders, [folderId]);
  const chain: Doc<StoredFolder>[] = [];
  for (let id = folderId; id !== ROOT; ) {
    const folder = unlessDeleting(folders.get(id));
    if (!folder) return undefined;
    chain.push(folder);
    id = folder.data.parentFolderId;
  }
  return chain;
}

/** Adds every ancestor of `starts` to `folders`: first by the stored `ancestors`, then by pointers that differ from them. */
export async function readFoldersAbove(
  reader: StoreReader,
  organization: string,
  folders: FoldersById,
  starts: readonly string[],
): Promise<void> {
  let pending = starts.flatMap((id) => folders.get(id)?.data.ancestors ?? []).filter((id) => id !== ROOT);
  for (;;) {
    const missing = [...new Set(pending)].filter((id) => !folders.has(id));
    if (missing.length > 0) {
      const docs = await reader.getMany<StoredFolder>(missing.map((id) => folderBelow(organization, id)));
      missing.forEach((id, i) => void folders.set(id, docs[i]));
    }
    pending = starts.map((id) => firstUnread(folders, id)).filter((id) => id !== undefined);
    if (pending.length === 0) return;
  }
}

/** The nearest ancestor that has not been read. @throws ApiError ABORTED when folders moved between two reads. */
function firstUnread(folders: FoldersById, start: string): string | undefined {
  let steps = 0;
  for (let id: string | undefined = start; id !== undefined && id !== ROOT; id = folders.get(id)?.data.parentFolderId) {
    if (!folders.has(id)) return id;
    if (steps++ > folders.size) throw foldersBeingMoved();
  }
  return undefined;
}
