import { expect, jest, test } from "@jest/globals";
import * as Y from "yjs";
import { HeavyWork } from "#src/heavy-work";
import { MeteredStore } from "#store/metered";
import { editorInStore, plan, readEditor, seenBy, worldWithPlan } from "#testing/fixtures/crdt/crdt";
import { syncTo } from "#testing/fixtures/crdt/sync";
import { addEndpoint, eventsSent } from "#testing/fixtures/webhooks/webhooks";
import { onTestFinished } from "#testing/harness/jest/cleanup";
import { secondProcess } from "#testing/harness/processes/second-process";
import { noRoundTrip } from "#testing/harness/properties/round-trip";
import { faultyStore } from "#testing/harness/store/faulty-store";
import { twoConnections } from "#testing/harness/store/two-connections";
import type { World } from "#testing/harness/world";

const path = "/v2/crdt/sync";
const title = { ...plan, editorId: "title" };

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
const entries = async (w: World, editorId = "title") =>
  (await w.context.store.query({ collection: `${editorInStore(w, editorId)}/updates` })).docs;

/** A stock client that has typed a text. */
function docWithText(text: string, key = "content"): Y.Doc {
  const client = new Y.Doc();
  client.getText(key).insert(0, text);
  return client;
}

test("after the clock was set back, live edits are told of within the usual delay", async () => {
  const w = await worldWithPlan();
  await addEndpoint(w, "all");
  const ada = new Y.Doc();
  const type = (text: string) => {
    ada.getText("content").insert(0, text);
    return syncTo(w, "title", ada);
  };
  w.advance(3_600_000);
  await type("Hello");
  await type(" world");
  w.setClock(-3_600_000);
  await type("!");
  await w.drain();
  w.receivers.calls.splice(0);
  w.advance(5000);
  await w.drain();
  expect(w.receivers.calls.map(({ json }) => json.event)).toStrictEqual(["crdt.update_data"]);
});

test("two stock clients that push and pull in one call see each other's text, and so does crdt/get", async () => {
  const w = await worldWithPlan();
  const [ada, lin] = [docWithText("Hello"), new Y.Doc()];
  await syncTo(w, "title", ada);
  await syncTo(w, "title", lin);
  expect(seenBy(lin, "text", "content")).toBe("Hello");
  lin.getText("content").insert(5, " world");
  w.advance(1000);
  await syncTo(w, "title", lin);
  ada.getText("content").insert(0, "Oh! ");
  await syncTo(w, "title", ada);
  await syncTo(w, "title", lin);
  for (const client of [ada, lin]) expect(seenBy(client, "text", "content")).toBe("Oh! Hello world");
  const { update: _update, ...read } = await readEditor(w, "title");
  expect(read).toMatchObject({ data: "Oh! Hello world", type: "text", lastUpdate: "2026-01-05T09:00:01.000Z" });
});

test("a reply holds what the client lacks and no more, and the state vector of the service", async () => {
  const w = await worldWithPlan();
  const ada = docWithText("Hello");
  const { message, data } = await w.ok(path, { ...title, update: base64(Y.encodeStateAsUpdate(ada)) });
  expect(message).toBe("CRDT data synchronized successfully.");
  expect(data).toStrictEqual({
    update: base64(Y.encodeStateAsUpdate(ada)),
    stateVector: base64(Y.encodeStateVector(ada)),
  });
  const again = await w.ok(path, { ...title, stateVector: data.stateVector });
  expect(again.data).toStrictEqual({ update: "AAA=", stateVector: data.stateVector });
});

test("the same update again, and an empty one, store nothing", async () => {
  const w = await worldWithPlan();
  const ada = docWithText("Hello");
  await w.ok(path, { ...title, update: "AAA=" });
  for (let i = 0; i < 3; i++) await w.ok(path, { ...title, update: base64(Y.encodeStateAsUpdate(ada)) });
  await w.ok(path, { ...title, update: "AAA=" });
  expect((await entries(w)).length).toBe(1);
});

