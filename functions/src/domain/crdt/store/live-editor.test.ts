import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import * as Y from "yjs";
import { findApiKey } from "#domain/workspaces/store/api-keys";
import type { WriteCall } from "#src/call";
import type { Store } from "#store/port";
import { plan, readEditor, worldWithPlan } from "#testing/fixtures/crdt/crdt";
import { syncTo } from "#testing/fixtures/crdt/sync";
import type { World } from "#testing/harness/world";
import { LiveEditor } from "./live-editor.ts";
import type { Author } from "./live-listener.ts";
import type { NewEntry } from "./update-log.ts";

/**
 * An editor that is edited live. `around` may delay or fail the transactions of its store. With `silentOf`, the store
 * reports no changes of collections whose path ends with it.
 */
async function liveEditor(
  w: World,
  around: (transact: () => Promise<unknown>) => Promise<unknown>,
  { silentOf }: { silentOf?: string } = {},
) {
  const apiKey = await findApiKey(w.context.store, w.tenant.apiKeyId);
  if (!apiKey) throw new Error("the tenant has no API key");
  const { store } = w.context;
  const transact: Store["transact"] = (body) => around(() => store.transact(body)) as never;
  const slow = new Proxy(store, {
    get(_store, name) {
      const value = Reflect.get(store, name);
      if (name === "watch" && silentOf !== undefined)
        return (...[query, listener]: Parameters<Store["watch"]>) =>
          query.collection.endsWith(silentOf) ? () => undefined : store.watch(query, listener);
      return name === "transact" ? transact : typeof value === "function" ? value.bind(store) : value;
    },
  });
  const call: WriteCall = { ...w.context, store: slow, requestId: "test", apiKey, emits: ["crdt.add"] };
  const reported: unknown[] = [];
  const entries: NewEntry[] = [];
  const listenerDoc = new Y.Doc();
  const drained = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<unknown>();
  const editor = await LiveEditor.open(call, {
    place: { ...plan, editorId: "title" },
    kind: { type: "text", contentKey: "content" },
    listener: {
      changed({ update, parts, entry }) {
        reported.push(...parts.keys());
        if (entry) entries.push(entry);
        Y.applyUpdate(listenerDoc, update);
      },
      drained: () => drained.resolve(),
      ended: (error) => ended.resolve(error),
    },
  });
  const doc = new Y.Doc();
  const type = (text: string, author: Partial<Author> = {}) => {
    const before = Y.encodeStateVector(doc);
    doc.getText("content").insert(doc.getText("content").length, text);
    editor.push(Y.encodeStateAsUpdate(doc, before), { call, from: "ada", ...author });
  };
  const text = () => listenerDoc.getText("content").toString();
  return { editor, reported, entries, text, type, drained: drained.promise, ended: ended.promise };
}

test("while a save is slow, all keystrokes wait for one next save, and others receive them once they are stored", async () => {
  const w = await worldWithPlan();
  const gate = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  let saves = 0;
  const { editor, reported, text, type, drained } = await liveEditor(w, async (transact) => {
    saves++;
    begun.resolve();
    await gate.promise;
    return transact();
  });
  type("0");
  await begun.promise;
  for (let i = 1; i < 100; i++) type(`${i % 10}`);
  expect([saves, reported.length]).toStrictEqual([1, 0]);
  gate.resolve();
  await drained;
  expect([saves, reported]).toStrictEqual([2, ["ada", "ada"]]);
  expect([text(), (await readEditor(w, "title")).data]).toStrictEqual(Array(2).fill("0123456789".repeat(10)));
  editor.close();
});

test("a failed save ends the editor, so that nothing of it stays in memory and nothing unsaved is shown", async () => {
  const w = await worldWithPlan();
  const { editor, reported, type, ended } = await liveEditor(w, async () => {
    throw new Error("the disk is full");
  });
  type("lost");
  type(" and more");
  expect(String(await ended)).toBe("Error: the disk is full");
  type("after the end");
  expect([reported, editor.isFull]).toStrictEqual([[], false]);
  expect((await w.ok("/v2/crdt/get", plan)).data).toStrictEqual([]);
});

test("waiting for what is stored ends when a save fails, even if the editor was closed before", async () => {
  for (const isClosed of [false, true]) {
    const w = await worldWithPlan();
    const [begun, failed] = [Promise.withResolvers<void>(), Promise.withResolvers<never>()];
    const { editor, type } = await liveEditor(w, () => {
      begun.resolve();
      return failed.promise;
    });
    const goesOn: string[] = [];
    type("lost");
    void editor.stored?.then(() => goesOn.push("the first"));
    await begun.promise;
    type(" and more");
    void editor.stored?.then(() => goesOn.push("the next"));
    if (isClosed) editor.close();
    failed.reject(new Error("the disk is full"));
    for (let turn = 0; turn < 100 && goesOn.length < 2; turn++) await nextTurn();
    expect([isClosed, ...goesOn.toSorted()]).toStrictEqual([isClosed, "the first", "the next"]);
  }
});

