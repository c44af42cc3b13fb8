import { expect, test } from "@jest/globals";
import * as Y from "yjs";
import { join, plan, readEditor, worldWithPlan } from "#testing/fixtures/crdt/crdt";
import { type DeepType, nestIn, storeUnchecked } from "#testing/fixtures/crdt/deep";
import { addEndpoint, bodiesSent } from "#testing/fixtures/webhooks/webhooks";
import type { World } from "#testing/harness/world";

const path = "/v2/crdt/sync";
const cut = "[nested deeper than 100 levels]";
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");

const types: DeepType[] = ["map", "array", "xml", "xmltext"];

const contentByType: Record<DeepType, unknown> = {
  map: { b: [1] },
  array: [[1]],
  xml: "<p>Hello</p>",
  xmltext: "Hello",
};

/** A new world with the editors `deep`, which nests as earlier versions allowed, and `other`. */
async function worldWithDeep(type: DeepType, levels = 5000): Promise<{ w: World; doc: Y.Doc }> {
  const w = await worldWithPlan();
  const doc = new Y.Doc();
  await w.ok(path, { ...plan, editorId: "deep", type, update: base64(nestIn(doc, type, 1, "before")) });
  await w.ok("/v2/crdt/add", { ...plan, editorId: "other", type: "text", data: "Hello" });
  await storeUnchecked(w, "deep", nestIn(doc, type, levels));
  return { w, doc };
}

for (const type of types) {
  test(`a state of ${type} that nests too deep, as earlier versions allowed, is cut off when read, and its Yjs document is complete`, async () => {
    const { w, doc } = await worldWithDeep(type);
    const { data } = await w.ok("/v2/crdt/get", plan);
    expect(data.map(({ id }: { id: string }) => id)).toStrictEqual(["deep", "other"]);
    expect(JSON.stringify(data[0].data)).toContain(cut);
    const client = new Y.Doc();
    join(client, await readEditor(w, "deep"));
    expect(base64(Y.encodeStateVector(client))).toBe(base64(Y.encodeStateVector(doc)));
  });

  test(`the log of such a state of ${type} is folded, its event is sent, and clients can continue`, async () => {
    const { w, doc } = await worldWithDeep(type);
    await addEndpoint(w, "hooks");
    await w.ok(path, { ...plan, editorId: "deep", update: base64(nestIn(doc, type, 2, "later")) });
    w.advance(60_000);
    expect(JSON.stringify(await bodiesSent(w))).toContain(cut);
    expect(w.logged.filter(({ level }) => level === "error")).toStrictEqual([]);
    expect(JSON.stringify((await readEditor(w, "deep")).data)).toContain(cut);
  });

  test(`crdt/update replaces such a state of ${type} and removes what it nested from the Yjs document`, async () => {
    const { w } = await worldWithDeep(type);
    for (let i = 0; i < 2; i++)
      await w.ok("/v2/crdt/update", { ...plan, editorId: "deep", type, data: contentByType[type] });
    expect((await readEditor(w, "deep")).data).toStrictEqual(contentByType[type]);
    expect((await w.ok("/v2/crdt/get", plan)).data.length).toBe(2);
  });

  test(`an erasure completes despite such a state of ${type} and leaves no name in it, however deep`, async () => {
    const { w, doc } = await worldWithDeep(type);
    await storeUnchecked(w, "deep", nestIn(doc, type, 3000, "{{eve}}"));
    const { data } = await w.ok("/v2/users/data/delete", { userIds: ["eve"] });
    w.advance(60_000);
    await w.drain();
    expect((await w.ok("/v2/users/data/delete/status", { jobId: data.jobId })).data.isDeleteCompleted).toBe(true);
    const { update } = await readEditor(w, "deep");
    expect(Buffer.from(update, "base64").toString("latin1")).not.toContain("{{eve}}");
  });
}

test("a value that nests too deep, as earlier versions allowed, is cut off, too", async () => {
  const w = await worldWithPlan();
  const doc = new Y.Doc();
  await w.ok(path, { ...plan, editorId: "deep", type: "map", update: base64(nestIn(doc, "map", 1)) });
  let value = {};
  for (let i = 0; i < 2000; i++) value = { a: value };
  const before = Y.encodeStateVector(doc);
  doc.getMap("content").set("value", value);
  await storeUnchecked(w, "deep", Y.encodeStateAsUpdate(doc, before));
  w.advance(60_000);
  await w.drain();
  expect(JSON.stringify((await readEditor(w, "deep")).data)).toContain(cut);
});