test("updates that arrive in any order, and more than once, lead to the same text", async () => {
  const w = await worldWithPlan();
  const ada = new Y.Doc();
  const updates: Uint8Array[] = [];
  ada.on("update", (update) => updates.push(update));
  for (const letter of "converge") ada.getText("content").insert(ada.getText("content").length, letter);
  ada.getText("content").delete(0, 3);
  for (const update of [...updates.toReversed(), ...updates]) await w.ok(path, { ...title, update: base64(update) });
  expect((await readEditor(w, "title")).data).toBe("verge");
  w.advance(60_000);
  await w.drain();
  expect((await readEditor(w, "title")).data).toBe("verge");
});

test("an editor keeps its type and content key; those of a new one can be chosen", async () => {
  const w = await worldWithPlan();
  const client = new Y.Doc();
  client.getXmlFragment("default").insert(0, [new Y.XmlElement("p")]);
  const update = base64(Y.encodeStateAsUpdate(client));
  await w.ok(path, { ...title, update, type: "xml", contentKey: "default" });
  expect(await readEditor(w, "title")).toMatchObject({ type: "xml", contentKey: "default", data: "<p/>" });
  await w.ok(path, { ...title, update });
  for (const other of [{ type: "text" }, { contentKey: "content" }])
    expect((await w.fails(path, { ...title, update, ...other })).status).toBe("INVALID_ARGUMENT");
});

test("a pull of an editor that does not exist is empty and does not create it", async () => {
  const w = await worldWithPlan();
  expect((await w.ok(path, title)).data).toStrictEqual({ update: "AAA=", stateVector: "AA==" });
  expect((await w.ok("/v2/crdt/get", title)).data).toStrictEqual([]);
});

test("replacing content as a whole and editing it live work on the same state", async () => {
  const w = await worldWithPlan();
  await w.ok("/v2/crdt/add", { ...title, type: "text", data: "Hello" });
  const ada = new Y.Doc();
  await syncTo(w, "title", ada);
  ada.getText("content").insert(5, " world");
  await syncTo(w, "title", ada);
  ada.getText("content").insert(0, "Oh! ");
  await w.ok("/v2/crdt/update", { ...title, type: "text", data: "Hello, world" });
  await syncTo(w, "title", ada);
  expect(seenBy(ada, "text", "content")).toBe("Oh! Hello, world");
  expect((await readEditor(w, "title")).data).toBe("Oh! Hello, world");
});

test("the log is folded by a task, deleted a minute later, and nothing changes for readers", async () => {
  const w = await worldWithPlan();
  const [ada, lin] = [docWithText("Hello"), new Y.Doc()];
  await syncTo(w, "title", ada);
  for (let round = 0; round < 3; round++) {
    ada.getText("content").insert(0, `${round} `);
    await syncTo(w, "title", ada);
    w.advance(5000);
    await w.drain();
    await syncTo(w, "title", lin);
    expect(seenBy(lin, "text", "content")).toBe(seenBy(ada, "text", "content"));
  }
  expect((await entries(w)).length).toBe(3);
  for (let round = 0; round < 3; round++) {
    w.advance(60_000);
    await w.drain();
  }
  expect(await entries(w)).toStrictEqual([]);
  expect(await w.context.store.count({ collection: "tasks" })).toBe(0);
  expect((await readEditor(w, "title")).data).toBe("2 1 0 Hello");
});

test("writers of one editor never wait for each other: many concurrent updates are all stored", async () => {
  const w = await worldWithPlan();
  await syncTo(w, "title", docWithText("-"));
  const clients = Array.from({ length: 20 }, (_, i) => docWithText(`${i} `));
  await Promise.all(clients.map((client) => syncTo(w, "title", client)));
  const { data } = await readEditor(w, "title");
  for (let i = 0; i < clients.length; i++) expect(data).toContain(`${i} `);
});

