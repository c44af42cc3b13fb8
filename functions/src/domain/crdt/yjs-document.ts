import { isDeepStrictEqual } from "node:util";
import * as Y from "yjs";
import { invalidField } from "#platform/error";
import type { CrdtContent } from "./content.ts";
import type { CrdtType } from "./crdt.ts";
import { MAX_LEVELS, partsOf, type Shared, typeOf } from "./nesting.ts";
import { commonEnds, replaceText } from "./text.ts";
import { parseXml, replaceChildren } from "./xml.ts";

/** Maximum number of keys of a map: Yjs takes about 2 µs for each and blocks its thread meanwhile. */
const MAX_KEYS = 100_000;

/**
 * Changes the shared type `contentKey` into `data` with few operations, so that connected clients keep their cursors.
 * Without a state it creates a new document.
 * @param state `update`: the whole document as one Yjs update. `client`: the Yjs client id of the service, constant per
 *   document, so that its deletions take no space.
 * @returns the new state of the whole document.
 * @throws ApiError INVALID_ARGUMENT for XML that is malformed or nests deeper than 100 levels, and for too many parts.
 */
export function writeContent(
  { update, client }: { update?: Uint8Array | undefined; client: number },
  { type, contentKey, data }: CrdtContent,
): Uint8Array {
  const doc = new Y.Doc();
  if (update) Y.applyUpdate(doc, update);
  // Set after the update is applied: Yjs picks a new client id when it receives edits of its own.
  doc.clientID = client;
  if (update) deleteTooDeep(roots[type](doc, contentKey));
  doc.transact(() => writers[type](doc, contentKey, data));
  return Y.encodeStateAsUpdate(doc);
}

/**
 * Deletes content nested too deep below a shared type, which earlier versions accepted. Yjs deletes and collects
 * garbage recursively, so this starts at the deepest level and ends a transaction every MAX_LEVELS levels.
 */
function deleteTooDeep(root: Shared): void {
  const levels = [[root]];
  for (let level = levels[0] as Shared[]; level.length > 0; levels.push(level)) level = level.flatMap(typesIn);
  for (let depth = Math.floor(levels.length / MAX_LEVELS) * MAX_LEVELS; depth > 0; depth -= MAX_LEVELS)
    root.doc?.transact((transaction) => {
      for (const type of levels[depth] ?? []) type._item?.delete(transaction);
    });
}

function typesIn(type: Shared): Shared[] {
  return [...partsOf(type)].flatMap((part) => typeOf(part) ?? []);
}

const roots: { [type in CrdtType]: (doc: Y.Doc, contentKey: string) => Shared } = {
  text: (doc, contentKey) => doc.getText(contentKey),
  map: (doc, contentKey) => doc.getMap(contentKey),
  array: (doc, contentKey) => doc.getArray(contentKey),
  xml: (doc, contentKey) => doc.getXmlFragment(contentKey),
  xmltext: (doc, contentKey) => doc.get(contentKey, Y.XmlText),
};

const writers: { [type in CrdtType]: (doc: Y.Doc, contentKey: string, data: unknown) => void } = {
  text: (doc, contentKey, data) => replaceText(doc.getText(contentKey), data as string),
  map: (doc, contentKey, data) => replaceEntries(doc.getMap(contentKey), data as Record<string, unknown>),
  array: (doc, contentKey, data) => replaceElements(doc.getArray(contentKey), data as unknown[]),
  xml: (doc, contentKey, data) => replaceChildren(doc.getXmlFragment(contentKey), parseXml(data as string)),
  xmltext: (doc, contentKey, data) => replaceText(doc.get(contentKey, Y.XmlText), data as string),
};

function replaceEntries(map: Y.Map<unknown>, next: Record<string, unknown>): void {
  const entries = Object.entries(next);
  if (entries.length > MAX_KEYS) throw invalidField("data.data", `must have at most ${MAX_KEYS} keys.`);
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
 * Yjs determines the kind of a value by its `constructor`, which may be a key in a customer's data. Such an object is
 * therefore inserted empty and filled afterwards.
 */
class Hidden {
  readonly #taken: { shown: object; value: object }[] = [];

  hide(value: unknown): unknown {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, "constructor")) return value;
    const placeholder = {};
    this.#taken.push({ shown: placeholder, value });
    return placeholder;
  }

  fill(): void {
    for (const { shown, value } of this.#taken) Object.assign(shown, value);
  }
}
