import type { Emit } from "#domain/events/store/change";
import type { StoredFolder } from "./folders.ts";

/** Emits the events for a changed folder: an update of its name or own access, a move, or both. */
export function emitFolderChange(
  emit: Emit,
  organizationId: string,
  folderId: string,
  before: StoredFolder,
  after: StoredFolder,
): void {
  const data = toEventFolder(folderId, after);
  const isUpdated = before.folderName !== after.folderName || ownAccess(before) !== ownAccess(after);
  if (isUpdated) emit({ type: "folder.update", organizationId, data });
  if (before.parentFolderId !== after.parentFolderId) emit({ type: "folder.move", organizationId, data });
}

/** Event data of a folder. `accessType` is the folder's own; null when it inherits. */
export function toEventFolder(folderId: string, folder: StoredFolder): Record<string, unknown> {
  const { folderName, parentFolderId } = folder;
  return { folderId, folderName, parentFolderId, accessType: ownAccess(folder) };
}

function ownAccess({ inheritAccessFromParent, accessType }: StoredFolder) {
  return inheritAccessFromParent ? null : accessType;
}
