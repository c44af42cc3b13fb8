import { expect, test } from "@jest/globals";
import * as Y from "yjs";
import { HeavyWork } from "#src/heavy-work";
import { editorInStore, plan, readEditor, storedChunks, worldWithPlan } from "#testing/fixtures/crdt/crdt";
import { syncTo } from "#testing/fixtures/crdt/sync";
import { onTestFinished } from "#testing/harness/jest/cleanup";
import { ensure, ensureIs } from "#testing/harness/jest/ensure";
import type { World } from "#testing/harness/world";

const path = "/v2/crdt/delete";
const missing = { success: false, message: "No CRDT data found for this editor ID.", code: "not-found" };
const deleted = (id: string) => ({ success: true, id, message: "CRDT data deleted." });

const add = (w: World, editorId: string, data = "Hello") =>
  w.ok("/v2/crdt/add", { ...plan, editorId, type: "text", data });
const idsOf = async (w: World) =>
  (await w.ok("/v2/crdt/get", plan)).data.map(({ id }: { id: string }) => id) as string[];

test("content of the named editors is deleted, each with its own result, and can be added again", async () => {
  const w = await worldWithPlan();
  for (const id of ["a", "b", "__proto__"]) await add(w, id);
  const { message, data } = await w.ok(path, { ...plan, editorIds: ["a", "none", "__proto__"] });
  expect(message).toBe("CRDT data deleted successfully.");
  expect(Object.entries(data)).toStrictEqual(
    Object.entries(
      Object.fromEntries([
        ["a", deleted("a")],
        ["none", { ...missing, id: "none" }],
        ["__proto__", deleted("__proto__")],
      ]),
    ),
  );
  expect(await idsOf(w)).toStrictEqual(["b"]);
  expect((await w.ok(path, { ...plan, editorIds: ["a"] })).data).toStrictEqual({ a: { ...missing, id: "a" } });
  await add(w, "a", "anew");
  expect(await idsOf(w)).toStrictEqual(["a", "b"]);
});

test("without ids all editors of the document are deleted, and none of another document", async () => {
  const w = await worldWithPlan();
  await w.ok("/v2/organizations/documents/add", { organizationId: "acme", documents: [{ documentId: "other" }] });
  await w.ok("/v2/crdt/add", { ...plan, documentId: "other", editorId: "kept", type: "array", data: [] });
  const ids = Array.from({ length: 45 }, (_, i) => `e${i}`);
  for (const id of ids) await add(w, id);
  const { data } = await w.ok(path, plan);
  expect(Object.keys(data).sort()).toStrictEqual(ids.toSorted());
  expect(data.e7).toStrictEqual(deleted("e7"));
  expect(await idsOf(w)).toStrictEqual([]);
  ensureIs((await w.ok("/v2/crdt/get", { ...plan, documentId: "other" })).data.length, 1);
  expect((await w.ok(path, plan)).data).toStrictEqual({});
});

test.each([
  ["short", Number.POSITIVE_INFINITY],
  ["long, which another thread reads,", 0],
])(
  "a user's copy of a deleted editor, %s is refused, unless an API key has restored the editor from one",
  async (_, minBytes) => {
    const heavyWork = new HeavyWork(minBytes);
    onTestFinished(() => heavyWork.close());
    const w = await worldWithPlan({ heavyWork });
    await w.ok("/v2/users/add", { ...plan, users: [{ userId: "ada" }] });
    const asAda = { token: await w.token("ada") };
    const copy = new Y.Doc();
    copy.getText("content").insert(0, "Old");
    await syncTo(w, "title", copy, asAda);
    const stateVector = Buffer.from(Y.encodeStateVector(copy)).toString("base64");
    const update = Buffer.from(Y.encodeStateAsUpdate(copy)).toString("base64");
    const title = { ...plan, editorId: "title" };
    const expectRefusals = async () => {
      for (const input of [{ stateVector }, { update }, { stateVector, update: "AAA=" }]) {
        const { status, message } = await w.fails("/v2/crdt/sync", { ...title, ...input }, asAda);
        expect([status, message]).toStrictEqual(["NOT_FOUND", "The editor of this copy was deleted."]);
      }
    };
    await w.ok(path, { ...plan, editorIds: ["title"] });
    await expectRefusals();
    const fresh = new Y.Doc();
    fresh.getText("content").insert(0, "New");
    await syncTo(w, "title", fresh, asAda);
    await expectRefusals();
    expect((await readEditor(w, "title")).data).toBe("New");
    await w.ok(path, { ...plan, editorIds: ["title"] });
    await w.ok("/v2/crdt/sync", { ...title, update });
    copy.getText("content").insert(3, " and new");
    await syncTo(w, "title", copy, asAda);
    expect((await readEditor(w, "title")).data).toBe("Old and new");
  },
);

