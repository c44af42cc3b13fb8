import type { Emit } from "#domain/events/store/change";
import type { StoredFolder } from "./folders.ts";

/** Tells what changed of a folder: its name or own access, its place, or both. */
export function emitFolderChange(
  emit: Emit,
  organizationId: string,
  folderId: string,
  before: StoredFolder,
  after: StoredFolder,
): void {
  const data = aboutFolder(folderId, after);
  const isUpdated = before.folderName !== after.folderName || ownAccess(before) !== ownAccess(after);
  if (isUpdated) emit({ type: "folder.update", organizationId, data });
  if (before.parentFolderId !== after.parentFolderId) emit({ type: "folder.move", organizationId, data });
}

/** What events tell of a folder. `accessType`: its own; null: it inherits. */
export function aboutFolder(folderId: string, folder: StoredFolder): Record<string, unknown> {
  const { folderName, parentFolderId } = folder;
  return { folderId, folderName, parentFolderId, accessType: ownAccess(folder) };
}

function ownAccess({ inheritAccessFromParent, accessType }: StoredFolder) {
  return inheritAccessFromParent ? null : accessType;
}
