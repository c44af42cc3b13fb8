import type { WriteCall } from "@atrium/functions/call";
import { ROOT } from "@atrium/functions/domain/documents/folder";
import { placeNewFolder } from "@atrium/functions/domain/documents/folder-tree";
import { changeFolders, type FolderChange } from "@atrium/functions/domain/documents/store/folder-changes";
import { newFolder, type StoredFolder } from "@atrium/functions/domain/documents/store/folders";
import { folderPath, organizationPath } from "@atrium/functions/domain/organizations/store/organizations";
import { ApiError } from "@atrium/functions/platform/error";
import type { Fields } from "../records.ts";
import { overlay } from "./overlay.ts";
import { NeedsPreparation, refuseDeleting, requireParent, type Step } from "./step.ts";

/** Imports a folder. Its `ancestors` and inherited access type come from its parent, which must exist first. */
export function folderStep(call: WriteCall, fields: Fields<"folder">): Step {
  const { organizationId, folderId, parentFolderId = ROOT, accessType, ...changes } = fields;
  if (folderId === ROOT) throw new ApiError("INVALID_ARGUMENT", `folderId must not be \`${ROOT}\`.`);
  const organization = organizationPath(call, organizationId);
  const path = folderPath(call, organizationId, folderId);
  const parentPath = parentFolderId === ROOT ? undefined : folderPath(call, organizationId, parentFolderId);
  return {
    path,
    reads: [organization, path, ...(parentPath === undefined ? [] : [parentPath])],
    apply(view) {
      requireParent(view, organization, "organization", organizationId);
      const parent = parentPath && requireParent<StoredFolder>(view, parentPath, "folder", parentFolderId);
      const storedFolder = view.get<StoredFolder>(path);
      refuseDeleting(storedFolder, "folder");
      if (storedFolder) {
        const change = changeOf(storedFolder, { folderId, parentFolderId, ...(accessType && { accessType }) });
        if (change) throw new NeedsPreparation(() => changeFolder(call, organizationId, change));
        return view.put(path, overlay(storedFolder, changes, call.now()));
      }
      const place = placeNewFolder(new Map(parent ? [[parentFolderId, parent]] : []), { parentFolderId, accessType });
      const lastUpdated = changes.createdAt ?? call.now();
      const folder = newFolder(call, { folderName: changes.folderName, ...place, lastUpdated });
      view.put(path, overlay(folder, changes, lastUpdated));
    },
  };
}

/** Changes that also affect the folders below; undefined if there are none. */
function changeOf(storedFolder: StoredFolder, change: FolderChange): FolderChange | undefined {
  const own = storedFolder.inheritAccessFromParent ? null : storedFolder.accessType;
  const isMove = storedFolder.parentFolderId !== change.parentFolderId;
  return isMove || (change.accessType !== undefined && change.accessType !== own) ? change : undefined;
}

async function changeFolder(call: WriteCall, organizationId: string, change: FolderChange): Promise<void> {
  await changeFolders(call, organizationId, [change], ([one], apply) => {
    if (one) apply(one);
    return {};
  });
}
