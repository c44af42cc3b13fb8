import { type FolderPatch, ROOT } from "#domain/documents/folder";
import { deriveByPointers, heightsOf, isDerived, moveFolder } from "#domain/documents/folder-tree";
import { rebuildFolders } from "#domain/documents/jobs";
import type { Change } from "#domain/events/store/change";
import { transactItems } from "#domain/events/store/items";
import { requireOrganization } from "#domain/organizations/store/organizations";
import type { AccessType } from "#platform/fields";
import type { KeyCall, WriteCall } from "#src/call";
import { notFound } from "#src/errors";
import type { Transaction } from "#store/port";
import { emitFolderChange } from "./folder-events.ts";
import { readBelow, readPointersBelow } from "./folder-subtrees.ts";
import {
  folderBelow,
  type KnownFolders,
  presentFolders,
  readFolders,
  readFoldersAbove,
  type StoredFolder,
} from "./folders.ts";

/** Most folders below those that change which the transaction of the change rewrites itself; a job takes over above that. */
const MAX_REWRITTEN = 200;

/** What may change of a folder. `accessType`: its own; null: it inherits. */
export interface FolderChange extends FolderPatch {
  accessType?: AccessType | null;
}

/**
 * Renames folders, moves them and sets their access type, one after another, with all that follows for the folders
 * below, and tells what it changed.
 * New parents are followed up to the top in the transaction, so no two calls together close a circle.
 * @param decide applies each change of a batch and answers for it; `apply` throws the `ApiError` that fails one.
 * @throws ApiError NOT_FOUND when the organization is not there.
 */
export function changeFolders<Result>(
  call: WriteCall,
  organizationId: string,
  changes: readonly FolderChange[],
  decide: (batch: readonly FolderChange[], apply: (change: FolderChange) => void) => Record<string, Result>,
): Promise<Record<string, Result>> {
  return transactItems(call, changes, async (tx, batch, change) => {
    const scene = await readScene(tx, call, organizationId, batch);
    const results = decide(batch, (each) => applyChange(call, scene, each));
    writeChanges(tx, scene, change);
    return results;
  });
}

/** All that changes are decided on: read before, changed in memory, written after. */
interface Scene {
  organizationId: string;
  organization: string;
  known: KnownFolders;
  /** What is there, by id, as the changes leave it. */
  folders: Map<string, StoredFolder>;
  heights: Map<string, number>;
  /** Ids below the folders that move or change their access type; undefined: too many for one transaction. */
  below: string[] | undefined;
  changed: Set<string>;
}

async function readScene(
  tx: Transaction,
  call: KeyCall,
  organizationId: string,
  changes: readonly FolderChange[],
): Promise<Scene> {
  const ids = changes.flatMap(({ folderId, parentFolderId = ROOT }) => [folderId, parentFolderId]);
  const found = await readFolders(tx, call, organizationId, ids);
  const organization = requireOrganization(found.organization).path;
  const { known } = found;

  const spreading = changes.filter((change) => spreads(known.get(change.folderId)?.data, change));
  const roots = spreading.map(({ folderId }) => folderId);
  const starts = spreading.map(({ folderId, parentFolderId = folderId }) => parentFolderId);
  const [below] = await Promise.all([
    readBelow(tx, organization, roots, { max: MAX_REWRITTEN }),
    readFoldersAbove(tx, organization, known, starts),
  ]);
  for (const doc of below ?? []) known.set(doc.id, doc);
  // How deep so many folders reach only guards a limit: it need not be of the same moment.
  const pointers = below
    ? new Map(below.map(({ id, data }) => [id, data.parentFolderId]))
    : await readPointersBelow(call.store, organization, roots);
  const heights = heightsOf(pointers, roots);
  return {
    organizationId,
    organization,
    known,
    folders: presentFolders(known),
    heights,
    below: below?.map(({ id }) => id),
    changed: new Set(),
  };
}

/** Whether the change concerns the folders below. */
function spreads(stored: StoredFolder | undefined, { parentFolderId, accessType }: FolderChange): boolean {
  if (!stored) return false;
  if (parentFolderId !== undefined && parentFolderId !== stored.parentFolderId) return true;
  return accessType !== undefined && accessType !== (stored.inheritAccessFromParent ? null : stored.accessType);
}

/** @throws ApiError that fails the item. */
function applyChange(call: KeyCall, { folders, heights, changed }: Scene, change: FolderChange): void {
  const { folderId, folderName, parentFolderId, accessType } = change;
  const folder = folders.get(folderId);
  if (!folder) throw notFound("folder");
  const next: StoredFolder = { ...folder, folderName: folderName ?? folder.folderName, lastUpdated: call.now() };
  if (accessType !== undefined) Object.assign(next, { accessType, inheritAccessFromParent: accessType === null });
  if (parentFolderId === undefined || parentFolderId === folder.parentFolderId) folders.set(folderId, next);
  else moveFolder(folders, heights, next, { folderId, parentFolderId });
  changed.add(folderId);
}

/** Writes and tells what has changed; promises a task for what is too much for one transaction. */
function writeChanges(tx: Transaction, scene: Scene, { later, emit }: Change): void {
  const { organizationId, organization, known, folders, below, changed } = scene;
  const spread: string[] = [];
  for (const id of new Set([...changed, ...(below ?? [])])) {
    const stored = known.get(id)?.data;
    const folder = folders.get(id);
    // Without what is above a renamed folder nothing follows for it, and nothing has to.
    const derived = deriveByPointers(folders, id);
    const isKept = !stored || !derived || isDerived(stored, derived);
    if (stored && folder && changed.has(id)) {
      tx.update(folderBelow(organization, id), { ...folder, ...derived });
      emitFolderChange(emit, organizationId, id, stored, folder);
    } else if (!isKept) tx.update(folderBelow(organization, id), { ...derived });
    if (changed.has(id) && !isKept) spread.push(id);
  }
  if (!below && spread.length > 0) later(rebuildFolders, { organization, folderIds: spread });
}
