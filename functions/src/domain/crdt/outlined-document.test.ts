import { expect, test } from "@jest/globals";
import fc from "fast-check";
import * as Y from "yjs";
import { yjsClients } from "#testing/fixtures/crdt/clients";
import { tries } from "#testing/harness/store/test-store";
import { needsDocument, OutlinedDocument } from "./outlined-document.ts";
import { exchangeAndOutline, toBase64 } from "./yjs-state.ts";

/** An outline of the current state of a document. */
function outlineOf(doc: Y.Doc): OutlinedDocument {
  const state = Y.encodeStateAsUpdate(doc);
  const { outline } = exchangeAndOutline({ base: toBase64(state), log: "" });
  if (!outline) throw new Error("the document waits for something");
  return new OutlinedDocument(outline, state.length);
}

const Step = fc.record({
  client: fc.nat(2),
  place: fc.nat(),
  kind: fc.constantFrom("type", "type", "type", "delete", "replace", "map"),
  isWhole: fc.boolean(),
  isFetched: fc.boolean(),
});

function edit(doc: Y.Doc, { kind, place }: { kind: string; place: number }): void {
  const text = doc.getText("content");
  const at = place % (text.length + 1);
  const length = Math.min(3, text.length - at);
  doc.transact(() => {
    if (kind === "map") doc.getMap("map").set("at", at);
    if (kind === "delete" || kind === "replace") text.delete(at, length);
    if (kind === "type" || kind === "replace") text.insert(at, "ab");
  });
}

test("an outline answers as the document would or not at all, and takes no update that it could not account for", () => {
  let answered = 0;
  fc.assert(
    fc.property(fc.array(Step, { minLength: 1, maxLength: 30 }), (steps) => {
      const clients = yjsClients(3);
      const model = new Y.Doc();
      clients[0]?.getText("content").insert(0, "Hello world");
      for (const doc of [...clients, model]) Y.applyUpdate(doc, Y.encodeStateAsUpdate(clients[0] as Y.Doc));
      let live = outlineOf(model);
      for (const { client, isWhole, isFetched, ...step } of steps) {
        const doc = clients[client] as Y.Doc;
        if (isFetched) Y.applyUpdate(doc, Y.encodeStateAsUpdate(model));
        const before = Y.encodeStateVector(doc);
        const own: Uint8Array[] = [];
        doc.on("update", (update) => own.push(update));
        edit(doc, step);
        // The change alone or, as in a synchronization, with all deletions.
        const update = isWhole ? Y.encodeStateAsUpdate(doc, before) : (own[0] ?? Uint8Array.of(0, 0));
        const added = live.newOfClient(update);
        const [state, withUpdate] = [Y.encodeStateAsUpdate(model), new Y.Doc()];
        Y.applyUpdate(model, update);
        Y.applyUpdate(withUpdate, state);
        if (added === needsDocument) {
          live = outlineOf(model);
          continue;
        }
        answered++;
        if (added) {
          Y.applyUpdate(withUpdate, added);
          expect(live.take(added)).toBe(true);
        }
        expect(withUpdate.getText("content").toString()).toBe(model.getText("content").toString());
        expect(live.stateVector).toEqual(Buffer.from(Y.encodeStateVector(model)));
        expect(live.newOfClient(update)).toBe(undefined);
        for (const reader of [doc, clients[(client + 1) % 3] as Y.Doc]) {
          const missing = live.missing(Y.encodeStateVector(reader));
          if (missing === needsDocument) continue;
          Y.applyUpdate(reader, missing);
          expect(reader.getText("content").toString()).toBe(model.getText("content").toString());
        }
      }
    }),
    { numRuns: tries(200) },
  );
  expect(answered).toBeGreaterThan(tries(200));
});

test("an outline needs the document for the whole state, items between others, references to unknown items, and malformed updates", () => {
  const [ada, lin] = [new Y.Doc(), new Y.Doc()];
  ada.getText("content").insert(0, "Hello");
  const live = outlineOf(ada);
  Y.applyUpdate(lin, Y.encodeStateAsUpdate(ada));
  const before = Y.encodeStateVector(lin);
  lin.getMap("map").set("a", 1);
  const map = Y.encodeStateAsUpdate(lin, before);
  ada.getText("content").insert(0, "unknown");
  const knownVector = Y.encodeStateVector(ada);
  ada.getText("content").insert(0, "more");
  const gap = Y.encodeStateAsUpdate(ada, knownVector);
  ada.getText("content").delete(0, 11);
  const deletion = Y.encodeStateAsUpdate(ada, Y.encodeStateVector(ada));
  for (const update of [map, gap, deletion, new Uint8Array(), Uint8Array.of(0, 9)]) {
    expect(live.newOfClient(update)).toBe(needsDocument);
    expect(live.take(update)).toBe(false);
  }
  expect([live.missing(undefined), live.missing(Uint8Array.of(0))]).toStrictEqual([needsDocument, needsDocument]);
});

test("an outline leaves it to the document to refuse bytes after an update, such as one in format 2", () => {
  const doc = new Y.Doc();
  doc.getText("content").insert(0, "Hello");
  const outline = outlineOf(doc);
  const other = new Y.Doc();
  other.getText("content").insert(0, "Hello");
  for (const bytes of [Y.encodeStateAsUpdateV2(other), Uint8Array.of(0, 0, 1)])
    expect(outline.newOfClient(bytes)).toBe(needsDocument);
  expect(outline.newOfClient(Uint8Array.of(0, 0))).toBe(undefined);
});

test("an outline that takes thousands of updates needs no more memory than for those it keeps", () => {
  const doc = new Y.Doc();
  const text = doc.getText("content");
  text.insert(0, "Hello");
  const live = outlineOf(doc);
  doc.on("update", (update) => expect(live.take(live.newOfClient(update) as Uint8Array)).toBe(true));
  const most: number[] = [];
  for (let round = 0; round < 5; round++) {
    let memory = 0;
    for (let i = 0; i < 1000; i++) {
      text.insert(text.length, "x");
      memory = Math.max(memory, live.memory);
    }
    most.push(memory);
  }
  expect(most[0]).toBeGreaterThan(500 * 300);
  expect(most.at(-1)).toBeLessThan((most[0] as number) * 1.1);
});
