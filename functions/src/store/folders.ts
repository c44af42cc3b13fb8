import type { AccessType } from "#model/fields";
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