test("if there are more than 500 editors, the reply covers 500 and a job deletes the rest", async () => {
  const w = await worldWithPlan();
  await add(w, "first");
  const first = await w.context.store.get(editorInStore(w, "first"));
  ensure(first);
  const { data: editorData } = first;
  const paths = Array.from({ length: 519 }, (_, i) => editorInStore(w, `e${i}`));
  await w.context.store.bulk(paths.map((each) => ({ op: "set", path: each, data: editorData })));
  const { data } = await w.ok(path, plan);
  expect(Object.keys(data).length).toBe(500);
  await w.drain();
  expect(await idsOf(w)).toStrictEqual([]);
  expect(await w.context.store.count({ collection: "tasks" })).toBe(0);
});

test("a document remembers the latest 200 of its deleted editors, whether the call or the job deletes them", async () => {
  const w = await worldWithPlan();
  await add(w, "first");
  const first = await w.context.store.get(editorInStore(w, "first"));
  const paths = Array.from({ length: 519 }, (_, i) => editorInStore(w, `e${i + 100}`));
  const writes = paths.map((each, i) => ({ op: "set" as const, path: each, data: { ...first?.data, firstClient: i } }));
  await w.context.store.bulk(writes);
  await w.ok(path, plan);
  await w.drain();
  const document = await w.context.store.get(editorInStore(w, "first").replace("/crdt/first", ""));
  expect(document?.data.deletedEditors).toStrictEqual([
    ...Array.from({ length: 199 }, (_, i) => i + 320),
    expect.any(Number),
  ]);
});

test("large content is deleted with its chunks", async () => {
  const w = await worldWithPlan();
  for (const id of ["title", "body"]) await add(w, id, "large ".repeat(200_000));
  expect((await storedChunks(w)).length).toBeGreaterThan(1);
  await w.ok(path, { ...plan, editorIds: ["title"] });
  await w.drain();
  expect(await storedChunks(w)).toStrictEqual([]);
  expect((await storedChunks(w, "body")).length).toBeGreaterThan(1);
  await w.ok(path, plan);
  await w.drain();
  expect(await storedChunks(w, "body")).toStrictEqual([]);
  expect(await w.context.store.count({ collection: "tasks" })).toBe(0);
});

test("deleting a document deletes its editors and their chunks", async () => {
  const w = await worldWithPlan();
  await add(w, "title", "large ".repeat(200_000));
  await w.ok("/v2/organizations/documents/delete", { organizationId: "acme", documentIds: ["plan"] });
  await w.drain();
  expect(await storedChunks(w)).toStrictEqual([]);
  expect(await w.context.store.get(editorInStore(w, "title"))).toBeUndefined();
});

test("a missing organization or document, a repeated id and 501 ids are refused", async () => {
  const w = await worldWithPlan();
  await add(w, "title");
  for (const editorIds of [undefined, ["title"]])
    for (const [place, message] of [
      [{ organizationId: "globex" }, "Organization does not exist."],
      [{ documentId: "nothing" }, "Document does not exist."],
    ] as const)
      expect((await w.fails(path, { ...plan, ...place, editorIds })).message).toBe(message);
  const twice = await w.fails(path, { ...plan, editorIds: ["title", "title"] });
  expect(twice.message).toBe('data.editorIds names "title" more than once.');
  const many = await w.fails(path, { ...plan, editorIds: Array.from({ length: 501 }, (_, i) => `e${i}`) });
  expect(many.message).toBe("data.editorIds must have at most 500 items.");
  expect(await idsOf(w)).toStrictEqual(["title"]);
});
