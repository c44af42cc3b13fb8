import type { AccessType } from "#model/fields";
import type { KeyCall } from "#src/context";
import type { DocData } from "./port.ts";

/** Parent of a top-level folder, and first of every folder's ancestors (section 2.5). */
export const ROOT = "root";

/** The document of a folder. `parentFolderId` is the truth; `ancestors` and `accessType` are derived from it and kept up by moves. */
export interface StoredFolder extends DocData {
  folderName: string;
  parentFolderId: string;
  /** From `root` down to the parent. */
  ancestors: string[];
  /** Its own or its parent's; null: the default of the API key. */
  accessType: AccessType | null;
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