test("events report a new editor at once, and live edits once in five seconds", async () => {
  const w = await worldWithPlan();
  await addEndpoint(w, "all");
  const ada = docWithText("a");
  await syncTo(w, "title", ada);
  expect((await eventsSent(w)).map(([type]) => type)).toStrictEqual(["crdt.add"]);
  for (let second = 0; second < 10; second++) {
    ada.getText("content").insert(0, "b");
    await syncTo(w, "title", ada);
    w.advance(1000);
    await w.drain();
  }
  const events = await eventsSent(w);
  expect(events.map(([type]) => type)).toStrictEqual(["crdt.update_data", "crdt.update_data"]);
});

test("a deleted editor that is added again holds nothing of its earlier log", async () => {
  const w = await worldWithPlan();
  await syncTo(w, "title", docWithText("old"));
  await syncTo(w, "title", docWithText("older"));
  await w.ok("/v2/crdt/delete", { ...plan, editorIds: ["title"] });
  await syncTo(w, "title", docWithText("new"));
  await syncTo(w, "title", docWithText("newer"));
  await w.drain();
  expect((await readEditor(w, "title")).data).toMatch(/^(newernew|newnewer)$/);
  expect((await entries(w)).length).toBe(1);
});

test("an update of several megabytes is stored, and a state of more than ten is refused", async () => {
  const w = await worldWithPlan();
  const ada = docWithText("x".repeat(4_000_000));
  await syncTo(w, "title", docWithText("-"));
  await syncTo(w, "title", ada);
  expect((await readEditor(w, "title")).data.length).toBe(4_000_001);
  const lin = new Y.Doc();
  await syncTo(w, "title", lin);
  expect(lin.getText("content").length).toBe(4_000_001);
  const update = base64(Y.encodeStateAsUpdate(docWithText("y".repeat(7_200_000))));
  expect((await w.fails(path, { ...title, update })).message).toMatch(/must not be larger than 10 MiB/);
});

test("clients of a large editor send and receive changes without its document being rebuilt", async () => {
  const heavyWork = new HeavyWork();
  onTestFinished(() => heavyWork.close());
  const w = await worldWithPlan({ heavyWork });
  const [ada, lin] = [docWithText("x".repeat(300_000)), new Y.Doc()];
  for (const client of [docWithText("-"), ada]) await syncTo(w, "title", client);
  w.advance(5000);
  await w.drain();
  await syncTo(w, "title", lin);
  await syncTo(w, "title", ada);
  const threads = jest.spyOn(heavyWork, "run");
  /** Sends the changes since the last exchange, and applies those of others. */
  const exchange = async (client: Y.Doc, last: Uint8Array) => {
    const [stateVector, update] = [Y.encodeStateVector(client), Y.encodeStateAsUpdate(client, last)].map(base64);
    const { data } = await w.ok(path, { ...title, stateVector, update });
    Y.applyUpdate(client, Buffer.from(data.update, "base64"));
  };
  for (let round = 0; round < 20; round++) {
    const [author, reader] = round % 2 === 0 ? [ada, lin] : [lin, ada];
    const last = Y.encodeStateVector(author);
    author.getText("content").insert(round * 9, `round ${round}`);
    if (round % 3 === 0) author.getText("content").delete(1000 - round, 2);
    await exchange(author, last);
    await exchange(reader, last);
    expect(reader.getText("content").toString()).toBe(author.getText("content").toString());
  }
  expect(threads.mock.calls.map(([name]) => name)).toStrictEqual([]);
  const late = new Y.Doc();
  await syncTo(w, "title", late);
  expect(late.getText("content").toString()).toBe(ada.getText("content").toString());
  expect(threads.mock.calls.map(([name]) => name)).toStrictEqual(["exchangeAndOutline"]);
  expect((await readEditor(w, "title")).data).toBe(ada.getText("content").toString());
});

test("a large update of a small editor is examined in another thread, and others get it", async () => {
  const heavyWork = new HeavyWork();
  onTestFinished(() => heavyWork.close());
  const w = await worldWithPlan({ heavyWork });
  const [ada, lin] = [docWithText("-"), new Y.Doc()];
  await syncTo(w, "title", ada);
  await syncTo(w, "title", lin);
  const threads = jest.spyOn(heavyWork, "run");
  ada.getText("content").insert(1, "x".repeat(500_000));
  await syncTo(w, "title", ada);
  expect(threads.mock.calls.map(([name]) => name)[0]).toBe("exchangeAndOutline");
  await syncTo(w, "title", lin);
  expect(lin.getText("content").toString()).toBe(ada.getText("content").toString());
});

