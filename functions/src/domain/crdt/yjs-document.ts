import { isDeepStrictEqual } from "node:util";
import * as Y from "yjs";
import { ApiError } from "#platform/error";
import type { CrdtContent } from "./content.ts";
import type { CrdtType } from "./crdt.ts";
import { commonEnds, replaceText } from "./text.ts";
import { parseXml, replaceChildren } from "./xml.ts";

/** Most keys of a map: Yjs takes about 2 µs for each, and nothing else runs meanwhile. */
const MAX_KEYS = 100_000;

/**
 * Makes the shared type `contentKey` hold `data`, by as few operations as bring it there, so that clients that have joined
 * keep their places. Without a state a new document is made.
 * @param state `update`: everything that has happened, as one Yjs update. `client`: in whose name the service edits, one per
 *   document for all time, so that what it deletes takes up no room.
 * @returns the new state of the whole document.
 * @throws ApiError INVALID_ARGUMENT for XML that is malformed or nests deeper than 100 levels, and for too many parts.
 */
export function writeContent(
  { update, client }: { update?: Uint8Array | undefined; client: number },
  { type, contentKey, data }: CrdtContent,
): Uint8Array {
  const doc = new Y.Doc();
  if (update) Y.applyUpdate(doc, update);
  // Not before: a document that receives edits of its own name takes another one.
  doc.clientID = client;
  doc.transact(() => writers[type](doc, contentKey, data));
  return Y.encodeStateAsUpdate(doc);
}

const writers: { [type in CrdtType]: (doc: Y.Doc, contentKey: string, data: unknown) => void } = {
  text: (doc, contentKey, data) => replaceText(doc.getText(contentKey), data as string),
  map: (doc, contentKey, data) => replaceEntries(doc.getMap(contentKey), data as Record<string, unknown>),
  array: (doc, contentKey, data) => replaceElements(doc.getArray(contentKey), data as unknown[]),
  xml: (doc, contentKey, data) => replaceChildren(doc.getXmlFragment(contentKey), parseXml(data as string)),
};

function replaceEntries(map: Y.Map<unknown>, next: Record<string, unknown>): void {
  const entries = Object.entries(next);
  if (entries.length > MAX_KEYS)
    throw new ApiError("INVALID_ARGUMENT", `data.data must have at most ${MAX_KEYS} keys.`);
  for (const key of [...map.keys()]) if (!Object.hasOwn(next, key)) map.delete(key);
  for (const [key, value] of entries) {
    if (map.has(key) && isDeepStrictEqual(map.get(key), value)) continue;
    const hidden = new Hidden();
    map.set(key, hidden.hide(value));
    hidden.fill();
  }
}

function replaceElements(array: Y.Array<unknown>, next: unknown[]): void {
  const before = array.toArray();
  const { start, end } = commonEnds(before.length, next.length, (i, j) => isDeepStrictEqual(before[i], next[j]));
  const removed = before.length - start - end;
  if (removed > 0) array.delete(start, removed);
  const hidden = new Hidden();
  const added = next.slice(start, next.length - end).map((value) => hidden.hide(value));
  if (added.length > 0) array.insert(start, added);
  hidden.fill();
}

/**
 * Yjs tells values apart by their `constructor`, which may be a key of the customer's own: such an object is shown to it
 * empty and filled when it has been taken.
 */
class Hidden {
  readonly #taken: { shown: object; value: object }[] = [];

  hide(value: unknown): unknown {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, "constructor")) return value;
    const shown = {};
    this.#taken.push({ shown, value });
    return shown;
  }

  fill(): void {
    for (const { shown, value } of this.#taken) Object.assign(shown, value);
  }
}
