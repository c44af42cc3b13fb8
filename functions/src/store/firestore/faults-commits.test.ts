import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "#platform/error";
import type { Write } from "#store/port";
import { type FirestoreRig, firestoreRig } from "#testing/firestore/rig";

/** Statuses that leave open whether a commit was applied: cancelled, unknown, deadline, internal, unavailable. */
const OPEN = [1, 2, 4, 13, 14];
/** Every kind of write; `worlds/old` is there before. */
const WRITES: Write[] = [
  { op: "create", path: "worlds/created", data: { n: 1 } },
  { op: "set", path: "worlds/set", data: { n: 1 } },
  { op: "merge", path: "worlds/merged", data: { map: { n: 1 } } },
  { op: "update", path: "worlds/old", data: { n: 2 } },
  { op: "delete", path: "worlds/none" },
];
const AFTER = { created: { n: 1 }, merged: { map: { n: 1 } }, old: { n: 2, kept: true }, set: { n: 1 } };
const BEFORE = { old: { n: 1, kept: true } };

async function rigWithDocument(t: Parameters<typeof firestoreRig>[0]): Promise<FirestoreRig> {
  const rig = await firestoreRig(t);
  await rig.store.commit([{ op: "set", path: "worlds/old", data: BEFORE.old }]);
  rig.server.seen.length = 0;
  return rig;
}

async function everything({ store }: FirestoreRig): Promise<object> {
  return Object.fromEntries((await store.query({ collection: "worlds" })).docs.map(({ id, data }) => [id, data]));
}

for (const code of OPEN) {
  test(`a commit that failed with status ${code} before anything was done is sent again and applies`, async (t) => {
    const rig = await rigWithDocument(t);
    rig.server.fail({ method: "commit", status: { code } });
    await rig.store.commit(WRITES);
    assert.deepEqual(await everything(rig), AFTER);
    assert.equal(rig.sent("commit"), 2);
  });

  for (const write of WRITES.slice(1))
    test(`a ${write.op} whose answer was lost with status ${code} is confirmed`, async (t) => {
      const rig = await rigWithDocument(t);
      rig.server.fail({ method: "commit", status: { code }, when: "after" });
      await rig.store.commit([write]);
      assert.equal(rig.sent("commit"), 2);
    });

  test(`a document whose creation was answered with status ${code} is never said to have existed`, async (t) => {
    const rig = await rigWithDocument(t);
    rig.server.fail({ method: "commit", status: { code }, when: "after" });
    await assert.rejects(rig.store.commit(WRITES), unconfirmed(code));
    assert.deepEqual(await everything(rig), AFTER);
  });

  test(`a guarded write whose answer was lost with status ${code} does not fail its own guard`, async (t) => {
    const rig = await rigWithDocument(t);
    const version = (await rig.store.get("worlds/old"))?.version ?? "";
    const guarded: Write[] = [{ op: "set", path: "worlds/old", data: { n: 3 }, precondition: { version } }];
    rig.server.fail({ method: "commit", status: { code }, when: "after" });
    await assert.rejects(rig.store.commit(guarded), unconfirmed(code));
    assert.deepEqual(await everything(rig), { old: { n: 3 } });
    await assert.rejects(rig.store.commit(guarded), { code: "FAILED_PRECONDITION" });
  });
}

test("a guarded write that failed before anything was done is tried again and applies", async (t) => {
  const rig = await rigWithDocument(t);
  const version = (await rig.store.get("worlds/old"))?.version ?? "";
  rig.server.fail({ method: "commit", status: { code: 14 } });
  await rig.store.commit([{ op: "delete", path: "worlds/old", precondition: { version } }]);
  assert.deepEqual(await everything(rig), {});
});

test("a commit is sent five times at most, ever further apart, then nobody knows", async (t) => {
  const rig = await rigWithDocument(t);
  rig.server.fail({ method: "commit", status: { code: 14 }, times: 5 });
  await assert.rejects(rig.store.commit(WRITES), unconfirmed(14));
  assert.equal(rig.sent("commit"), 5);
  assert.deepEqual(rig.timing.pauses, [200, 400, 800, 1600]);
  assert.deepEqual(await everything(rig), BEFORE);
});

