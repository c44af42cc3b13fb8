import * as Y from "yjs";
import { type PlainUpdate, readPlainUpdate } from "./plain-update.ts";
import { sizeOf, YjsWriter } from "./yjs-bytes.ts";

/** An update or a state without deletions: no client has any. */
const NO_DELETIONS = Uint8Array.of(0);

/** Text of one client: updates of which each begins where the one before it ends. */
export interface ClientUpdates {
  id: number;
  updates: readonly PlainUpdate[];
}

/** Several updates as one. */
export function mergeUpdates(updates: readonly Uint8Array[]): Uint8Array {
  const [first] = updates;
  if (updates.length === 1 && first) return first;
  const plain = plainClients(updates);
  return plain ? writeUpdate(plain, NO_DELETIONS) : Y.mergeUpdates([...updates]);
}

/** Text as one update, which Yjs applies in a part of the time. Updates of a client follow each other, in this order. */
export function updateOf(text: readonly PlainUpdate[]): Uint8Array {
  const clients = Map.groupBy(text, ({ client }) => client);
  return writeUpdate(toClients(clients), NO_DELETIONS);
}

/** The updates of each author as one. */
export function mergeByAuthor(updates: readonly { update: Uint8Array; from: unknown }[]): Map<unknown, Uint8Array> {
  const byAuthor = Map.groupBy(updates, ({ from }) => from);
  return new Map(Array.from(byAuthor, ([from, own]) => [from, mergeUpdates(own.map(({ update }) => update))]));
}

/**
 * Writes text of several clients as an update.
 * @param clients the greatest id first, as Yjs writes them.
 * @param deletions encoded.
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

/** @returns undefined when one of the updates is not plain, or the texts of a client do not follow each other. */
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
