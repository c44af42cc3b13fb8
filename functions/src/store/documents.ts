import type { AccessType } from "#model/fields";
import type { KeyCall } from "#src/context";
import type { DocData } from "./port.ts";

/** The document of a document (section 2.6). */
export interface StoredDocument extends DocData {
  documentName?: string;
  /** Missing at the top of the organization. */
  folderId?: string;
  /** Its own; missing: that of its folder, else the default of the API key. */
  accessType?: AccessType;
  disabled: boolean;
  createdAt: number;
  lastUpdated: number;
  /** The customer's own fields as JSON text. */
  open?: string;
  /** Deletion has begun: for every reader it is gone. */
  deleting?: true;
}

/** A new document's document. */
export function newDocument(call: Pick<KeyCall, "now">, given: Partial<StoredDocument> = {}): StoredDocument {
  return { disabled: false, createdAt: call.now(), lastUpdated: call.now(), ...given };
}