test.each([
  { kept: "keeping documents", large: Number.POSITIVE_INFINITY, isShared: true },
  { kept: "keeping documents", large: Number.POSITIVE_INFINITY, isShared: false },
  { kept: "keeping outlines", large: 20, isShared: true },
  { kept: "keeping outlines", large: 20, isShared: false },
])(
  "a change that one process has acknowledged is in the next reply of another, whichever folds the log ($kept, recording writes: $isShared)",
  async ({ large, isShared }) => {
    const { store, otherStore } = await twoConnections({ isShared });
    const heavyWork = new HeavyWork(large);
    onTestFinished(() => heavyWork.close());
    const w = await worldWithPlan({ wrapStore: () => store, heavyWork });
    const processes = [w, secondProcess(w, undefined, otherStore)];
    const ada = docWithText("-");
    await syncTo(w, "title", ada);
    for (let step = 0; step < 24; step++) {
      const [from, to] = [processes[step % 2] as World, processes[(step >> 1) % 2] as World];
      const before = Y.encodeStateVector(ada);
      ada.getText("content").insert(0, `${step} `);
      await from.ok(path, { ...title, update: base64(Y.encodeStateAsUpdate(ada, before)) });
      const { data } = await to.ok(path, { ...title, stateVector: base64(before) });
      expect(data.stateVector).toBe(base64(Y.encodeStateVector(ada)));
      if (step % 5 > 0) continue;
      w.advance(5000);
      await to.drain();
    }
  },
);

test("a process reads only what another one has added since, however long the log is and whoever folds it", async () => {
  const { store, otherStore } = await twoConnections({ isShared: true });
  const w = await worldWithPlan({ wrapStore: () => store });
  const cost = { reads: 0, writes: 0, trips: 0 };
  const second = secondProcess(w, undefined, new MeteredStore(otherStore, cost));
  const ada = docWithText("-");
  await syncTo(w, "title", ada);
  const readsOfPull = async () => {
    const before = cost.reads;
    const { data } = await second.ok(path, title);
    expect(data.stateVector).toBe(base64(Y.encodeStateVector(ada)));
    return cost.reads - before;
  };
  const type = async (letters: string) => {
    for (const letter of letters) {
      ada.getText("content").insert(0, letter);
      await syncTo(w, "title", ada);
    }
  };
  await type("a");
  await readsOfPull();
  const idle = await readsOfPull();
  await type("b".repeat(60));
  expect(await readsOfPull()).toBe(idle + 60);
  await type("c");
  expect(await readsOfPull()).toBe(idle + 1);
  w.advance(5000);
  await w.drain();
  expect((await readEditor(w, "title")).data).toBe(ada.getText("content").toString());
  expect(await readsOfPull()).toBe(idle);
  await type("d");
  expect(await readsOfPull()).toBe(idle + 1);
});

test("an update that is not stored because the store fails is in no reply, and is stored when it is sent again", async () => {
  const fault = { left: Number.POSITIVE_INFINITY };
  const w = await worldWithPlan({ wrapStore: (store) => faultyStore(store, fault) });
  for (const text of ["a", "b"]) await syncTo(w, "title", docWithText(text));
  const before = (await w.ok(path, title)).data;
  const update = base64(Y.encodeStateAsUpdate(docWithText("lost")));
  let lossCount = 0;
  for (let callsLeft = 0; callsLeft < 4; callsLeft++) {
    fault.left = callsLeft;
    const { status } = await w.request(path, { ...title, update });
    fault.left = Number.POSITIVE_INFINITY;
    const { data } = await w.ok(path, title);
    if ((await entries(w)).length > 1) continue;
    lossCount++;
    expect([status, data]).toStrictEqual([500, before]);
  }
  expect(lossCount).toBeGreaterThan(0);
  const { data } = await w.ok(path, { ...title, update });
  const client = new Y.Doc();
  Y.applyUpdate(client, Buffer.from(data.update, "base64"));
  expect(seenBy(client, "text", "content")).toContain("lost");
  expect((await readEditor(w, "title")).data).toBe(seenBy(client, "text", "content"));
});