test("without a connection nothing is in doubt: the store cannot be reached, and nothing was changed", async (t) => {
  const rig = await rigWithDocument(t);
  await rig.server.close();
  await assert.rejects(rig.store.commit(WRITES), refused("UNAVAILABLE", 1));
  await assert.rejects(rig.store.get("worlds/old"), refused("UNAVAILABLE", 1));
});

test("a commit that meets contention every time is given up with ABORTED and a wait", async (t) => {
  const rig = await rigWithDocument(t);
  rig.server.fail({ method: "commit", status: { code: 10 }, times: 5 });
  await assert.rejects(rig.store.commit(WRITES), refused("ABORTED", 1));
  assert.equal(rig.sent("commit"), 5);
  assert.deepEqual(await everything(rig), BEFORE);
});

test("that a quota is used up is passed on at once, with the wait that the server asks for", async (t) => {
  const rig = await rigWithDocument(t);
  rig.server.fail({ method: "commit", status: { code: 8, retryDelay: 30 } });
  await assert.rejects(rig.store.commit(WRITES), refused("RESOURCE_EXHAUSTED", 30));
  rig.server.fail({ method: "commit", status: { code: 8 } });
  await assert.rejects(rig.store.bulk(WRITES), refused("RESOURCE_EXHAUSTED", 1));
  assert.equal(rig.sent("commit"), 2);
  assert.deepEqual([await everything(rig), rig.timing.pauses], [BEFORE, []]);
});

test("a commit that the server refuses for what it says is sent once", async (t) => {
  const rig = await rigWithDocument(t);
  for (const [code, name] of [
    [3, "INVALID_ARGUMENT"],
    [5, "NOT_FOUND"],
    [6, "ALREADY_EXISTS"],
    [9, "FAILED_PRECONDITION"],
  ] as const) {
    rig.server.fail({ method: "commit", status: { code } });
    await assert.rejects(rig.store.commit(WRITES), refused(name, undefined));
  }
  assert.equal(rig.sent("commit"), 4);
});

test("a commit of more than a request holds is refused and nothing is sent; one that just fits applies", async (t) => {
  const rig = await rigWithDocument(t);
  const large = (count: number, text: string) =>
    Array.from({ length: count }, (_, n): Write => ({ op: "set", path: `worlds/${n}`, data: { text } }));
  for (const text of ["x".repeat(1_000_000), "é".repeat(500_000)]) {
    await assert.rejects(rig.store.commit(large(11, text)), refused("INVALID_ARGUMENT", undefined));
    const inTransaction = rig.store.transact(async (tx) => {
      await tx.get("worlds/old");
      for (const { path } of large(11, "")) tx.set(path, { text });
    });
    await assert.rejects(inTransaction, refused("INVALID_ARGUMENT", undefined));
    assert.equal(rig.sent("commit"), 0);
    await rig.store.commit(large(10, text));
    rig.server.seen.length = 0;
  }
  await rig.store.bulk(large(25, "x".repeat(1_000_000)));
  assert.equal(await rig.store.count({ collection: "worlds" }), 26);
});

test("bulk applies everything although answers are lost, and keeps the order of two writes of one document", async (t) => {
  const rig = await rigWithDocument(t);
  for (const code of OPEN) rig.server.fail({ method: "commit", status: { code }, when: "after" });
  const writes = Array.from({ length: 1200 }, (_, n): Write => ({ op: "set", path: `worlds/${n}`, data: { n } }));
  await rig.store.bulk([...writes, { op: "set", path: "worlds/7", data: { n: "last" } }]);
  assert.equal(await rig.store.count({ collection: "worlds" }), 1201);
  assert.deepEqual((await rig.store.get("worlds/7"))?.data, { n: "last" });
});

function unconfirmed(status: number): (error: unknown) => true {
  return (error) => {
    refused(status === 4 ? "DEADLINE_EXCEEDED" : "UNAVAILABLE", undefined)(error);
    assert.match((error as ApiError).message, /may or may not have been made/);
    return true;
  };
}

function refused(code: string, retryAfter: number | undefined): (error: unknown) => true {
  return (error) => {
    assert.ok(error instanceof ApiError, String(error));
    assert.deepEqual([error.code, error.extras.retryAfter], [code, retryAfter]);
    return true;
  };
}
