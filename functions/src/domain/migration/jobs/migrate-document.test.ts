import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { endpoints } from "#src/endpoints";
import { firestoreStore } from "#store/firestore/adapter";
import type { Store } from "#store/port";
import { tree } from "#store/tree";
import { testFirestore } from "#testing/firestore/memory";
import { organizationOf } from "#testing/fixtures/documents/folder-tree";
import { fullWorld, migrate, readDocument, readLists } from "#testing/fixtures/migration/migration";
import { addEndpoint, eventsSent } from "#testing/fixtures/webhooks/webhooks";
import { exampleOf, exampleWorld } from "#testing/harness/example-world";
import { faultyStore } from "#testing/harness/faulty-store";
import { dump, dumpBelow } from "#testing/harness/store-dump";
import { takeOver } from "#testing/harness/take-over";
import { indexes, queriesShowOneMoment, stride } from "#testing/harness/test-store";
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

/** Runs the job to its end, with a look after each of its transactions. */
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

test("everything that could be read under the old id can be read under the new one, and nothing under the old one", async () => {
  const w = await fullWorld();
  const [before, lists] = [await readDocument(w, "homepage"), await readLists(w, ids)];
  assert.deepEqual(lists.ids, ["homepage"]);
  const migrationId = await start(w);
  await migrate(w);
  const { copied, total, ...rest } = await status(w, migrationId);
  assert.deepEqual(rest, { migrationId, status: "completed" });
  assert.ok(copied > 50 && copied === total);
  assert.equal(await readDocument(w, "homepage"), undefined);
  assert.deepEqual(await readDocument(w, "new-home"), before);
  assert.deepEqual(await readLists(w, ids), { ...lists, ids: ["new-home"] });
  assert.deepEqual(await dumpBelow(w.context.store, `${organizationOf(w)}/documents/homepage`), {});
  const traces = Object.entries(await dump(w.context.store)).filter((entry) => /[/"]homepage/.test(entry.join()));
  assert.deepEqual(
    traces.map(([path]) => path).filter((path) => !path.includes("/migrations/")),
    [],
  );
});

test("at every step each reader sees the whole document under one id: the old one, then the new one", async () => {
  const w = await fullWorld();
  const [before, lists] = [await readDocument(w, "homepage"), await readLists(w, ids)];
  const migrationId = await start(w);
  const seen: string[] = [];
  const transactions = await runWatched(w, migrationId, async (transaction) => {
    const [old, moved] = [await readDocument(w, "homepage"), await readDocument(w, "new-home")];
    assert.equal([old, moved].filter((one) => one !== undefined).length, 1, `after transaction ${transaction}`);
    assert.deepEqual(old ?? moved, before);
    const id = old ? "homepage" : "new-home";
    assert.deepEqual(await readLists(w, ids), { ...lists, ids: [id] }, `after transaction ${transaction}`);
    if (seen.at(-1) !== id) seen.push(id);
  });
  assert.deepEqual(seen, ids);
  assert.ok(transactions > 20, `only ${transactions} transactions`);
  assert.equal((await status(w, migrationId)).status, "completed");
});

test("on Firestore it moves the same, and each look on the way finds the document under one id", async () => {
  const firestore = await testFirestore();
  const w = await fullWorld({ wrapStore: () => firestoreStore({ firestore, tree, indexes }) });
  const [before, lists] = [await readDocument(w, "homepage"), await readLists(w, ids)];
  const migrationId = await start(w);
  await runWatched(w, migrationId, async (transaction) => {
    if (transaction % 5 > 0) return;
    const [old, moved] = [await readDocument(w, "homepage"), await readDocument(w, "new-home")];
    assert.equal([old, moved].filter((one) => one !== undefined).length, 1, `after transaction ${transaction}`);
    assert.deepEqual(old ?? moved, before);
    assert.deepEqual(await readLists(w, ids), { ...lists, ids: [old ? "homepage" : "new-home"] });
  });
  assert.equal((await status(w, migrationId)).status, "completed");
  assert.equal(await readDocument(w, "homepage"), undefined);
});

test("it tells of the move once, when it has happened", async () => {
  const w = await fullWorld();
  await addEndpoint(w, "all");
  const migrationId = await start(w);
  w.advance(2000);
  assert.deepEqual(await eventsSent(w), []);
  await migrate(w);
  const subject = { organizationId: "acme", documentId: "homepage" };
  assert.deepEqual(await eventsSent(w), [["document.migrate", { ...subject, newDocumentId: "new-home", migrationId }]]);
});

test("a migration that is cut off at any point is completed by the next start", async () => {
  let expected: unknown;
  let cuts = 0;
  for (let point = 0; ; point += 1 + Math.floor(point / 4)) {
    const fault = { left: Number.POSITIVE_INFINITY };
    const w = await fullWorld({ wrapStore: (store) => faultyStore(store, fault) });
    const before = await readDocument(w, "homepage");
    const migrationId = await start(w);
    fault.left = point;
    await migrate(w).catch(() => undefined);
    const isHit = fault.left < 0;
    fault.left = Number.POSITIVE_INFINITY;
    for (let stage = 0; stage < 4; stage++) await takeOver(w);
    await migrate(w);
    const { copied, total, ...rest } = await status(w, migrationId);
    assert.deepEqual(rest, { migrationId, status: "completed" }, `cut off at ${point}`);
    expected ??= copied;
    assert.deepEqual([copied, total], [expected, expected]);
    assert.equal(await readDocument(w, "homepage"), undefined);
    const { length } = Object.keys(await dumpBelow(w.context.store, `${organizationOf(w)}/documents/homepage`));
    assert.equal(length, 0);
    // Of who is present nothing is left by then.
    const kept = (read: unknown) => (read as [string, unknown][]).filter(([path]) => path !== "/v2/presence/get");
    assert.deepEqual(kept(await readDocument(w, "new-home")), kept(before));
    assert.equal(await w.context.store.count({ collection: "tasks" }), 0);
    if (!isHit) break;
    cuts++;
  }
  assert.ok(cuts > 10, `only ${cuts} points were tried`);
});

test("an endpoint that writes what belongs to a document changes nothing of it while it is copied", async () => {
  const writing = endpoints.filter(({ kind, path }) => kind === "write" && !/documents.(delete|migrate)$/.test(path));
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
    assert.ok(isRefused, `${path} answered ${status} ${JSON.stringify(body)}`);
    const after = await dump(w.context.store);
    const isTheirs = (key: string) => key.startsWith(document) || after[key]?.includes(`"${documentId}"`);
    for (const key of Object.keys(after).filter((name) => isTheirs(name) && !name.includes("/idempotency/")))
      assert.equal(after[key], before[key], `${path} changed ${key}`);
    refused++;
  }
  assert.ok(refused > 20, `only ${refused} endpoints were tried`);
});

test("what was written before the copying began comes along, and afterwards the new document is open at once", async () => {
  const w = await fullWorld();
  const migrationId = await start(w);
  const add = (documentId: string, userId: string) =>
    w.request("/v2/users/add", { organizationId: "acme", documentId, users: [{ userId }] });
  assert.equal((await add("homepage", "early")).status, 200);
  w.advance(2000);
  await w.drain();
  const { body, headers } = await add("homepage", "refused");
  assert.equal(body.error.status, "ABORTED");
  assert.equal(headers["retry-after"], "2");
  w.advance(2000);
  await w.drain();
  assert.equal((await status(w, migrationId)).status, "completed");
  assert.equal((await add("homepage", "late")).body.result.data.late.code, "not-found");
  assert.equal((await add("new-home", "late")).status, 200);
  const { data } = await w.ok("/v2/users/get", { organizationId: "acme", documentId: "new-home" });
  const userIds = data.map(({ userId }: { userId: string }) => userId);
  assert.deepEqual(
    [userIds.includes("early"), userIds.includes("refused"), userIds.includes("late")],
    [true, false, true],
  );
});

test("writers and readers at the same time lose nothing and never see both or neither", async () => {
  const w = await fullWorld();
  const acknowledged: string[] = [];
  let isOver = false;
  const write = async (writer: number) => {
    for (let n = 0; !isOver; n++) {
      // What is refused needs no turn of the event loop of its own.
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
      assert.equal(data.filter(({ id }: { id: string }) => ids.includes(id)).length, 1);
      const { ids: shown } = await readLists(w, ids);
      assert.equal(shown.length, 1);
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
  const found = new Set(data.map(({ userId }: { userId: string }) => userId));
  assert.ok(acknowledged.length > 0);
  assert.deepEqual(
    acknowledged.filter((userId) => !found.has(userId)),
    [],
  );
});

for (const [what, path, data] of [
  ["document", "/v2/organizations/documents/delete", { documentIds: ["homepage"] }],
  ["folder of the document", "/v2/organizations/folders/delete", { folderId: "designs" }],
] as const)
  test(`who deletes the ${what} wins: at every step nothing is left of both documents`, async () => {
    for (let step = 0; ; step += stride) {
      const w = await fullWorld();
      const migrationId = await start(w);
      let left = step;
      await runWatched(w, migrationId, async () => {
        if (left-- === 0) await w.ok(path, { organizationId: "acme", ...data });
      });
      await migrate(w);
      if (left >= 0) break;
      const outcome = await status(w, migrationId);
      const isMoved = outcome.status === "completed";
      if (!isMoved) assert.match(outcome.error, /was deleted/);
      assert.equal(await readDocument(w, "homepage"), undefined);
      const isKept = isMoved && what === "document";
      assert.equal((await readDocument(w, "new-home")) !== undefined, isKept, `deleted at ${step}`);
      const remains = Object.keys(await dump(w.context.store)).filter((key) => /homepage|new-home/.test(key));
      assert.equal(remains.length > 0, isKept, remains.join());
      const { data: activities } = await w.ok("/v2/activities/get", { organizationId: "acme" });
      const isOurs = ({ metadata }: { metadata: { documentId: string } }) => ids.includes(metadata.documentId);
      assert.equal(activities.some(isOurs), isKept);
    }
  });

test("with its organization everything goes, and no task is left", async () => {
  for (let step = 0; ; step += 3 * stride) {
    const w = await fullWorld();
    const migrationId = await start(w);
    let left = step;
    await runWatched(w, migrationId, async () => {
      if (left-- === 0) await w.ok("/v2/organizations/delete", { organizationIds: ["acme"] });
    });
    await migrate(w);
    if (left >= 0) break;
    assert.deepEqual(await dumpBelow(w.context.store, organizationOf(w)), {}, `deleted at ${step}`);
    assert.equal(await w.context.store.count({ collection: "tasks" }), 0);
  }
});

test("runs at the same time, and one that was held up, do it once", async () => {
  for (let held = 1; held < 30; held += 4 * stride) {
    const w = await fullWorld();
    const before = await readDocument(w, "homepage");
    const migrationId = await start(w);
    const migration = `${organizationOf(w)}/migrations/${migrationId}`;
    let isHeld = false;
    await runWatched(w, migrationId, async (transaction) => {
      if (transaction !== held || isHeld) return;
      isHeld = true;
      await Promise.all([1, 2].map(() => migrateDocument.run(w.context, { migration })));
      await migrate(w);
    });
    const { copied, total, status: now } = await status(w, migrationId);
    assert.deepEqual([now, copied], ["completed", total]);
    const kept = (read: unknown) => (read as [string, unknown][]).filter(([path]) => path !== "/v2/presence/get");
    assert.deepEqual(kept(await readDocument(w, "new-home")), kept(before), `held at ${held}`);
    assert.equal(await readDocument(w, "homepage"), undefined);
  }
});

test("people who are to be forgotten are forgotten in the moved document too, whichever began first", async () => {
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
    assert.notEqual(await readDocument(w, "new-home"), undefined);
    const named = Object.entries(await dump(w.context.store)).filter(([, text]) => text.includes("Lin Chen"));
    assert.deepEqual(
      named.map(([path]) => path),
      [],
    );
  }
});