test("with quotas, where each author's updates are stored separately, waiting for what is stored covers all earlier updates and no later ones", async () => {
  const w = await worldWithPlan();
  const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  let saves = 0;
  const { editor, reported, type, drained } = await liveEditor(w, async (transact) => {
    await gates[saves++]?.promise;
    return transact();
  });
  const checkQuota = () => undefined;
  for (const from of ["ada", "lin", "ada"]) type(from, { from, checkQuota });
  let before: string[] | undefined;
  void editor.stored?.then(() => {
    before = reported.map(String);
  });
  type("later", { from: "lin", checkQuota });
  for (const gate of gates.slice(0, 3)) {
    expect(before).toBe(undefined);
    gate.resolve();
    const count = reported.length;
    while (reported.length === count) await nextTurn();
  }
  await nextTurn();
  expect([before, saves]).toStrictEqual([["ada", "lin", "ada"], 4]);
  gates[3]?.resolve();
  await drained;
  expect(editor.stored).toBe(undefined);
  editor.close();
});

test("a save that never returns locks nothing: others can open the editor and write meanwhile", async () => {
  const w = await worldWithPlan();
  const stuck = await liveEditor(w, () => new Promise(() => {}));
  stuck.type("stuck");
  const ada = new Y.Doc();
  ada.getText("content").insert(0, "free");
  await syncTo(w, "title", ada);
  const other = await liveEditor(w, (transact) => transact());
  other.type(" and more");
  await other.drained;
  expect((await readEditor(w, "title")).data).toMatch(/^(free and more| and morefree)$/);
  for (const { editor } of [stuck, other]) editor.close();
});

test("changes are stored and reported even if the store reports no changes", async () => {
  const w = await worldWithPlan();
  const { editor, text, type, drained } = await liveEditor(w, (transact) => transact(), { silentOf: "" });
  for (let i = 0; i < 50; i++) type("a");
  await drained;
  expect([text(), (await readEditor(w, "title")).data]).toStrictEqual(Array(2).fill("a".repeat(50)));
  editor.close();
});

test("thousands of keystrokes leave their text in memory, not each keystroke", async () => {
  const w = await worldWithPlan();
  const { editor, type, drained } = await liveEditor(w, (transact) => transact());
  for (let i = 0; i < 2000; i++) type("a");
  await drained;
  expect(editor.isFull).toBe(false);
  expect(editor.missing(new Uint8Array([0])).length).toBeLessThan(2100);
  editor.close();
});

test("an entry that another process says it has stored is reported at once, but not one of another log", async () => {
  const w = await worldWithPlan();
  const writer = async (text: string) => {
    const { editor, entries, type, drained } = await liveEditor(w, (transact) => transact());
    type(text);
    await drained;
    editor.close();
    return entries[0];
  };
  // The first writer creates the editor, the second its log.
  expect([await writer("a"), (await writer("b"))?.id]).toStrictEqual([undefined, expect.any(String)]);
  const reader = await liveEditor(w, (transact) => transact(), { silentOf: "" });
  const entry = (await writer("c")) as NewEntry;
  reader.editor.receiveEntry({ ...entry, id: `another-${entry.id}` });
  expect(reader.text()).toBe("");
  for (let i = 0; i < 2; i++) reader.editor.receiveEntry(entry);
  expect([reader.text(), reader.reported]).toStrictEqual(["c", []]);
  reader.editor.close();
});

test("entries that are folded before the watch of the log has reported them arrive nevertheless", async () => {
  const w = await worldWithPlan();
  const ada = new Y.Doc();
  ada.getText("content").insert(0, "a");
  await syncTo(w, "title", ada);
  const { editor } = await liveEditor(w, (transact) => transact(), { silentOf: "/updates" });
  for (const letter of "bcdef") {
    ada.getText("content").insert(0, letter);
    await syncTo(w, "title", ada);
    // The first half is folded separately.
    if (!"df".includes(letter)) continue;
    w.advance(6000);
    await w.drain();
  }
  const editorText = () => {
    const doc = new Y.Doc();
    Y.applyUpdate(doc, editor.missing(new Uint8Array([0])));
    return doc.getText("content").toString();
  };
  for (let turn = 0; turn < 1000 && editorText() !== "fedcba"; turn++) await nextTurn();
  expect(editorText()).toBe("fedcba");
  editor.close();
});
