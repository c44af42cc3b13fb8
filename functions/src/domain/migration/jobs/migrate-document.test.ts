import { setImmediate } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import * as Y from "yjs";
import foldLog from "#domain/crdt/jobs/fold-log";
import { callEndpoints } from "#src/endpoints";
import { firestoreStore } from "#store/firestore/adapter";
import { splitPath } from "#store/paths";
import type { Store } from "#store/port";
import { tree } from "#store/tree";
import { testFirestore } from "#testing/firestore/memory";
import { editorInStore, plan, worldWithPlan } from "#testing/fixtures/crdt/crdt";
import { syncTo } from "#testing/fixtures/crdt/sync";
import { organizationOf } from "#testing/fixtures/documents/folder-tree";
import { fullWorld, migrate, readDocument, readLists } from "#testing/fixtures/migration/migration";
import { addEndpoint, eventsSent } from "#testing/fixtures/webhooks/webhooks";
import { exampleOf, exampleWorld } from "#testing/harness/example-world";
import { expectWithContext } from "#testing/harness/jest/context";
import { takeOver } from "#testing/harness/processes/take-over";
import { faultyStore } from "#testing/harness/store/faulty-store";
import { dump, dumpBelow } from "#testing/harness/store/store-dump";
import { indexes, queriesShowOneMoment, stride } from "#testing/harness/store/test-store";
import type { World } from "#testing/harness/world";
import migrateDocument from "./migrate-document.ts";

const ids = ["homepage", "new-home"];
const request = { organizationId: "acme", documentId: "homepage", newDocumentId: "new-home" };

async function start(w: World): Promise<string> {
  const { migrationId } = (await w.ok("/v2/organizations/documents/migrate", request)).data;
  return migrationId;
}

async function status(w: World, migrationId: string) {
  const { data } = await w.ok("/v2/organizations/documents/migrate/status", { organizationId: "acme", migrationId });
  return data;
}

/** Runs the job to its end, and calls `look` after each of its transactions. */
async function runWatched(
  w: World,
  migrationId: string,
  look: (transaction: number) => Promise<void>,
): Promise<number> {
  const { store } = w.context;
  let transactions = 0;
  const transact: Store["transact"] = async (body) => {
    const result = await store.transact(body);
    await look(++transactions);
    return result;
  };
  const watched = new Proxy(store, {
    get: (_store, name) => (name === "transact" ? transact : Reflect.get(store, name).bind(store)),
  });
  const migration = `${organizationOf(w)}/migrations/${migrationId}`;
  for (let stage = 0; stage < 8; stage++) {
    await migrateDocument.run({ ...w.context, store: watched }, { migration });
    w.advance(2000);
  }
  w.advance(10_000);
  return transactions;
}

