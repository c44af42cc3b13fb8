import * as Y from "yjs";
import { countSteps, requireSeparateDeletions } from "./merge-work.ts";
import { requireShallow } from "./nesting.ts";
import { decoded, isWholeApplied, newDoc, noUpdate } from "./yjs-state.ts";

/**
 * The part of an update that a document lacks, found without changing the document.
 * @param mostSteps maximum number of steps that merging the update alone may take.
 * @returns undefined when the document has all of it.
 * @throws ApiError INVALID_ARGUMENT if the bytes are no update, or the update nests too deep, repeats deletions, or
 *   takes too long to merge.
 */
export function newChanges(doc: Y.Doc, update: Uint8Array, mostSteps: number): Uint8Array | undefined {
  const { structs, ds } = decoded(update);
  requireSeparateDeletions(ds);
  requireShallow(doc, structs);
  // Some malformed updates fail only when they are applied.
  const trial = countSteps(() => isWholeApplied(newDoc(), update), mostSteps);
  if (!trial.result) throw noUpdate();
  const items = structs.filter((struct) => !(struct instanceof Y.Skip));
  const hasNewItem = items.some(({ id, length }) => id.clock + length > Y.getState(doc.store, id.client));
  if (!hasNewItem && isDeletedIn(doc, ds)) return undefined;
  const hasKnownItem = items.some(({ id }) => id.clock < Y.getState(doc.store, id.client));
  return hasKnownItem ? Y.diffUpdate(update, Y.encodeStateVector(doc)) : update;
}

type Decoded = ReturnType<typeof Y.decodeUpdate>;

/** Whether a document already has all these deletions. */
function isDeletedIn({ store }: Y.Doc, { clients }: Decoded["ds"]): boolean {
  for (const [client, ranges] of clients)
    for (const { clock, len } of ranges)
      if (clock + len > Y.getState(store, client) || !isRangeDeleted(store, client, clock, clock + len)) return false;
  return true;
}

/** @param end clock after the range, up to which the document has all items. */
function isRangeDeleted(store: Y.Doc["store"], client: number, clock: number, end: number): boolean {
  const structs = store.clients.get(client) ?? [];
  for (let i = Y.findIndexSS(structs, clock); i < structs.length; i++) {
    const struct = structs[i] as (typeof structs)[number];
    if (struct.id.clock >= end) break;
    if (!struct.deleted) return false;
  }
  return true;
}
