import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import * as Y from "yjs";
import { findApiKey } from "#domain/workspaces/store/api-keys";
import type { KeyCall } from "#src/call";
import { plan, worldWithPlan } from "#testing/fixtures/crdt/crdt";
import { syncTo } from "#testing/fixtures/crdt/sync";
import { editorPath, type StoredCrdt } from "./editors.ts";
import { LogWatch } from "./log-watch.ts";
import { readLog } from "./update-log.ts";

/** A watch of the log of an editor into which a client has typed, and the ids of the entries that it has reported. */
async function watchedLog() {
  const w = await worldWithPlan();
  const apiKey = await findApiKey(w.context.store, w.tenant.apiKeyId);
  if (!apiKey) throw new Error("the tenant has no API key");
  const path = editorPath({ ...w.context, requestId: "test", apiKey } satisfies KeyCall, {
    ...plan,
    editorId: "title",
  });
  const doc = new Y.Doc();
  const type = async (text: string) => {
    doc.getText("content").insert(0, text);
    await syncTo(w, "title", doc);
  };
  // The first letter creates the editor, the second its log.
  for (const letter of "ab") await type(letter);
  const { store } = w.context;
  const currentLog = async () => {
    const { log } = (await store.get<StoredCrdt>(path))?.data ?? {};
    if (!log) throw new Error("the editor has no log");
    return log;
  };
  const log = await currentLog();
  const reported: string[] = [];
  const watch = new LogWatch(store, path, log, {
    appended: ({ id }) => reported.push(id),
    failed: (error) => {
      throw error;
    },
  });
  const untilReported = async (count: number) => {
    for (let turn = 0; turn < 1000 && reported.length < count; turn++) await nextTurn();
  };
  return { w, watch, type, reported, heard: untilReported, log: currentLog, entries: () => readLog(store, path, log) };
}

test("an entry is reported once, even if it is folded afterwards and announced by others too", async () => {
  const { w, watch, type, reported, heard, log, entries } = await watchedLog();
  for (const letter of "cd") await type(letter);
  await heard(3);
  const logEntries = await entries();
  for (const { id, data } of logEntries) watch.receiveEntry({ id, update: data.update });
  w.advance(6000);
  await w.drain();
  await watch.changed(await log());
  await type("e");
  await heard(4);
  expect(reported.slice(0, 3).sort()).toStrictEqual(logEntries.map(({ id }) => id));
  expect([reported.length, new Set(reported).size]).toStrictEqual([4, 4]);
  watch.stop();
});

test("an entry that the listener has added itself is not reported, even when it is folded", async () => {
  const { w, watch, reported, heard, log, entries } = await watchedLog();
  for (const { id } of await entries()) watch.markKnown(id);
  w.advance(6000);
  await w.drain();
  await watch.changed(await log());
  await heard(1);
  expect(reported).toStrictEqual([]);
  watch.stop();
});
