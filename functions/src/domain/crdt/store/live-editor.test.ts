import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import * as Y from "yjs";
import { findApiKey } from "#domain/workspaces/store/api-keys";
import type { WriteCall } from "#src/call";
import type { Store } from "#store/port";
import { plan, readEditor, worldWithPlan } from "#testing/fixtures/crdt/crdt";
import { syncTo } from "#testing/fixtures/crdt/sync";
import type { World } from "#testing/harness/world";
import { type Author, LiveEditor } from "./live-editor.ts";
import type { NewEntry } from "./update-log.ts";

/**
 * An editor that is edited live, over a store whose transactions `around` may delay or fail, and which may tell of no change, or of
 * none in a collection.
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
  const told: unknown[] = [];
  const entries: NewEntry[] = [];
  const heard = new Y.Doc();
  const drained = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<unknown>();
  const editor = await LiveEditor.open(call, {
    place: { ...plan, editorId: "title" },
    kind: { type: "text", contentKey: "content" },
    listener: {
      changed({ update, parts, entry }) {
        told.push(...parts.keys());
        if (entry) entries.push(entry);
        Y.applyUpdate(heard, update);
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
  const text = () => heard.getText("content").toString();
  return { editor, told, entries, text, type, drained: drained.promise, ended: ended.promise };
}

test("while a save is slow all keystrokes wait for one next save, and others hear of them when they are stored", async () => {
  const w = await worldWithPlan();
  const gate = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  let saves = 0;
  const { editor, told, text, type, drained } = await liveEditor(w, async (transact) => {
    saves++;
    begun.resolve();
    await gate.promise;
    return transact();
  });
  type("0");
  await begun.promise;
  for (let i = 1; i < 100; i++) type(`${i % 10}`);
  expect([saves, told.length]).toStrictEqual([1, 0]);
  gate.resolve();
  await drained;
  expect([saves, told]).toStrictEqual([2, ["ada", "ada"]]);
  expect([text(), (await readEditor(w, "title")).data]).toStrictEqual(Array(2).fill("0123456789".repeat(10)));
  editor.close();
});

test("a save that fails ends the editor, so that nothing of it stays in memory and nothing unsaved is shown", async () => {
  const w = await worldWithPlan();
  const { editor, told, type, ended } = await liveEditor(w, async () => {
    throw new Error("the disk is full");
  });
  type("lost");
  type(" and more");
  expect(String(await ended)).toBe("Error: the disk is full");
  type("after the end");
  expect([told, editor.isFull]).toStrictEqual([[], false]);
  expect((await w.ok("/v2/crdt/get", plan)).data).toStrictEqual([]);
});

test("whoever waits for what is stored goes on when a save fails, also where the editor was closed before", async () => {
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

test("whoever asks with quotas, where each author's updates are stored apart, waits for all that came before and for nothing after", async () => {
  const w = await worldWithPlan();
  const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  let saves = 0;
  const { editor, told, type, drained } = await liveEditor(w, async (transact) => {
    await gates[saves++]?.promise;
    return transact();
  });
  const checkQuota = () => undefined;
  for (const from of ["ada", "lin", "ada"]) type(from, { from, checkQuota });
  let before: string[] | undefined;
  void editor.stored?.then(() => {
    before = told.map(String);
  });
  type("later", { from: "lin", checkQuota });
  for (const gate of gates.slice(0, 3)) {
    expect(before).toBe(undefined);
    gate.resolve();
    const count = told.length;
    while (told.length === count) await nextTurn();
  }
  await nextTurn();
  expect([before, saves]).toStrictEqual([["ada", "lin", "ada"], 4]);
  gates[3]?.resolve();
  await drained;
  expect(editor.stored).toBe(undefined);
  editor.close();
});

test("a save that never returns locks nothing: others write and open the editor meanwhile", async () => {
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

test("changes are stored and told while nothing is heard of other processes", async () => {
  const w = await worldWithPlan();
  const { editor, text, type, drained } = await liveEditor(w, (transact) => transact(), { silentOf: "" });
  for (let i = 0; i < 50; i++) type("a");
  await drained;
  expect([text(), (await readEditor(w, "title")).data]).toStrictEqual(Array(2).fill("a".repeat(50)));
  editor.close();
});

test("what thousands of keystrokes leave in memory is the text, and not each of them", async () => {
  const w = await worldWithPlan();
  const { editor, type, drained } = await liveEditor(w, (transact) => transact());
  for (let i = 0; i < 2000; i++) type("a");
  await drained;
  expect(editor.isFull).toBe(false);
  expect(editor.missing(new Uint8Array([0])).length).toBeLessThan(2100);
  editor.close();
});

test("what another process says it has stored is told at once, and what is of another log is not", async () => {
  const w = await worldWithPlan();
  const writer = async (text: string) => {
    const { editor, entries, type, drained } = await liveEditor(w, (transact) => transact());
    type(text);
    await drained;
    editor.close();
    return entries[0];
  };
  // The first makes the editor, the second its log.
  expect([await writer("a"), (await writer("b"))?.id]).toStrictEqual([undefined, expect.any(String)]);
  const reader = await liveEditor(w, (transact) => transact(), { silentOf: "" });
  const entry = (await writer("c")) as NewEntry;
  reader.editor.hear({ ...entry, id: `another-${entry.id}` });
  expect(reader.text()).toBe("");
  for (let i = 0; i < 2; i++) reader.editor.hear(entry);
  expect([reader.text(), reader.told]).toStrictEqual(["c", []]);
  reader.editor.close();
});

test("what was folded before the watch of the log has told of it is heard of all the same", async () => {
  const w = await worldWithPlan();
  const ada = new Y.Doc();
  ada.getText("content").insert(0, "a");
  await syncTo(w, "title", ada);
  const { editor } = await liveEditor(w, (transact) => transact(), { silentOf: "/updates" });
  for (const letter of "bcdef") {
    ada.getText("content").insert(0, letter);
    await syncTo(w, "title", ada);
    // The first half is folded by itself.
    if (!"df".includes(letter)) continue;
    w.advance(6000);
    await w.drain();
  }
  const heard = () => {
    const doc = new Y.Doc();
    Y.applyUpdate(doc, editor.missing(new Uint8Array([0])));
    return doc.getText("content").toString();
  };
  for (let turn = 0; turn < 1000 && heard() !== "fedcba"; turn++) await nextTurn();
  expect(heard()).toBe("fedcba");
  editor.close();
});
