import { type FolderPatch, ROOT } from "#domain/documents/folder";
import { deriveByPointers, heightsOf, matchesDerived, moveFolder } from "#domain/documents/folder-tree";
import { rebuildFolders } from "#domain/documents/jobs";
import type { Change } from "#domain/events/store/change";
import { transactItems } from "#domain/events/store/items";
import { requireOrganization } from "#domain/organizations/store/organizations";
import type { AccessType } from "#platform/shapes/fields";
import type { KeyCall, WriteCall } from "#src/call";
import { notFound } from "#src/errors";
import type { Transaction } from "#store/port";
import { emitFolderChange } from "./folder-events.ts";
import { readBelow, readPointersBelow } from "./folder-subtrees.ts";
import {
  type FoldersById,
  folderBelow,
  presentFolders,
  readFolders,
  readFoldersAbove,
  type StoredFolder,
} from "./folders.ts";

/** Maximum number of descendants that the transaction of a change rewrites itself. A job rewrites more. */
const MAX_REWRITTEN = 200;

/** A change of a folder. `accessType` is the folder's own; null makes the folder inherit. */
export interface FolderChange extends FolderPatch {
  accessType?: AccessType | null;
}

/**
 * Renames folders, moves them and sets their access type, one after another, updates the folders below and emits the
 * events. The transaction reads the ancestors of new parents, so that concurrent calls cannot create a cycle.
 * @param decide applies each change of a batch and returns the results; `apply` throws what fails an item.
 * @throws ApiError NOT_FOUND when the organization does not exist.
 */
export function changeFolders<Result>(
  call: WriteCall,
  organizationId: string,
  changes: readonly FolderChange[],
  decide: (batch: readonly FolderChange[], apply: (change: FolderChange) => void) => Record<string, Result>,
): Promise<Record<string, Result>> {
  return transactItems(call, changes, async (tx, batch, change) => {
    const state = await readState(tx, call, organizationId, batch);
    const results = decide(batch, (each) => applyChange(call, state, each));
    writeChanges(tx, state, change);
    return results;
  });
}

/** The folders that a batch of changes depends on: read first, changed in memory, then written. */
interface FolderState {
  organizationId: string;
  organization: string;
  /** Folders by id as read. */
  stored: FoldersById;
  /** Existing folders by id, with the changes applied. */
  folders: Map<string, StoredFolder>;
  heights: Map<string, number>;
  /** Ids of all folders below those whose place or access type changes; undefined if too many for a transaction. */
  below: string[] | undefined;
  changed: Set<string>;
}

async function readState(
  tx: Transaction,
  call: KeyCall,
  organizationId: string,
  changes: readonly FolderChange[],
): Promise<FolderState> {
  const ids = changes.flatMap(({ folderId, parentFolderId = ROOT }) => [folderId, parentFolderId]);
  const docs = await readFolders(tx, call, organizationId, ids);
  const organization = requireOrganization(docs.organization).path;
  const storedFolders = docs.folders;

  const inherited = changes.filter((change) => affectsDescendants(storedFolders.get(change.folderId)?.data, change));
  const roots = inherited.map(({ folderId }) => folderId);
  const starts = inherited.map(({ folderId, parentFolderId = folderId }) => parentFolderId);
  const [below] = await Promise.all([
    readBelow(tx, organization, roots, { max: MAX_REWRITTEN }),
    readFoldersAbove(tx, organization, storedFolders, starts),
  ]);
  for (const doc of below ?? []) storedFolders.set(doc.id, doc);
  // The depth of many folders is needed only for a limit, so a read outside the transaction is enough.
  const pointers = below
    ? new Map(below.map(({ id, data }) => [id, data.parentFolderId]))
    : await readPointersBelow(call.store, organization, roots);
  const heights = heightsOf(pointers, roots);
  return {
    organizationId,
    organization,
    stored: storedFolders,
    folders: presentFolders(storedFolders),
    heights,
    below: below?.map(({ id }) => id),
    changed: new Set(),
  };
}

/** Whether the change affects the folders below. */
function affectsDescendants(folder: StoredFolder | undefined, { parentFolderId, accessType }: FolderChange): boolean {
  if (!folder) return false;
  if (parentFolderId !== undefined && parentFolderId !== folder.parentFolderId) return true;
  return accessType !== undefined && accessType !== (folder.inheritAccessFromParent ? null : folder.accessType);
}

/** @throws ApiError that fails the item. */
function applyChange(call: KeyCall, { folders, heights, changed }: FolderState, change: FolderChange): void {
  const { folderId, folderName, parentFolderId, accessType } = change;
  const folder = folders.get(folderId);
  if (!folder) throw notFound("folder");
  const next: StoredFolder = {
    ...folder,
    folderName: folderName === null ? folderId : (folderName ?? folder.folderName),
    lastUpdated: call.now(),
  };
  if (accessType !== undefined) Object.assign(next, { accessType, inheritAccessFromParent: accessType === null });
  if (parentFolderId === undefined || parentFolderId === folder.parentFolderId) folders.set(folderId, next);
  else moveFolder(folders, heights, next, { folderId, parentFolderId });
  changed.add(folderId);
}

/** Writes the changes and emits their events. A task rewrites descendants that are too many for one transaction. */
function writeChanges(tx: Transaction, state: FolderState, { later, emit }: Change): void {
  const { organizationId, organization, folders, below, changed } = state;
  const outdated: string[] = [];
  for (const id of new Set([...changed, ...(below ?? [])])) {
    const storedFolder = state.stored.get(id)?.data;
    const folder = folders.get(id);
    // A rename reads no ancestors, so its derived fields are not changed.
    const derived = deriveByPointers(folders, id);
    const isCurrent = !storedFolder || !derived || matchesDerived(storedFolder, derived);
    if (storedFolder && folder && changed.has(id)) {
      tx.update(folderBelow(organization, id), { ...folder, ...derived });
      emitFolderChange(emit, organizationId, id, storedFolder, folder);
    } else if (!isCurrent) tx.update(folderBelow(organization, id), { ...derived });
    if (changed.has(id) && !isCurrent) outdated.push(id);
  }
  if (!below && outdated.length > 0) later(rebuildFolders, { organization, folderIds: outdated });
}
