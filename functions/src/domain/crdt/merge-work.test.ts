import { expect, jest, test } from "@jest/globals";
import * as Y from "yjs";
import { HeavyWork } from "#src/heavy-work";
import { join, plan, readEditor, worldWithPlan } from "#testing/fixtures/crdt/crdt";
import { storeUnchecked } from "#testing/fixtures/crdt/deep";
import {
  everySecondDeletion,
  itemsAtTheBeginning,
  lineOfItems,
  listOfValues,
  repeatedDeletions,
  valuesOfOneKey,
} from "#testing/fixtures/crdt/hostile-updates";
import { onTestFinished } from "#testing/harness/jest/cleanup";
import { LiveDocument } from "./live-document.ts";
import { countSteps } from "./merge-work.ts";
import { needsDocument, OutlinedDocument } from "./outlined-document.ts";

const TOO_LONG = "data.update takes too long to merge";
const path = "/v2/crdt/sync";
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");

test.each([
  ["text inserted at one place", lineOfItems(4000), itemsAtTheBeginning(4000)],
  ["values of one key", Uint8Array.of(0, 0), valuesOfOneKey(20_000)],
  ["deletions that split a list of values", listOfValues(30_000), everySecondDeletion(30_000)],
])(
  "an update that would take Yjs many seconds to merge is refused, and nothing of it is stored: %s",
  async (_, first, second) => {
    const w = await worldWithPlan();
    const editor = { ...plan, editorId: "title" };
    await w.ok(path, { ...editor, update: base64(first) });
    const before = await readEditor(w, "title");
    for (const update of [second, Y.mergeUpdates([first, second])]) {
      const { status, body } = await w.request(path, { ...editor, update: base64(update) });
      expect([status, body.error.message]).toStrictEqual([400, expect.stringContaining(TOO_LONG)]);
    }
    expect(await readEditor(w, "title")).toStrictEqual(before);
    const client = new Y.Doc();
    client.getMap("other").set("key", "value");
    await w.ok(path, { ...editor, update: base64(Y.encodeStateAsUpdate(client)) });
  },
);

test("an editor of an earlier version that takes many seconds to open is opened in a thread, and calls work as before", async () => {
  // On a busy machine a thread, which has a low priority, may take longer than the minute that it has in a server.
  const heavyWork = new HeavyWork(undefined, undefined, () => () => {});
  onTestFinished(() => heavyWork.close());
  const w = await worldWithPlan({ heavyWork });
  const editor = { ...plan, editorId: "title" };
  await w.ok(path, { ...editor, update: base64(lineOfItems(1, { to: 1 })) });
  await storeUnchecked(w, "title", Y.mergeUpdates([lineOfItems(2500), itemsAtTheBeginning(2500)]));
  const threads = jest.spyOn(heavyWork, "run");
  /** The names of the tasks for threads that a call needs. */
  const tasksOf = async (call: () => Promise<unknown>) => {
    threads.mockClear();
    await call();
    return threads.mock.calls.map(([name]) => name);
  };
  const content = `${"b".repeat(2500)}${"a".repeat(2500)}`;
  expect(
    await tasksOf(async () => expect((await readEditor(w, "title")).data.length).toBe(content.length)),
  ).toStrictEqual(["foldState"]);
  const client = new Y.Doc();
  join(client, await readEditor(w, "title"));
  client.getText("content").insert(client.getText("content").length, "Hello");
  const update = base64(Y.encodeStateAsUpdate(client));
  const stateVector = base64(Y.encodeStateVector(client));
  expect(await tasksOf(() => w.ok(path, { ...editor, stateVector, update }))).toStrictEqual(["exchangeAndOutline"]);
  w.advance(10_000);
  expect(await tasksOf(() => w.drain())).toContain("foldState");
  expect((await readEditor(w, "title")).data.length).toBe(content.length + "Hello".length);
});

test("a small update that lets many waiting items be merged is refused if that would take too long", () => {
  const count = 4000;
  const document = new LiveDocument({ base: "", log: "" });
  for (const update of [lineOfItems(count, { from: 1 }), itemsAtTheBeginning(count)])
    expect(document.takeNew(document.newOfClient(update) as Uint8Array)).toBe(true);
  expect(() => document.newOfClient(lineOfItems(count, { to: 1 }))).toThrow(TOO_LONG);
});

test("many small updates are refused once all together would take too long to merge", () => {
  const count = 4000;
  const document = new LiveDocument({ base: base64(lineOfItems(count)), log: "" });
  const sendAll = () => {
    for (let from = 0; from < count; from += 20) {
      const update = itemsAtTheBeginning(count, { from, to: from + 20 });
      expect(document.takeNew(document.newOfClient(update) as Uint8Array)).toBe(true);
    }
  };
  expect(sendAll).toThrow(TOO_LONG);
});

test("an outline lets the whole document tell how long many items take to merge", () => {
  const stateVector = base64(Y.encodeStateVector(new Map([[9, 4000]])));
  const outline = new OutlinedDocument({ stateVector, deletions: "AA==" }, 1_000_000);
  const [some, others] = [itemsAtTheBeginning(4000, { to: 900 }), itemsAtTheBeginning(4000, { from: 900, to: 1100 })];
  expect(outline.newOfClient(some)).toStrictEqual(some);
  expect(outline.take(some)).toBe(true);
  expect(outline.newOfClient(others)).toBe(needsDocument);
});

test("what people type, delete and format at once takes less than a tenth of a step for each byte", () => {
  const first = new Y.Doc();
  first.getText("content").insert(0, "Hello world. ".repeat(20));
  const docs = [1, 2, 3, 4, 5].map((id) => {
    const doc = new Y.Doc();
    doc.clientID = id;
    Y.applyUpdate(doc, Y.encodeStateAsUpdate(first));
    return doc;
  });
  for (const [number, doc] of docs.entries())
    for (let i = 0; i < 300; i++) {
      const text = doc.getText("content");
      const at = (i * 37 + number * 11) % text.length;
      if (i % 4 === 3) text.delete(at, 1);
      else text.insert(at, "ab", i % 5 ? {} : { bold: true });
    }
  const whole = new Y.Doc();
  let bytes = 0;
  const { steps } = countSteps(() => {
    for (const doc of docs) {
      const update = Y.encodeStateAsUpdate(doc);
      bytes += update.length;
      Y.applyUpdate(whole, update);
    }
  });
  expect(steps).toBeLessThan(bytes / 10);
});

test("deletions that overlap are refused, also in a document of which only an outline is kept", async () => {
  const w = await worldWithPlan();
  await w.ok(path, { ...plan, editorId: "title", update: base64(listOfValues(10)) });
  const update = repeatedDeletions(2, 10);
  const { status, body } = await w.request(path, { ...plan, editorId: "title", update: base64(update) });
  expect([status, body.error.message]).toStrictEqual([
    400,
    "data.update must hold each deletion once: its ranges must not overlap.",
  ]);
  const stateVector = base64(Y.encodeStateVector(new Map([[5, 10]])));
  const outline = new OutlinedDocument({ stateVector, deletions: "AA==" }, 1000);
  expect(outline.newOfClient(update)).toBe(needsDocument);
});
