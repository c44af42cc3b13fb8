import type { StoredDocument } from "#domain/documents/store/documents";
import { ApiError } from "#platform/error";
import type { Doc, Transaction } from "#store/port";
import type { StoredCrdt } from "./editors.ts";

/** Number of deleted editors that a document remembers: the latest ones. */
const MAX_REMEMBERED = 200;

/**
 * Remembers in a document that editors of it are deleted. Programs may still have copies of them, with which they would
 * create the editors again, or mix the old text with that of new editors of the same ids.
 */
export function rememberDeleted(
  tx: Transaction,
  { path, data }: Doc<StoredDocument>,
  editors: readonly Doc<StoredCrdt>[],
): void {
  const clients = editors.map(({ data: { firstClient, client } }) => firstClient ?? client);
  const all = new Set([...(data.deletedEditors ?? []), ...clients]);
  tx.update(path, { deletedEditors: [...all].slice(-MAX_REMEMBERED) });
}

/** Those of some Yjs clients by which the copy of a deleted editor is recognised. */
export function clientsOfDeleted(deletedEditors: ReadonlySet<number>, clients: Iterable<number>): number[] {
  return [...clients].filter((client) => deletedEditors.has(client));
}

/** The error for a client with the copy of an editor that was deleted. */
export function copyOfDeleted(): ApiError {
  return new ApiError("NOT_FOUND", "The editor of this copy was deleted.", {
    hint: "Delete the local copy, and open the editor with an empty Yjs document. An API key may send the copy to crdt/sync, which restores its content.",
  });
}
