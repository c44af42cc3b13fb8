import { expect, jest, test } from "@jest/globals";
import fc from "fast-check";
import * as Y from "yjs";
import { yjsClients } from "#testing/fixtures/crdt/clients";
import { tries } from "#testing/harness/store/test-store";
import { LiveDocument } from "./live-document.ts";
import { mergeUpdates } from "./merged-updates.ts";

const CLIENTS = 4;
/** How many updates are merged into one. */
const TOGETHER = 3;

/** One edit of a client. Late ones arrive after all others, in reverse order. */
const Step = fc.record({
  client: fc.nat(CLIENTS - 1),
  text: fc.constantFrom("a", "bc", "ü", "x".repeat(200)),
  place: fc.nat(),
  kind: fc.constantFrom("type", "type", "type", "type", "delete", "bold", "keep", "map"),
  isLate: fc.boolean(),
});

/** Edits a document as a stock client would. */
function edit(doc: Y.Doc, { text, place, kind }: { text: string; place: number; kind: string }): void {
  const content = doc.getText("content");
  const at = place % (content.length + 1);
  if (kind === "type") content.insert(at, text);
  else if (kind === "delete") content.delete(Math.min(at, content.length), Math.min(3, content.length - at));
  else if (kind === "bold") content.format(Math.min(at, content.length), Math.min(2, content.length - at), { b: true });
  else if (kind === "map") doc.getMap("map").set(text, place);
}

test("whatever clients send and in whatever order, the document answers as a Yjs document does", () => {
  const steps = fc.array(Step, { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(steps, (all) => {
      const clients = yjsClients(CLIENTS);
      const [live, model] = [new LiveDocument({ base: "", log: "" }), new Y.Doc()];
      const updates: Uint8Array[] = [];
      const late: Uint8Array[] = [];
      const push = (update: Uint8Array) => {
        const added = live.newIn(update);
        if (added) expect(live.take(added)).toBe(true);
        Y.applyUpdate(model, update);
      };
      for (const { client, isLate, ...step } of all) {
        const doc = clients[client] as Y.Doc;
        Y.applyUpdate(doc, live.missing(Y.encodeStateVector(doc)));
        const before = Y.encodeStateVector(doc);
        edit(doc, step);
        const update = Y.encodeStateAsUpdate(doc, before);
        updates.push(update);
        if (isLate) late.push(update);
        else push(update);
        expect(live.stateVector).toEqual(Buffer.from(Y.encodeStateVector(model)));
      }
      for (const update of late.reverse()) push(update);
      expect(updates.map((update) => live.newIn(update))).toEqual(updates.map(() => undefined));
      const reader = new Y.Doc();
      for (let i = 0; i < updates.length; i += TOGETHER)
        Y.applyUpdate(reader, mergeUpdates(updates.slice(i, i + TOGETHER)));
      for (const doc of [...clients, reader]) {
        Y.applyUpdate(doc, live.missing(Y.encodeStateVector(doc)));
        expect(doc.getText("content").toDelta()).toEqual(model.getText("content").toDelta());
        expect(doc.getMap("map").toJSON()).toEqual(model.getMap("map").toJSON());
      }
    }),
    { numRuns: tries(60) },
  );
});

test("a reader gets what it lacks of many clients, whatever else its state vector contains and in whichever order", () => {
  const live = new LiveDocument({ base: "", log: "" });
  const [model, reader] = [new Y.Doc(), new Y.Doc()];
  for (let round = 0; round < 3; round++) {
    for (let client = 1; client <= 300; client += round + 1) {
      const doc = new Y.Doc();
      Y.applyUpdate(doc, Y.encodeStateAsUpdate(model));
      // The id of a new client may sort anywhere among the others.
      doc.clientID = ((client * 101) % 307) * 50;
      doc.getText("content").insert(0, "x".repeat(1 + 60 * round));
      const update = Y.encodeStateAsUpdate(doc, Y.encodeStateVector(model));
      live.take(update);
      Y.applyUpdate(model, update);
      if (client % 40 === 0) Y.applyUpdate(reader, live.missing(Y.encodeStateVector(reader)));
      expect(live.stateVector).toEqual(Buffer.from(Y.encodeStateVector(model)));
    }
  }
  const clocks = [...Y.decodeStateVector(Y.encodeStateVector(reader)), [77, 5] as const, [99_999, 7] as const];
  for (const orderedClocks of [clocks.toSorted(([a], [b]) => b - a), clocks.toSorted(([a], [b]) => a - b)]) {
    const other = new Y.Doc();
    Y.applyUpdate(other, Y.encodeStateAsUpdate(reader));
    Y.applyUpdate(other, live.missing(stateVectorOf(orderedClocks)));
    expect(other.getText("content").toString()).toBe(model.getText("content").toString());
  }
});

/** A state vector with the clients in the given order; Yjs writes the greatest id first. */
function stateVectorOf(clocks: readonly (readonly [id: number, clock: number])[]): Uint8Array {
  const parts = clocks.map((one) => Y.encodeStateVector(new Map([one])).subarray(1));
  const whole = Y.encodeStateVector(new Map(clocks));
  const count = whole.subarray(0, whole.length - parts.reduce((sum, { length }) => sum + length, 0));
  return Buffer.concat([count, ...parts]);
}

test("a corrupted update is refused, or taken as Yjs would take it", () => {
  const change = fc.record({ at: fc.nat(), byte: fc.nat(255), isCut: fc.boolean() });
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), fc.constantFrom("abc", "üé"), (changes, text) => {
      const [live, ada] = [new LiveDocument({ base: "", log: "" }), yjsClients(1)[0] as Y.Doc];
      ada.getText("content").insert(0, "Hello");
      live.take(Y.encodeStateAsUpdate(ada));
      const before = Y.encodeStateVector(ada);
      ada.getText("content").insert(2, text);
      let update = Y.encodeStateAsUpdate(ada, before);
      for (const { at, byte, isCut } of changes) {
        if (isCut) update = update.slice(0, at % update.length);
        else update[at % update.length] = byte;
      }
      const model = new Y.Doc();
      Y.applyUpdate(model, live.missing());
      const added = refusedOr(() => live.newIn(update));
      if (!added || !live.take(added)) return;
      // Known characters are cut off the start of an item, and with them its reference to the item before it. Yjs cuts
      // updates the same way.
      Y.applyUpdate(model, Y.diffUpdate(update, Y.encodeStateVector(model)));
      const reader = new Y.Doc();
      Y.applyUpdate(reader, live.missing());
      expect(reader.getText("content").length).toBe(model.getText("content").length);
      expect(live.stateVector).toEqual(Buffer.from(Y.encodeStateVector(model)));
    }),
    { numRuns: tries(500) },
  );
});

