import * as Y from "yjs";
import { YjsReader } from "./yjs-bytes.ts";

/** Number of characters in base64 that hold the first numbers of an update. */
const HEAD = 64;

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
