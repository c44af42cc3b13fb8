import * as Y from "yjs";
import { contentText } from "#domain/crdt/content-text";
import type { CrdtType } from "#domain/crdt/crdt";
import { type FoldedState, newDoc, openState, toBase64 } from "#domain/crdt/yjs-state";
import { mayMention } from "./may-mention.ts";
import { redactDocument } from "./redact-document.ts";
import type { DataSubjects } from "./redact-user.ts";

/** The Yjs document of an editor to remove the data subjects from. */
export interface StateRedaction {
  type: CrdtType;
  contentKey: string;
  /** Yjs client id of the service in this document. */
  client: number;
  /** The whole document as one update in base64. */
  update: string;
  subjects: DataSubjects;
}

/**
 * Removes the data subjects from the Yjs document of an editor, by operations that connected clients can apply.
 * @returns the document without them; undefined when it names none of them.
 */
export function redactState({ type, contentKey, client, update, subjects }: StateRedaction): FoldedState | undefined {
  const bytes = Buffer.from(update, "base64");
  if (!canName(bytes) && !mayMention(bytes.toString(), subjects)) return undefined;
  const doc = openState({ base: update, log: "" });
  doc.clientID = client;
  const hasPending = dropPending(doc, subjects);
  if (!redactDocument(doc, contentKey, subjects) && !hasPending) return undefined;
  const redacted = Y.encodeStateAsUpdate(doc);
  const read = newDoc();
  Y.applyUpdate(read, redacted);
  return { content: contentText(read, type, contentKey), update: toBase64(redacted) };
}

/** Whether the update may name a person in separate pieces, such as an address that several changes have written. */
function canName(update: Buffer): boolean {
  return update.includes("@") || update.includes("{") || update.includes("serId");
}

/**
 * Drops pending changes that wait for missing ones and name a data subject. The state vector does not include them, so
 * the client that made them sends them again.
 */
function dropPending({ store }: Y.Doc, subjects: DataSubjects): boolean {
  const { pendingStructs } = store;
  if (!pendingStructs || !mayMention(Buffer.from(pendingStructs.update).toString(), subjects)) return false;
  store.pendingStructs = null;
  return true;
}
