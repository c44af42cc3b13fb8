import * as Y from "yjs";
import { ApiError } from "#platform/error";
import { unreadable, YjsReader } from "./yjs-bytes.ts";

/**
 * Maximum number of clients of a Yjs document. Each takes 7 bytes in an update and some kilobytes in an open document.
 */
export const MAX_DOCUMENT_CLIENTS = 50_000;

/** Number of characters in base64 that hold the first numbers of an update. */
const HEAD = 64;

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
  return [...clientsOfUpdate(update)].filter((id) => !clients.has(id)).length;
}

/**
 * The Yjs client whose items an update begins with, if they are its first ones: the head alone is read.
 * @param update in base64.
 */
export function firstClientOf(update: string): number | undefined {
  try {
    const reader = new YjsReader(Buffer.from(update.slice(0, HEAD), "base64"));
    if (reader.number() === 0) return undefined;
    const [count, client, clock] = [reader.number(), reader.number(), reader.number()];
    return count > 0 && clock === 0 ? client : undefined;
  } catch {
    return undefined;
  }
}

/** As `clientsOfUpdate`, in a form that a thread can run and return. @param update in base64. */
export function listClients({ update }: { update: string }): number[] {
  return [...clientsOfUpdate(Buffer.from(update, "base64"))];
}

/** The Yjs clients with items in an update; empty if it is malformed. */
export function clientsOfUpdate(update: Uint8Array): Iterable<number> {
  try {
    return Y.parseUpdateMeta(update).to.keys();
  } catch {
    return [];
  }
}

/** The Yjs clients in a state vector; empty if it is malformed. */
export function clientsOfStateVector(stateVector: Uint8Array): Iterable<number> {
  try {
    return Y.decodeStateVector(stateVector).keys();
  } catch {
    return [];
  }
}