function refusedOr<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    expect(error).toMatchObject({ code: "INVALID_ARGUMENT" });
    return undefined;
  }
}

test("merged updates are taken as if each had come alone, whatever their authors typed concurrently", () => {
  const Typed = fc.record({ client: fc.nat(CLIENTS - 1), place: fc.nat(), isSynced: fc.boolean() });
  fc.assert(
    fc.property(fc.array(fc.array(Typed, { minLength: 1, maxLength: 8 }), { maxLength: 8 }), (batches) => {
      const [live, whole, reader] = [new LiveDocument({ base: "", log: "" }), new Y.Doc(), new Y.Doc()];
      const clients = yjsClients(CLIENTS);
      for (const batch of batches) {
        const updates = batch.map(({ client, place, isSynced }) => {
          const doc = clients[client] as Y.Doc;
          // Fetches what others have typed in the same batch.
          if (isSynced) Y.applyUpdate(doc, Y.encodeStateAsUpdate(whole));
          const before = Y.encodeStateVector(doc);
          edit(doc, { text: "ab", place, kind: "type" });
          const update = Y.encodeStateAsUpdate(doc, before);
          Y.applyUpdate(whole, update);
          return update;
        });
        const merged = mergeUpdates(updates);
        expect(live.take(live.newIn(merged) ?? new Uint8Array())).toBe(true);
        expect([live.newIn(merged), live.stateVector]).toEqual([undefined, Buffer.from(Y.encodeStateVector(whole))]);
        Y.applyUpdate(reader, live.missing(Y.encodeStateVector(reader)));
        expect(reader.getText("content").toString()).toBe(whole.getText("content").toString());
      }
    }),
    { numRuns: tries(100) },
  );
});

test("a merged update is taken without creating a Yjs document; one whose parts depend on each other is left to Yjs", () => {
  const opened = (update: Uint8Array) => {
    const live = new LiveDocument({ base: "", log: "" });
    const emit = jest.spyOn(Y.Doc.prototype, "emit");
    live.take(live.newIn(update) ?? new Uint8Array());
    const { length } = emit.mock.calls;
    emit.mockRestore();
    return length > 0;
  };
  const [ada, lin] = [new Y.Doc(), new Y.Doc()];
  ada.getText("content").insert(0, "Hello");
  Y.applyUpdate(lin, Y.encodeStateAsUpdate(ada));
  const [before, first] = [Y.encodeStateVector(ada), Y.encodeStateAsUpdate(ada)];
  lin.getText("content").insert(5, " world");
  const second = Y.encodeStateAsUpdate(lin, before);
  Y.applyUpdate(ada, second);
  const both = Y.encodeStateVector(ada);
  ada.getText("content").insert(11, "!");
  const third = Y.encodeStateAsUpdate(ada, both);
  expect([[first, second], [second], [first, second, third]].map(mergeUpdates).map(opened)).toStrictEqual([
    false,
    true,
    true,
  ]);
});

