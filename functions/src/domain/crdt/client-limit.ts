import * as Y from "yjs";
import { ApiError } from "#platform/error";
import { unreadable, YjsReader } from "./yjs-bytes.ts";

/**
 * Maximum number of clients of a Yjs document. Each takes 7 bytes in an update and some kilobytes in an open document.
 */
export const MAX_DOCUMENT_CLIENTS = 50_000;

/** The clients of a document by their ids. */
type Clients = Pick<ReadonlyMap<number, unknown>, "size" | "has">;

/**
 * Refuses an update that would give a document too many clients, before Yjs processes it. Leaves malformed updates to
 * the code that applies them.
 * @throws ApiError INVALID_ARGUMENT
 */
export function requireFewClients(update: Uint8Array, clients: Clients): void {
  const count = clientCount(update);
  if (clients.size + count <= MAX_DOCUMENT_CLIENTS) return;
  if (count > MAX_DOCUMENT_CLIENTS || hasTooManyNew(update, clients))
    throw new ApiError(
      "INVALID_ARGUMENT",
      `The Yjs document of an editor must not have more than ${MAX_DOCUMENT_CLIENTS.toLocaleString("en")} clients.`,
    );
}

/** The number of clients that an update declares; 0 if it is malformed and has not even one byte for each. */
function clientCount(update: Uint8Array): number {
  try {
    const count = new YjsReader(update).number();
    return count < update.length ? count : 0;
  } catch (error) {
    if (error === unreadable) return 0;
    throw error;
  }
}

function hasTooManyNew(update: Uint8Array, clients: Clients): boolean {
  const added = newClientCount(update, clients);
  return added > 0 && clients.size + added > MAX_DOCUMENT_CLIENTS;
}

function newClientCount(update: Uint8Array, clients: Clients): number {
  try {
    return [...Y.parseUpdateMeta(update).to.keys()].filter((id) => !clients.has(id)).length;
  } catch {
    return 0;
  }
}
