import * as Y from "yjs";
import { ApiError } from "#platform/error";
import { unreadable, YjsReader } from "./yjs-bytes.ts";

/** Most clients of a Yjs document. Each takes 7 bytes of an update, and some kilobytes where the document is open. */
export const MAX_DOCUMENT_CLIENTS = 50_000;

/** The clients of a document by their ids. */
type Clients = Pick<ReadonlyMap<number, unknown>, "size" | "has">;

/**
 * Refuses an update that would give a document too many clients, before Yjs makes anything of it. What is no update is left to those
 * who apply it.
 * @throws ApiError INVALID_ARGUMENT
 */
export function requireFewClients(update: Uint8Array, known: Clients): void {
  const count = clientCount(update);
  if (known.size + count <= MAX_DOCUMENT_CLIENTS) return;
  if (count > MAX_DOCUMENT_CLIENTS || hasTooManyNew(update, known))
    throw new ApiError(
      "INVALID_ARGUMENT",
      `The Yjs document of an editor must not have more than ${MAX_DOCUMENT_CLIENTS.toLocaleString("en")} clients.`,
    );
}

/** The clients that an update says it has; 0 where it has not even a byte for each, and is none. */
function clientCount(update: Uint8Array): number {
  try {
    const count = new YjsReader(update).number();
    return count < update.length ? count : 0;
  } catch (error) {
    if (error === unreadable) return 0;
    throw error;
  }
}

function hasTooManyNew(update: Uint8Array, known: Clients): boolean {
  const added = newClients(update, known);
  return added > 0 && known.size + added > MAX_DOCUMENT_CLIENTS;
}

function newClients(update: Uint8Array, known: Clients): number {
  try {
    return [...Y.parseUpdateMeta(update).to.keys()].filter((id) => !known.has(id)).length;
  } catch {
    return 0;
  }
}