test("a client gets the updates that it lacks out of thousands, however many these are", () => {
  const [live, ada] = [new LiveDocument({ base: "", log: "" }), new Y.Doc()];
  const late = [1, 40, 600, 1700].map((since) => ({ since, doc: new Y.Doc() }));
  for (let i = 0; i < 2000; i++) {
    const before = Y.encodeStateVector(ada);
    ada.getText("content").insert(0, "a");
    for (const { since, doc } of late) if (i === since) Y.applyUpdate(doc, live.missing(Y.encodeStateVector(doc)));
    live.take(Y.encodeStateAsUpdate(ada, before));
  }
  for (const { since, doc } of late) {
    expect(doc.getText("content").length).toBe(since);
    Y.applyUpdate(doc, live.missing(Y.encodeStateVector(doc)));
    expect(doc.getText("content").length).toBe(2000);
  }
});

test("a stored state is sent unchanged, and can then be edited and read like any other", () => {
  const ada = new Y.Doc();
  ada.getText("content").insert(0, "Hello world");
  ada.getText("content").delete(0, 2);
  const state = Y.encodeStateAsUpdate(ada);
  const live = new LiveDocument({ base: Buffer.from(state).toString("base64"), log: "" });
  expect(live.missing(new Uint8Array([0]))).toEqual(Buffer.from(state));
  expect(live.stateVector).toEqual(Buffer.from(Y.encodeStateVector(ada)));
  const before = Y.encodeStateVector(ada);
  ada.getText("content").insert(3, "typed");
  ada.getText("content").delete(0, 1);
  expect(live.take(Y.encodeStateAsUpdate(ada, before))).toBe(true);
  const lin = new Y.Doc();
  Y.applyUpdate(lin, live.missing());
  expect(lin.getText("content").toString()).toBe(ada.getText("content").toString());
});

test("a stored state with a gap is completed when the missing update arrives", () => {
  const [ada, lin] = [new Y.Doc(), new Y.Doc()];
  ada.getText("content").insert(0, "Hello");
  const first = Y.encodeStateAsUpdate(ada);
  Y.applyUpdate(lin, first);
  lin.getText("content").insert(5, " world");
  const second = Y.encodeStateAsUpdate(lin, Y.encodeStateVector(ada));
  const live = new LiveDocument({ base: Buffer.from(second).toString("base64"), log: "" });
  const added = live.newIn(first) ?? new Uint8Array();
  expect(live.take(added)).toBe(true);
  const reader = new Y.Doc();
  Y.applyUpdate(reader, live.missing(new Uint8Array([0])));
  expect(reader.getText("content").toString()).toBe("Hello world");
});

test("a client that opens a text after another one gets it from memory, whatever its length, and without deleted text", () => {
  const [live, ada] = [new LiveDocument({ base: "", log: "" }), new Y.Doc()];
  const content = ada.getText("content");
  ada.on("update", (update) => live.take(update));
  const open = () => {
    const enter = jest.spyOn(Y.Doc.prototype, "emit");
    const update = live.missing(new Uint8Array([0]));
    const isOpened = enter.mock.calls.length > 0;
    enter.mockRestore();
    const reader = new Y.Doc();
    Y.applyUpdate(reader, update);
    expect(reader.getText("content").toString()).toBe(content.toString());
    return { isOpened, text: Buffer.from(update).toString("latin1") };
  };
  const typeLetters = (count: number) => {
    for (let i = 0; i < count; i++) content.insert(content.length, "a");
  };
  content.insert(0, "A secret");
  typeLetters(1200);
  expect(open()).toMatchObject({ isOpened: true });
  typeLetters(200);
  expect(open()).toMatchObject({ isOpened: false, text: expect.stringContaining("A") });
  content.delete(0, content.length);
  content.insert(0, "Hello");
  expect(open().text).not.toContain("secret");
  typeLetters(1200);
  expect(open()).toMatchObject({ isOpened: true });
});

test("a document that has forgotten recent updates sends nobody what was removed from it, and takes further updates", () => {
  const [live, writer] = [new LiveDocument({ base: "", log: "" }), new Y.Doc()];
  writer.on("update", (update: Uint8Array) => live.take(update));
  writer.getText("content").insert(0, "a secret");
  writer.getText("content").delete(2, 6);
  const nothing = Y.encodeStateVector(new Y.Doc());
  live.forgetRecent();
  writer.getText("content").insert(2, "word");
  const missingUpdate = live.missing(nothing);
  expect(Buffer.from(missingUpdate).includes("secret")).toBe(false);
  const reader = new Y.Doc();
  Y.applyUpdate(reader, missingUpdate);
  expect(reader.getText("content").toString()).toBe("a word");
});