test("a call with an Idempotency-Key and a call without one see each other's stored changes", async () => {
  const w = await worldWithPlan();
  const ada = docWithText("-");
  await syncTo(w, "title", ada);
  for (let step = 0; step < 6; step++) {
    const before = Y.encodeStateVector(ada);
    ada.getText("content").insert(0, `${step} `);
    const body = { ...title, update: base64(Y.encodeStateAsUpdate(ada, before)) };
    const headers = step % 2 === 0 ? {} : { "idempotency-key": `key-${step}` };
    const { data } = await w.ok(path, body, { headers });
    expect(data.stateVector).toBe(base64(Y.encodeStateVector(ada)));
    expect((await w.ok(path, title)).data.stateVector).toBe(data.stateVector);
  }
  expect((await entries(w)).length).toBe(6);
});

test("deletions that an editor lacks are stored once, and a client that sends all it has adds what is new", async () => {
  const w = await worldWithPlan();
  const ada = docWithText("Hello world");
  await syncTo(w, "title", ada);
  await syncTo(w, "title", docWithText("-"));
  for (let round = 0; round < 3; round++) {
    ada.getText("content").delete(0, 2);
    for (let again = 0; again < 2; again++) await syncTo(w, "title", ada);
  }
  expect((await entries(w)).length).toBe(4);
  expect((await readEditor(w, "title")).data).toBe(ada.getText("content").toString());
});

test("an invalid Yjs update or state vector is refused before anything is stored", async () => {
  const w = await worldWithPlan();
  await syncTo(w, "title", docWithText("Hello"));
  const before = await entries(w);
  const good = Y.encodeStateAsUpdate(docWithText("Lost without a word"));
  const none = [
    [1],
    [255, 255, 255, 255],
    [1, 1, 5, 0, 44, 9, 9],
    [7, 7, 7, 7, 7, 7, 7, 7],
    [0, 0, 1],
    [...good, 0, 0],
  ];
  for (const bytes of [...none, Y.encodeStateAsUpdateV2(docWithText("Lost without a word"))])
    for (const editorId of ["title", "none"]) {
      const error = await w.fails(path, { ...plan, editorId, update: base64(Uint8Array.from(bytes)) });
      expect([error.status, error.message]).toStrictEqual([
        "INVALID_ARGUMENT",
        "data.update must be a Yjs update in the format of version 1.",
      ]);
    }
  const tooLarge = base64(Buffer.concat([Uint8Array.of(128, 128, 64), Buffer.alloc(2 * 1024 * 1024, 1)]));
  for (const stateVector of ["//8=", tooLarge]) {
    const error = await w.fails(path, { ...title, stateVector });
    expect(error.message).toBe("data.stateVector must be a Yjs state vector of at most 1 MiB.");
  }
  expect(await entries(w)).toStrictEqual(before);
  expect((await w.ok("/v2/crdt/get", { ...plan, editorId: "none" })).data).toStrictEqual([]);
});

test("a viewer may pull but not push", async () => {
  const w = await worldWithPlan();
  await syncTo(w, "title", docWithText("Hello"));
  await w.ok("/v2/users/add", { ...plan, users: [{ userId: "eve", accessRole: "viewer" }] });
  const token = await w.token("eve");
  const { data } = await w.ok(path, title, { token });
  expect(data.update.length).toBeGreaterThan(10);
  const error = await w.fails(path, { ...title, update: "AAA=" }, { token });
  expect([error.status, error.message]).toStrictEqual(["PERMISSION_DENIED", "User may not write to the document."]);
});

noRoundTrip(path, "the reply does not return the changes that were sent");
