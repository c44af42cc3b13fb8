import { ApiError } from "#platform/error";
import type { AccessType } from "#platform/shapes/fields";
import { notFound } from "#src/errors";
import { ROOT } from "./folder.ts";

/** Deepest level of a folder; a top-level folder is on level 1. */
export const MAX_LEVELS = 100;

/** The fields of a folder that determine the tree. */
export interface FolderNode {
  /** The source of truth for the tree. */
  parentFolderId: string;
  inheritAccessFromParent: boolean;
  /** The folder's own access type if it does not inherit; null for the default of the API key. */
  accessType: AccessType | null;
}

/** Fields that are derived from the parent and stored with the folder. */
export interface Derived {
  /** From `root` down to the parent. */
  ancestors: string[];
  /** The folder's own access type, else that of the nearest ancestor with one; null for the default of the API key. */
  accessType: AccessType | null;
}

/** Derives a folder's fields from its parent; `parent` is undefined at the top. */
export function deriveFromParent(parent: Derived | undefined, folder: FolderNode): Derived {
  return {
    ancestors: parent ? [...parent.ancestors, folder.parentFolderId] : [ROOT],
    accessType: folder.inheritAccessFromParent ? (parent?.accessType ?? null) : folder.accessType,
  };
}

/**
 * Places a new folder in the tree. `folders` are the existing ones by id.
 * @throws ApiError NOT_FOUND when the parent does not exist, FAILED_PRECONDITION below level 100.
 */
export function placeNewFolder(
  folders: ReadonlyMap<string, Derived>,
  { parentFolderId, accessType = null }: { parentFolderId: string; accessType?: AccessType | null | undefined },
): FolderNode & Derived {
  const parent = folders.get(parentFolderId);
  if (!parent && parentFolderId !== ROOT) throw notFound("parentFolder");
  const node = { parentFolderId, accessType, inheritAccessFromParent: accessType === null };
  const derived = deriveFromParent(parent, node);
  checkLevel(derived.ancestors.length);
  return { ...node, ...derived };
}

/**
 * Derives a folder's fields by following the parent pointers up to the top.
 * @returns undefined when the folder or one of its ancestors is not in `folders`.
 */
export function deriveByPointers(folders: ReadonlyMap<string, FolderNode>, folderId: string): Derived | undefined {
  const above = foldersAbove(folders, folderId);
  if (!above) return undefined;
  const owner = [folderId, ...above].map((id) => folders.get(id)).find((folder) => !folder?.inheritAccessFromParent);
  return { ancestors: [...above, ROOT].reverse(), accessType: owner?.accessType ?? null };
}

/** Whether the stored fields equal the derived ones. */
export function matchesDerived(storedFields: Derived, { ancestors, accessType }: Derived): boolean {
  return (
    storedFields.accessType === accessType &&
    storedFields.ancestors.length === ancestors.length &&
    storedFields.ancestors.every((id, i) => id === ancestors[i])
  );
}

/** Ids from the parent up to the top-level folder; undefined when the folder or one of its ancestors is not in `folders`. */
export function foldersAbove(folders: ReadonlyMap<string, FolderNode>, folderId: string): string[] | undefined {
  const above: string[] = [];
  for (let id = folders.get(folderId)?.parentFolderId; id !== ROOT; id = folders.get(id)?.parentFolderId) {
    if (id === undefined) return undefined;
    above.push(id);
    if (above.length > folders.size) throw new Error(`folder ${folderId} is below itself`);
  }
  return above;
}

/**
 * Moves a folder in the map.
 * @param folders the existing folders by id, including the one that moves.
 * @param heights the number of levels below each folder that may move; the function keeps it up to date.
 * @throws ApiError NOT_FOUND when the new parent or one of its ancestors does not exist, FAILED_PRECONDITION when the
 * new parent is the folder itself or below it, or for more than 100 levels.
 */
export function moveFolder<Folder extends FolderNode>(
  folders: Map<string, Folder>,
  heights: Map<string, number>,
  folder: Folder,
  { folderId, parentFolderId }: { folderId: string; parentFolderId: string },
): void {
  const above = parentFolderId === ROOT ? [] : foldersAbove(folders, parentFolderId);
  if (!above) throw notFound("parentFolder");
  if (parentFolderId !== ROOT) above.unshift(parentFolderId);
  if (above.includes(folderId))
    throw new ApiError("FAILED_PRECONDITION", "A folder cannot be moved into itself or one of its sub-folders.");
  const height = heights.get(folderId) ?? 0;
  checkLevel(above.length + 1 + height);
  folders.set(folderId, { ...folder, parentFolderId });
  above.forEach((id, i) => {
    heights.set(id, Math.max(heights.get(id) ?? 0, height + i + 1));
  });
}

/** The number of levels below each of `roots`. @param parents the parent id of every folder below them. */
export function heightsOf(parents: ReadonlyMap<string, string>, roots: Iterable<string>): Map<string, number> {
  const heights = new Map(Array.from(roots, (id) => [id, 0]));
  for (const start of parents.keys()) {
    let distance = 0;
    for (let id: string | undefined = start; id !== undefined && distance <= parents.size; id = parents.get(id)) {
      const height = heights.get(id);
      if (height !== undefined && height < distance) heights.set(id, distance);
      distance++;
    }
  }
  return heights;
}

/** @throws ApiError FAILED_PRECONDITION for a folder below level 100. */
function checkLevel(level: number): void {
  if (level > MAX_LEVELS)
    throw new ApiError("FAILED_PRECONDITION", `Folders must not nest more than ${MAX_LEVELS} levels deep.`);
}
