import { expect, test } from "@jest/globals";
import * as Y from "yjs";
import { seededRandom } from "#testing/harness/properties/seeded-random";
import { sliceUpdate } from "./sliced-update.ts";

const EMPTY = Uint8Array.of(0);

/** A document that some clients have edited together: text, nested types, and deletions, in several thousand items. */
function editedDocument(seed: number): Y.Doc {
  const random = seededRandom(seed);
  const docs = [1, 2, 3].map((clientID) => Object.assign(new Y.Doc(), { clientID }));
  const below = (end: number) => Math.floor(random() * end);
  for (let round = 0; round < 12; round++) {
    for (const doc of docs)
      for (let i = 0; i < 60; i++) {
        const text = doc.getText("content");
        text.insert(below(text.length + 1), "ab", random() < 0.3 ? { bold: true } : {});
        if (random() < 0.3) text.delete(below(text.length), 1);
        const list = doc.getArray<Y.Map<unknown>>("list");
        if (list.length === 0 || random() < 0.1) list.insert(below(list.length + 1), [new Y.Map()]);
        list.get(below(list.length)).set(`${below(5)}`, i);
      }
    for (const from of docs)
      for (const to of docs) Y.applyUpdate(to, Y.encodeStateAsUpdate(from, Y.encodeStateVector(to)));
  }
  return docs[0] as Y.Doc;
}

const contentOf = (doc: Y.Doc) => [doc.getText("content").toDelta(), doc.getArray("list").toJSON()];
const hasPending = ({ store }: Y.Doc) => store.pendingStructs !== null || store.pendingDs !== null;

test.each([1, 2, 3])("slices are small, none waits for another, and together they are the update (seed %i)", (seed) => {
  const doc = editedDocument(seed);
  const update = Y.encodeStateAsUpdate(doc);
  const { slices } = sliceUpdate({ update, stateVector: EMPTY });
  expect(slices.length).toBeGreaterThan(2);
  const copy = new Y.Doc();
  for (const slice of slices) {
    const { structs, ds } = Y.decodeUpdate(slice);
    expect(structs.length + [...ds.clients.values()].flat().length).toBeLessThanOrEqual(1000);
    Y.applyUpdate(copy, slice);
    expect(hasPending(copy)).toBe(false);
  }
  expect(Y.encodeStateAsUpdate(copy)).toStrictEqual(update);
});

test("what a document lacks is divided for this document", () => {
  const doc = editedDocument(4);
  const copy = new Y.Doc();
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc));
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(editedDocument(5)));
  const stateVector = Y.encodeStateVector(copy);
  const { slices } = sliceUpdate({ update: Y.encodeStateAsUpdate(doc, stateVector), stateVector });
  for (const slice of slices) Y.applyUpdate(copy, slice);
  expect(contentOf(copy)).toStrictEqual(contentOf(doc));
});

test("items that wait for missing ones come last and together, and are integrated once these arrive", () => {
  const doc = editedDocument(6);
  const update = Y.encodeStateAsUpdate(doc);
  // The first half of what the client 2 has written is missing.
  const half = new Map([[2, Math.floor((Y.getState(doc.store, 2) as number) / 2)]]);
  const late = Y.encodeStateAsUpdate(doc, Y.encodeStateVector(half));
  const { slices } = sliceUpdate({ update: late, stateVector: EMPTY });
  const copy = new Y.Doc();
  const waits = slices.map((slice) => {
    Y.applyUpdate(copy, slice);
    return copy.store.pendingStructs !== null;
  });
  const first = waits.indexOf(true);
  expect(first).toBeGreaterThan(-1);
  // Only deletions follow.
  for (const slice of slices.slice(first + 1)) expect(Y.decodeUpdate(slice).structs).toStrictEqual([]);
  Y.applyUpdate(copy, update);
  expect([hasPending(copy), contentOf(copy)]).toStrictEqual([false, contentOf(doc)]);
});
