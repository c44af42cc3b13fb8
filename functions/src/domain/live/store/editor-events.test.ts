import { expect, test } from "@jest/globals";
import * as Y from "yjs";
import { onTestFinished } from "#testing/harness/jest/cleanup";
import { secondProcess } from "#testing/harness/processes/second-process";
import { testFirestoreStore } from "#testing/harness/store/test-store";
import { twoConnections } from "#testing/harness/store/two-connections";
import { quietStreamWorld, type StreamClient, type StreamWorld } from "#testing/harness/streams";

const place = { organizationId: "acme", documentId: "homepage" };
const query = new URLSearchParams({ ...place, editors: "title,a%2Cb" }).toString();
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");

/** A client that sends its changes to the service one by one. */
function writer(s: StreamWorld, editorId = "title") {
  const doc = new Y.Doc();
  onTestFinished(() => doc.destroy());
  let sentVector = Y.encodeStateVector(doc);
  return {
    async type(text: string) {
      doc.getText("content").insert(doc.getText("content").length, text);
      const update = base64(Y.encodeStateAsUpdate(doc, sentVector));
      sentVector = Y.encodeStateVector(doc);
      await s.w.ok("/v2/crdt/sync", { ...place, editorId, update });
    },
  };
}

/** Updates that a stream has delivered. */
function updatesOf(client: StreamClient) {
  return client.events.filter(({ event }) => event === "crdt.update").map(({ data }) => data);
}

/** The text that results from the state of the service and the updates of streams. */
async function textBy(s: StreamWorld, start: string, ...clients: StreamClient[]): Promise<string> {
  const doc = new Y.Doc();
  for (const update of [start, ...clients.flatMap((client) => updatesOf(client).map((one) => one.update))])
    if (update) Y.applyUpdate(doc, Buffer.from(update, "base64"));
  await s.settle();
  return doc.getText("content").toString();
}

for (const store of ["SQLite", "Firestore"] as const) {
  const options = async () => {
    if (store === "SQLite") return {};
    const firestore = await testFirestoreStore();
    return { wrapStore: () => firestore };
  };

  test(`over ${store} a stream sends the updates of the editors that it names, and of no others`, async () => {
    const s = await quietStreamWorld(await options());
    const [title, comma, other] = [writer(s), writer(s, "a,b"), writer(s, "other")];
    for (const one of [title, comma, other]) await one.type("-");
    const client = await s.open("ada", { query });
    expect(updatesOf(client)).toStrictEqual([]);
    for (const one of [title, comma, other]) await one.type("x");
    await s.until(() => updatesOf(client).length >= 2);
    expect(updatesOf(client).map(({ editorId, userId }) => [editorId, userId])).toStrictEqual([
      ["title", null],
      ["a,b", null],
    ]);
  });

  test(`over ${store} a client that reconnects gets what it has missed, even if it was folded meanwhile`, async () => {
    const s = await quietStreamWorld(await options());
    const title = writer(s);
    await title.type("a");
    const first = await s.open("ada", { query });
    const { data } = await s.w.ok("/v2/crdt/sync", { ...place, editorId: "title" });
    await title.type("b");
    await s.until(() => updatesOf(first).length >= 1);
    first.leave();
    await title.type("c");
    s.w.advance(5000);
    await s.w.drain();
    await title.type("d");
    const second = await s.open("ada", { query, lastEventId: first.lastEventId });
    await s.until(() => updatesOf(second).length >= 2);
    expect(updatesOf(second).length).toBe(2);
    expect(await textBy(s, data.update, first, second)).toBe("abcd");
  });
}

test("a client that was away while entries were deleted or content was replaced is asked to synchronize", async () => {
  const s = await quietStreamWorld();
  const title = writer(s);
  for (const text of ["a", "b"]) await title.type(text);
  const first = await s.open("ada", { query });
  await title.type("c");
  await s.until(() => updatesOf(first).length >= 1);
  first.leave();
  await title.type("d");
  for (let round = 0; round < 3; round++) {
    s.w.advance(130_000);
    await s.w.drain();
  }
  const second = await s.open("ada", { query, lastEventId: first.lastEventId });
  expect(updatesOf(second)).toStrictEqual([{ editorId: "title", resync: true }]);
  await s.w.ok("/v2/crdt/update", { ...place, editorId: "title", type: "text", data: "new" });
  await s.until(() => updatesOf(second).length >= 2);
  await s.w.ok("/v2/crdt/delete", { ...place, editorIds: ["title"] });
  await s.until(() => updatesOf(second).length >= 3);
  expect(updatesOf(second).slice(1)).toStrictEqual([
    { editorId: "title", resync: true },
    { editorId: "title", removed: true },
  ]);
});

test("a client with a position of data that an earlier backup has replaced is asked to synchronize", async () => {
  const s = await quietStreamWorld();
  await writer(s).type("a");
  const first = await s.open("ada", { query });
  first.leave();
  const versions = /;(\d+)~/g;
  const lastEventId = first.lastEventId?.replace(versions, (_, version) => `;${Number(version) + 1000}~`);
  const second = await s.open("ada", { query, lastEventId });
  const resync = { editorId: "title", resync: true };
  await s.until(() => updatesOf(second).length > 0);
  expect(updatesOf(second)).toContainEqual(resync);
});

test("a client learns that another process has replaced the editor by a new one with the same id", async () => {
  const { store, otherStore, look } = await twoConnections();
  const s = await quietStreamWorld({ wrapStore: () => store });
  const editor = { ...place, editorId: "title" };
  await s.w.ok("/v2/crdt/add", { ...editor, type: "text", data: "Old" });
  const client = await s.open("ada", { query });
  await s.pass(5000);
  const other = secondProcess(s.w, undefined, otherStore);
  await other.ok("/v2/crdt/delete", { ...place, editorIds: ["title"] });
  await other.ok("/v2/crdt/add", { ...editor, type: "text", data: "New" });
  look();
  await s.until(() => updatesOf(client).length > 0);
  expect(updatesOf(client)).toStrictEqual([
    { editorId: "title", removed: true },
    { editorId: "title", resync: true },
  ]);
});

test("a client that reconnects after missing hundreds of updates of several editors gets all of them", async () => {
  const s = await quietStreamWorld();
  const editorIds = ["a", "b", "c"];
  const ofAll = new URLSearchParams({ ...place, editors: editorIds.join(",") }).toString();
  const writers = editorIds.map((editorId) => writer(s, editorId));
  for (const one of writers) await one.type("-");
  const first = await s.open("ada", { query: ofAll });
  first.leave();
  for (let i = 0; i < 400; i++) await Promise.all(writers.map((one) => one.type("x")));
  const second = await s.open("ada", { query: ofAll, lastEventId: first.lastEventId });
  await s.until(() => updatesOf(second).length >= 1200);
  expect([second.isOver, updatesOf(second).length]).toStrictEqual([false, 1200]);
});

test("more than ten editors, and invalid ids, are refused", async () => {
  const s = await quietStreamWorld();
  for (const editors of [Array.from({ length: 11 }, (_, i) => `e${i}`).join(","), "a,,b", "%", "%00"]) {
    const client = await s.ask("ada", { query: new URLSearchParams({ ...place, editors }).toString() });
    expect([client.status, client.body.error.message]).toStrictEqual([
      400,
      "query.editors must be 1 to 10 ids with commas between them, each percent-encoded.",
    ]);
  }
});
