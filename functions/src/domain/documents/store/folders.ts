import { type Folder, ROOT } from "#domain/documents/folder";
import type { Derived, FolderNode } from "#domain/documents/folder-tree";
import { organizationPath, present, type StoredOrganization } from "#domain/organizations/store/organizations";
import type { KeyCall } from "#src/call";
import { foldersBeingMoved } from "#src/errors";
import { toPath } from "#store/paths";
import type { Doc, DocData, DocRef, StoreReader } from "#store/port";

export { ROOT };

/** The document of a folder. `parentFolderId` is the truth; `ancestors` and `accessType` are derived from it and kept up by moves. */
export interface StoredFolder extends DocData, FolderNode, Derived {
  folderName: string;
  parentFolderId: string;
  /** From `root` down to the parent. */
  ancestors: string[];
  /** Its own or its parent's; null: the default of the API key. */
  accessType: Derived["accessType"];
  inheritAccessFromParent: boolean;
  createdAt: number;
  lastUpdated: number;
  /** Deletion has begun: for every reader it is gone. */
  deleting?: true;
}

/** A new folder's document; without more it stands at the top and inherits the default access type. */
export function newFolder(
  call: Pick<KeyCall, "now">,
  given: Pick<StoredFolder, "folderName" | "parentFolderId"> & Partial<StoredFolder>,
): StoredFolder {
  return {
    ancestors: [ROOT],
    accessType: null,
    inheritAccessFromParent: true,
    createdAt: call.now(),
    lastUpdated: call.now(),
    ...given,
  };
}

/** A folder as given out. */
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

/** Lays the folders below into those that they stand in. A folder without any gets no `subFolders`. */
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

/** Folders as read, by id; undefined for one that is not there. What is being deleted is there too: see `present`. */
export type KnownFolders = Map<string, Doc<StoredFolder> | undefined>;

/** Reads an organization and folders of it in one round trip. `root` is not looked for. */
export async function readFolders(
  reader: StoreReader,
  call: KeyCall,
  organizationId: string,
  folderIds: Iterable<string>,
): Promise<{ organization: Doc<StoredOrganization> | undefined; known: KnownFolders }> {
  const ids = [...new Set(folderIds)].filter((id) => id !== ROOT);
  const path = organizationPath(call, organizationId);
  const [organization, ...docs] = await reader.getMany([path, ...ids.map((id) => folderBelow(path, id))]);
  return { organization, known: new Map(ids.map((id, i) => [id, docs[i]])) };
}

/** The folders that are there for a caller. */
export function presentFolders(known: KnownFolders): Map<string, StoredFolder> {
  const folders = new Map<string, StoredFolder>();
  for (const [id, doc] of known) {
    const folder = present(doc);
    if (folder) folders.set(id, folder.data);
  }
  return folders;
}

/**
 * A folder and all above it, nearest first, by the pointers as they are: never the half of a move. Two round trips, more
 * only while a move of many folders is being completed. In a transaction, the chain is one moment's.
 * @returns undefined when the folder is not there, or stands below one that is being deleted.
 */
export async function loadFolderChain(
  reader: StoreReader,
  call: KeyCall,
  organizationId: string,
  folderId: string,
): Promise<Doc<StoredFolder>[] | undefined> {
  const organization = organizationPath(call, organizationId);
  const known: KnownFolders = new Map();
  known.set(folderId, await reader.get<StoredFolder>(folderBelow(organization, folderId)));
  await readFoldersAbove(reader, organization, known, [folderId]);
  const chain: Doc<StoredFolder>[] = [];
  for (let id = folderId; id !== ROOT; ) {
    const folder = present(known.get(id));
    if (!folder) return undefined;
    chain.push(folder);
    id = folder.data.parentFolderId;
  }
  return chain;
}

/** Adds to `known` every folder above those of `starts`: by what is stored as ancestors, then where pointers lead elsewhere. */
export async function readFoldersAbove(
  reader: StoreReader,
  organization: string,
  known: KnownFolders,
  starts: readonly string[],
): Promise<void> {
  let wanted = starts.flatMap((id) => known.get(id)?.data.ancestors ?? []).filter((id) => id !== ROOT);
  for (;;) {
    const missing = [...new Set(wanted)].filter((id) => !known.has(id));
    if (missing.length > 0) {
      const docs = await reader.getMany<StoredFolder>(missing.map((id) => folderBelow(organization, id)));
      missing.forEach((id, i) => void known.set(id, docs[i]));
    }
    wanted = starts.map((id) => firstUnknown(known, id)).filter((id) => id !== undefined);
    if (wanted.length === 0) return;
  }
}

/** The first folder going up that has not been read. @throws ApiError ABORTED when folders moved between two reads. */
function firstUnknown(known: KnownFolders, start: string): string | undefined {
  let steps = 0;
  for (let id: string | undefined = start; id !== undefined && id !== ROOT; id = known.get(id)?.data.parentFolderId) {
    if (!known.has(id)) return id;
    if (steps++ > known.size) throw foldersBeingMoved();
  }
  return undefined;
}