test("everything that was readable under the old id is readable under the new one, and nothing under the old one", async () => {
  const w = await fullWorld();
  const [before, lists] = [await readDocument(w, "homepage"), await readLists(w, ids)];
  expect(lists.ids).toStrictEqual(["homepage"]);
  const migrationId = await start(w);
  await migrate(w);
  const { copied, total, ...rest } = await status(w, migrationId);
  expect(rest).toStrictEqual({ migrationId, status: "completed" });
  expect(copied > 50 && copied === total).toBe(true);
  expect(await readDocument(w, "homepage")).toBeUndefined();
  expect(await readDocument(w, "new-home")).toStrictEqual(before);
  expect(await readLists(w, ids)).toStrictEqual({ ...lists, ids: ["new-home"] });
  expect(await dumpBelow(w.context.store, `${organizationOf(w)}/documents/homepage`)).toStrictEqual({});
  const traces = Object.entries(await dump(w.context.store)).filter((entry) => /[/"]homepage/.test(entry.join()));
  // Records of changes under the old id keep that id.
  expect(traces.map(([path]) => path).filter((path) => !/\/(migrations|auditLog)\//.test(path))).toStrictEqual([]);
});

test("at every step each reader sees the whole document under one id: the old one, then, once completed, the new one", async () => {
  const w = await fullWorld();
  const [before, lists] = [await readDocument(w, "homepage"), await readLists(w, ids)];
  const migrationId = await start(w);
  const views: string[] = [];
  const transactions = await runWatched(w, migrationId, async (transaction) => {
    const [old, moved] = [await readDocument(w, "homepage"), await readDocument(w, "new-home")];
    expectWithContext([old, moved].filter((one) => one !== undefined).length, `after transaction ${transaction}`).toBe(
      1,
    );
    expect(old ?? moved).toStrictEqual(before);
    const id = old ? "homepage" : "new-home";
    const isCompleted = (await status(w, migrationId)).status === "completed";
    expectWithContext(isCompleted, `the status after transaction ${transaction}`).toBe(id === "new-home");
    expectWithContext(await readLists(w, ids), `after transaction ${transaction}`).toStrictEqual({
      ...lists,
      ids: [id],
    });
    if (views.at(-1) !== id) views.push(id);
  });
  expect(views).toStrictEqual(ids);
  expectWithContext(transactions, `only ${transactions} transactions`).toBeGreaterThan(20);
  expect((await status(w, migrationId)).status).toBe("completed");
});

test("on Firestore the result is the same, and each read meanwhile finds the document under one id", async () => {
  const firestore = await testFirestore();
  const w = await fullWorld({ wrapStore: () => firestoreStore({ firestore, tree, indexes, hasLocalIndexes: true }) });
  const [before, lists] = [await readDocument(w, "homepage"), await readLists(w, ids)];
  const migrationId = await start(w);
  await runWatched(w, migrationId, async (transaction) => {
    if (transaction % 5 > 0) return;
    const [old, moved] = [await readDocument(w, "homepage"), await readDocument(w, "new-home")];
    expectWithContext([old, moved].filter((one) => one !== undefined).length, `after transaction ${transaction}`).toBe(
      1,
    );
    expect(old ?? moved).toStrictEqual(before);
    expect(await readLists(w, ids)).toStrictEqual({ ...lists, ids: [old ? "homepage" : "new-home"] });
  });
  expect((await status(w, migrationId)).status).toBe("completed");
  expect(await readDocument(w, "homepage")).toBeUndefined();
});

test("a migration emits one event, when it is complete", async () => {
  const w = await fullWorld();
  await addEndpoint(w, "all");
  const migrationId = await start(w);
  w.advance(2000);
  expect(await eventsSent(w)).toStrictEqual([]);
  await migrate(w);
  const subject = { organizationId: "acme", documentId: "homepage" };
  expect(await eventsSent(w)).toStrictEqual([
    ["document.migrate", { ...subject, newDocumentId: "new-home", migrationId }],
  ]);
});

/** A world whose document `plan` begins to be copied to `plan-2`, right after a live edit of its editor `title`. */
async function editedBeforeCopying(): Promise<World> {
  const w = await worldWithPlan();
  await addEndpoint(w, "all");
  const ada = new Y.Doc();
  ada.getText("content").insert(0, "Hello");
  await syncTo(w, "title", ada);
  await w.ok("/v2/organizations/documents/migrate", { ...plan, newDocumentId: "plan-2" });
  await eventsSent(w);
  w.advance(1999);
  ada.getText("content").insert(5, " world");
  await syncTo(w, "title", ada);
  w.advance(1);
  return w;
}

test("live edits just before the copying are told of under the new id", async () => {
  const w = await editedBeforeCopying();
  await migrate(w);
  const events = await eventsSent(w);
  expect(events.map(([type, { documentId, editorId }]) => [type, documentId, editorId])).toStrictEqual([
    ["crdt.update_data", "plan-2", "title"],
    ["document.migrate", "plan", undefined],
  ]);
  w.advance(120_000);
  await w.drain();
  const entries = `${organizationOf(w)}/documents/plan-2/crdt/title/updates`;
  expect([
    await w.context.store.count({ collection: entries }),
    await w.context.store.count({ collection: "tasks" }),
  ]).toStrictEqual([0, 0]);
});

test("live edits whose turn comes during the copying wait for its end, and no task fails", async () => {
  const w = await editedBeforeCopying();
  await w.drain();
  const editor = editorInStore(w, "title");
  expect((await w.context.store.get(splitPath(splitPath(editor).collection).collection))?.data.migrating).toBeTruthy();
  await foldLog.run(w.context, { editor });
  await migrate(w);
  w.advance(120_000);
  const events = await eventsSent(w);
  expect(events.map(([type, { documentId }]) => [type, documentId])).toStrictEqual([
    ["crdt.update_data", "plan-2"],
    ["document.migrate", "plan"],
  ]);
  expect(w.logged.filter(({ level }) => level !== "info")).toStrictEqual([]);
  await w.drain();
  expect(await w.context.store.count({ collection: "tasks" })).toBe(0);
});

test("a migration that is interrupted at any point is completed by the next start", async () => {
  let expected: unknown;
  let cuts = 0;
  for (let point = 0; ; point += 1 + Math.floor(point / 4)) {
    const fault = { left: Number.POSITIVE_INFINITY };
    const w = await fullWorld({ wrapStore: (store) => faultyStore(store, fault), isImageWrapped: true });
    const before = await readDocument(w, "homepage");
    const migrationId = await start(w);
    fault.left = point;
    await migrate(w).catch(() => undefined);
    const isHit = fault.left < 0;
    fault.left = Number.POSITIVE_INFINITY;
    for (let stage = 0; stage < 4; stage++) await takeOver(w);
    await migrate(w);
    const { copied, total, ...rest } = await status(w, migrationId);
    expectWithContext(rest, `cut off at ${point}`).toStrictEqual({ migrationId, status: "completed" });
    expected ??= copied;
    expect([copied, total]).toStrictEqual([expected, expected]);
    expect(await readDocument(w, "homepage")).toBeUndefined();
    const { length } = Object.keys(await dumpBelow(w.context.store, `${organizationOf(w)}/documents/homepage`));
    expect(length).toBe(0);
    // Presence has expired by then.
    const withoutPresence = (read: unknown) =>
      (read as [string, unknown][]).filter(([path]) => path !== "/v2/presence/get");
    expect(withoutPresence(await readDocument(w, "new-home"))).toStrictEqual(withoutPresence(before));
    expect(await w.context.store.count({ collection: "tasks" })).toBe(0);
    if (!isHit) break;
    cuts++;
  }
  expectWithContext(cuts, `only ${cuts} points were tried`).toBeGreaterThan(10);
});

test("endpoints that write below a document change nothing in it while it is copied", async () => {
  // Generating a token only names documents, and changes nothing in them.
  const apart = /documents.(delete|migrate)$|auth.(generate_token|token.get)$/;
  const writing = callEndpoints.filter(({ kind, path }) => kind === "write" && !apart.test(path));
  let refused = 0;
  for (const { path, example } of writing) {
    const documentId = ["homepage", "roadmap"].find((id) => JSON.stringify(example).includes(`"${id}"`));
    if (documentId === undefined) continue;
    const w = await exampleWorld();
    await w.ok("/v2/organizations/documents/migrate", { ...request, documentId });
    w.advance(2000);
    await w.drain();
    const document = `${organizationOf(w)}/documents/${documentId}`;
    const before = await dump(w.context.store);
    const { status, body } = await w.request(path, exampleOf({ example }, w.tenant));
    const isRefused = body.error?.status === "ABORTED" || /"code":"(aborted|not-found)"/.test(JSON.stringify(body));
    expectWithContext(isRefused, `${path} answered ${status} ${JSON.stringify(body)}`).toBe(true);
    const after = await dump(w.context.store);
    const isTheirs = (key: string) => key.startsWith(document) || after[key]?.includes(`"${documentId}"`);
    for (const key of Object.keys(after).filter((name) => isTheirs(name) && !name.includes("/idempotency/")))
      expectWithContext(after[key], `${path} changed ${key}`).toBe(before[key]);
    refused++;
  }
  expectWithContext(refused, `only ${refused} endpoints were tried`).toBeGreaterThan(20);
});

test("changes before the copying are copied, and after it the new document accepts changes at once", async () => {
  const w = await fullWorld();
  const migrationId = await start(w);
  const add = (documentId: string, userId: string) =>
    w.request("/v2/users/add", { organizationId: "acme", documentId, users: [{ userId }] });
  expect((await add("homepage", "early")).status).toBe(200);
  w.advance(2000);
  await w.drain();
  const { body, headers } = await add("homepage", "refused");
  expect(body.error.status).toBe("ABORTED");
  expect(headers["retry-after"]).toBe("2");
  w.advance(2000);
  await w.drain();
  expect((await status(w, migrationId)).status).toBe("completed");
  expect((await add("homepage", "late")).body.result.data.late.code).toBe("not-found");
  expect((await add("new-home", "late")).status).toBe(200);
  const { data } = await w.ok("/v2/users/get", { organizationId: "acme", documentId: "new-home" });
  const userIds = data.map(({ userId }: { userId: string }) => userId);
  expect([userIds.includes("early"), userIds.includes("refused"), userIds.includes("late")]).toStrictEqual([
    true,
    false,
    true,
  ]);
});

test("concurrent writers and readers lose nothing and never see both documents or neither", async () => {
  const w = await fullWorld();
  const acknowledged: string[] = [];
  let isOver = false;
  const write = async (writer: number) => {
    for (let n = 0; !isOver; n++) {
      // A refused call does not yield to the event loop by itself.
      await setImmediate();
      const userId = `w${writer}-${n}`;
      for (const documentId of ids) {
        const users = [{ userId }];
        const { status, body } = await w.request("/v2/users/add", { organizationId: "acme", documentId, users });
        if (status === 200 && body.result.data[userId].success) acknowledged.push(userId);
      }
    }
  };
  const watch = async () => {
    while (!isOver) {
      await setImmediate();
      const { data } = await w.ok("/v2/organizations/documents/get", { organizationId: "acme" });
      expect(data.filter(({ id }: { id: string }) => ids.includes(id)).length).toBe(1);
      const { ids: listedIds } = await readLists(w, ids);
      expect(listedIds.length).toBe(1);
    }
  };
  const move = async () => {
    await start(w);
    await migrate(w);
  };
  const end = () => {
    isOver = true;
  };
  const watching = queriesShowOneMoment ? [watch()] : [];
  await Promise.all([move(), write(1), write(2), ...watching].map((one) => one.finally(end)));
  const { data } = await w.ok("/v2/users/get", { organizationId: "acme", documentId: "new-home" });
  const userIds = new Set(data.map(({ userId }: { userId: string }) => userId));
  expect(acknowledged.length).toBeGreaterThan(0);
  expect(acknowledged.filter((userId) => !userIds.has(userId))).toStrictEqual([]);
});

for (const [what, path, data] of [
  ["document", "/v2/organizations/documents/delete", { documentIds: ["homepage"] }],
  ["folder of the document", "/v2/organizations/folders/delete", { folderId: "designs" }],
] as const)
  test(`a deletion of the ${what} wins at every step, and no copies are left`, async () => {
    for (let step = 0; ; step += stride) {
      const w = await fullWorld();
      const migrationId = await start(w);
      let transactionsLeft = step;
      await runWatched(w, migrationId, async () => {
        if (transactionsLeft-- === 0) await w.ok(path, { organizationId: "acme", ...data });
      });
      await migrate(w);
      if (transactionsLeft >= 0) break;
      const outcome = await status(w, migrationId);
      const isMoved = outcome.status === "completed";
      if (!isMoved) expect(outcome.error).toMatch(/was deleted/);
      expect(await readDocument(w, "homepage")).toBeUndefined();
      const isKept = isMoved && what === "document";
      expectWithContext((await readDocument(w, "new-home")) !== undefined, `deleted at ${step}`).toBe(isKept);
      const remains = Object.keys(await dump(w.context.store)).filter((key) => /homepage|new-home/.test(key));
      expectWithContext(remains.length > 0, remains.join()).toBe(isKept);
      const { data: activities } = await w.ok("/v2/activities/get", { organizationId: "acme" });
      const isOurs = ({ metadata }: { metadata: { documentId: string } }) => ids.includes(metadata.documentId);
      expect(activities.some(isOurs)).toBe(isKept);
    }
  });

test("deleting the organization deletes everything, and no task is left", async () => {
  for (let step = 0; ; step += 3 * stride) {
    const w = await fullWorld();
    const migrationId = await start(w);
    let transactionsLeft = step;
    await runWatched(w, migrationId, async () => {
      if (transactionsLeft-- === 0) await w.ok("/v2/organizations/delete", { organizationIds: ["acme"] });
    });
    await migrate(w);
    if (transactionsLeft >= 0) break;
    expectWithContext(await dumpBelow(w.context.store, organizationOf(w)), `deleted at ${step}`).toStrictEqual({});
    expect(await w.context.store.count({ collection: "tasks" })).toBe(0);
  }
});

test("concurrent runs, and a delayed one, migrate only once", async () => {
  for (let heldTransaction = 1; heldTransaction < 30; heldTransaction += 4 * stride) {
    const w = await fullWorld();
    const before = await readDocument(w, "homepage");
    const migrationId = await start(w);
    const migration = `${organizationOf(w)}/migrations/${migrationId}`;
    let isHeld = false;
    await runWatched(w, migrationId, async (transaction) => {
      if (transaction !== heldTransaction || isHeld) return;
      isHeld = true;
      await Promise.all([1, 2].map(() => migrateDocument.run(w.context, { migration })));
      await migrate(w);
    });
    const { copied, total, status: now } = await status(w, migrationId);
    expect([now, copied]).toStrictEqual(["completed", total]);
    const withoutPresence = (read: unknown) =>
      (read as [string, unknown][]).filter(([path]) => path !== "/v2/presence/get");
    expectWithContext(withoutPresence(await readDocument(w, "new-home")), `held at ${heldTransaction}`).toStrictEqual(
      withoutPresence(before),
    );
    expect(await readDocument(w, "homepage")).toBeUndefined();
  }
});

test("people whose data is deleted are removed from the moved document too, whichever began first", async () => {
  for (const isMovedFirst of [true, false]) {
    const w = await fullWorld();
    const forget = () => w.ok("/v2/users/data/delete", { userIds: ["lin"] });
    if (!isMovedFirst) await forget();
    await start(w);
    if (isMovedFirst) {
      w.advance(2000);
      await forget();
    }
    await migrate(w);
    await migrate(w);
    expect(await readDocument(w, "new-home")).toBeDefined();
    const linRecords = Object.entries(await dump(w.context.store)).filter(([, text]) => text.includes("Lin Chen"));
    expect(linRecords.map(([path]) => path)).toStrictEqual([]);
  }
});
