import * as Y from "yjs";
import { type PlainUpdate, readPlainUpdate } from "./plain-update.ts";
import { sizeOf, YjsWriter } from "./yjs-bytes.ts";

/** The encoded deletions of an update or a state that has none: a count of 0 clients. */
const NO_DELETIONS = Uint8Array.of(0);

/** Text of one client: updates, each of which begins where the previous one ends. */
export interface ClientUpdates {
  id: number;
  updates: readonly PlainUpdate[];
}

/** Merges several updates into one. */
export function mergeUpdates(updates: readonly Uint8Array[]): Uint8Array {
  const [first] = updates;
  if (updates.length === 1 && first) return first;
  const plain = plainClients(updates);
  return plain ? writeUpdate(plain, NO_DELETIONS) : Y.mergeUpdates([...updates]);
}

/**
 * Merges text into one update, which Yjs applies faster. The updates of each client must be consecutive and in order.
 */
export function updateOf(text: readonly PlainUpdate[]): Uint8Array {
  const clients = Map.groupBy(text, ({ client }) => client);
  return writeUpdate(toClients(clients), NO_DELETIONS);
}

/** Merges the updates of each author into one. */
export function mergeByAuthor(updates: readonly { update: Uint8Array; from: unknown }[]): Map<unknown, Uint8Array> {
  const byAuthor = Map.groupBy(updates, ({ from }) => from);
  return new Map(Array.from(byAuthor, ([from, own]) => [from, mergeUpdates(own.map(({ update }) => update))]));
}

/**
 * Writes text of several clients as an update.
 * @param clients greatest id first, as Yjs writes them.
 * @param deletions in encoded form.
 */
export function writeUpdate(clients: readonly ClientUpdates[], deletions: Uint8Array): Uint8Array {
  let size = sizeOf(clients.length) + deletions.length;
  for (const { id, updates } of clients) {
    size += sizeOf(countOf(updates)) + sizeOf(id) + sizeOf(updates[0]?.from ?? 0);
    for (const { items } of updates) size += items.length;
  }
  const writer = new YjsWriter(size);
  writer.number(clients.length);
  for (const { id, updates } of clients) {
    writer.number(countOf(updates));
    writer.number(id);
    writer.number(updates[0]?.from ?? 0);
    for (const { items } of updates) writer.append(items);
  }
  writer.append(deletions);
  return writer.bytes;
}

/** @returns undefined if one of the updates is not plain, or the updates of a client are not consecutive. */
function plainClients(updates: readonly Uint8Array[]): ClientUpdates[] | undefined {
  const clients = new Map<number, PlainUpdate[]>();
  for (const update of updates) {
    const plain = readPlainUpdate(update);
    if (!plain) return undefined;
    const before = clients.get(plain.client);
    if (!before) clients.set(plain.client, [plain]);
    else if (before.at(-1)?.to === plain.from) before.push(plain);
    else return undefined;
  }
  return toClients(clients);
}

function toClients(clients: ReadonlyMap<number, readonly PlainUpdate[]>): ClientUpdates[] {
  return Array.from(clients, ([id, updates]) => ({ id, updates })).sort((a, b) => b.id - a.id);
}

function countOf(updates: readonly PlainUpdate[]): number {
  let count = 0;
  for (const update of updates) count += update.count;
  return count;
}
