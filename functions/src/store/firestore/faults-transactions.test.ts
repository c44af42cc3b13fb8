import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "#platform/error";
import type { Store } from "#store/port";
import { type FirestoreRig, firestoreRig } from "#testing/firestore/rig";

/** Statuses that leave open whether a commit was applied: cancelled, unknown, deadline, internal, unavailable. */
const OPEN = [1, 2, 4, 13, 14];
const PATH = "worlds/counter";

async function rigWithCounter(t: Parameters<typeof firestoreRig>[0]): Promise<FirestoreRig> {
  const rig = await firestoreRig(t);
  await rig.store.commit([{ op: "set", path: PATH, data: { n: 0 } }]);
  rig.server.seen.length = 0;
  return rig;
}

/** Adds one, and returns how often it ran. */
async function increment(store: Store): Promise<number> {
  let runs = 0;
  await store.transact(async (tx) => {
    runs++;
    const doc = await tx.get<{ n: number }>(PATH);
    tx.update(PATH, { n: (doc?.data.n ?? 0) + 1 });
  });
  return runs;
}

const count = async (store: Store) => (await store.get<{ n: number }>(PATH))?.data.n;

for (const code of OPEN) {
  test(`an increment whose commit failed with status ${code} before anything was done is made once`, async (t) => {
    const { server, store } = await rigWithCounter(t);
    server.fail({ method: "commit", status: { code } });
    assert.equal(await increment(store), 2);
    assert.equal(await count(store), 1);
  });

  test(`an increment whose answer was lost with status ${code} is not made twice, and is said to be unconfirmed`, async (t) => {
    const { server, store, sent } = await rigWithCounter(t);
    server.fail({ method: "commit", status: { code }, when: "after" });
    await assert.rejects(increment(store), unconfirmed(code));
    assert.equal(await count(store), 1);
    assert.equal(sent("commit"), 1);
  });
}

test("an increment is unconfirmed when somebody else has changed what it would go by", async (t) => {
  const { server, store } = await rigWithCounter(t);
  server.fail({ method: "commit", status: { code: 14 } });
  let runs = 0;
  const adding = store.transact(async (tx) => {
    if (++runs === 2) await increment(store);
    const doc = await tx.get<{ n: number }>(PATH);
    tx.set(PATH, { n: (doc?.data.n ?? 0) + 10 });
  });
  await assert.rejects(adding, unconfirmed(14));
  assert.equal(await count(store), 1);
});

test("a transaction that would find its own work is unconfirmed, whatever it makes of what it finds", async (t) => {
  const makings: ((store: Store, id: string) => Promise<unknown>)[] = [
    (store, id) =>
      store.transact(async (tx) => {
        if (await tx.get(`worlds/${id}`)) throw new ApiError("ALREADY_EXISTS", "It is there.");
        tx.create(`worlds/${id}`, {});
      }),
    (store, id) =>
      store.transact(async (tx) => {
        if (await tx.get(`worlds/${id}`)) return "there";
        tx.create(`worlds/${id}`, {});
        return "made";
      }),
    (store, id) => store.transact(async (tx) => tx.create(`worlds/${id}`, {})),
  ];
  for (const [i, make] of makings.entries()) {
    const { server, store } = await rigWithCounter(t);
    server.fail({ method: "commit", status: { code: 14 }, when: "after" });
    await assert.rejects(make(store, `m${i}`), unconfirmed(14));
    assert.ok(await store.get(`worlds/m${i}`));
    // Not applied, it is tried again.
    server.fail({ method: "commit", status: { code: 14 } });
    await make(store, `again${i}`);
    assert.ok(await store.get(`worlds/again${i}`));
  }
});

test("what is made anew with every run is made once: on a read that shows nothing it does not run again", async (t) => {
  for (const when of ["before", "after"] as const) {
    const { server, store } = await rigWithCounter(t);
    server.fail({ method: "commit", status: { code: 14 }, when });
    let runs = 0;
    const making = store.transact(async (tx) => {
      runs++;
      const doc = await tx.get<{ n: number }>(PATH);
      // Writing what stands there already leaves the version as it is.
      tx.update(PATH, { n: doc?.data.n });
      tx.create(`${PATH}/items/${crypto.randomUUID()}`, {});
    });
    await assert.rejects(making, unconfirmed(14));
    assert.equal(runs, 1);
    assert.equal(await store.count({ collection: `${PATH}/items` }), when === "after" ? 1 : 0);
  }
});

test("what a transaction decides without reading is sent again as it was decided", async (t) => {
  const { server, store, sent } = await rigWithCounter(t);
  server.fail({ method: "commit", status: { code: 14 }, when: "after" });
  let runs = 0;
  await store.transact(async (tx) => {
    tx.set(`${PATH}/items/${++runs}${crypto.randomUUID()}`, {});
  });
  assert.equal(await store.count({ collection: `${PATH}/items` }), 1);
  assert.deepEqual([runs, sent("commit")], [1, 2]);
});

test("contention runs the body again as the next try of the same transaction, five times at most", async (t) => {
  const { server, store, sent, timing } = await rigWithCounter(t);
  server.fail({ method: "commit", status: { code: 10 }, times: 4 });
  assert.equal(await increment(store), 5);
  assert.equal(await count(store), 1);
  assert.deepEqual(timing.pauses, [200, 400, 800, 1600]);
  const reads = server.seen.filter(({ method }) => method === "batchGetDocuments").slice(0, 5);
  assert.deepEqual(
    reads.map(({ request }) => request.newTransaction.readWrite.retryTransaction !== undefined),
    [false, true, true, true, true],
  );
  server.fail({ method: "commit", status: { code: 10 }, times: 5 });
  await assert.rejects(increment(store), refused("ABORTED", 1));
  assert.equal(sent("commit"), 10);
  assert.equal(await count(store), 1);
});

test("no run begins later than 20 s after the first", async (t) => {
  const { server, store, timing } = await rigWithCounter(t);
  server.fail({ method: "commit", status: { code: 10 }, times: 5 });
  let runs = 0;
  const slow = store.transact(async (tx) => {
    runs++;
    await tx.get(PATH);
    timing.advance(9_000);
    tx.set(PATH, { n: 1 });
  });
  await assert.rejects(slow, refused("ABORTED", 1));
  assert.equal(runs, 3);
});

test("a transaction that the server has forgotten runs again", async (t) => {
  const { server, store } = await rigWithCounter(t);
  for (const details of ["The referenced transaction has expired or is no longer valid.", "transaction has expired"]) {
    server.fail({ method: "commit", status: { code: 3, details } });
    assert.equal(await increment(store), 2);
  }
  assert.equal(await count(store), 2);
  server.fail({ method: "commit", status: { code: 3, details: "field is wrong" } });
  await assert.rejects(increment(store), refused("INVALID_ARGUMENT", undefined));
});

test("reads of a transaction that fail or break off are repeated, and its writes apply once", async (t) => {
  for (const method of ["batchGetDocuments", "runQuery"] as const)
    for (const fault of [
      { code: 4 },
      { code: 10 },
      { code: 13 },
      { code: 14 },
      { code: 14, when: "between" as const },
    ]) {
      const { server, store } = await rigWithCounter(t);
      server.fail({ method, status: { code: fault.code }, when: fault.when ?? "before" });
      await store.transact(async (tx) => {
        const [doc] =
          method === "runQuery"
            ? (await tx.query<{ n: number }>({ collection: "worlds" })).docs
            : await tx.getMany<{ n: number }>([PATH, "worlds/none"]);
        tx.update(PATH, { n: (doc?.data.n ?? 0) + 1 });
      });
      assert.equal(await count(store), 1);
    }
});

test("that a quota is used up is passed on at once, from a read as from the commit", async (t) => {
  const { server, store, timing } = await rigWithCounter(t);
  for (const method of ["batchGetDocuments", "commit"] as const) {
    server.fail({ method, status: { code: 8, retryDelay: 12 } });
    await assert.rejects(increment(store), refused("RESOURCE_EXHAUSTED", 12));
  }
  assert.deepEqual([await count(store), timing.pauses], [0, []]);
});

test("a transaction that only reads runs again when its commit is not answered", async (t) => {
  const { server, store } = await rigWithCounter(t);
  server.fail({ method: "commit", status: { code: 14 }, when: "after" });
  assert.equal(await store.transact(async (tx) => (await tx.get<{ n: number }>(PATH))?.data.n), 0);
});

test("whatever fails, as many increments are made as were confirmed, and no more than were confirmed or in doubt", async (t) => {
  const { server, store } = await rigWithCounter(t);
  const codes = [...OPEN, 8, 10];
  const faults = codes.flatMap((code) => (["before", "after"] as const).map((when) => ({ code, when })));
  let confirmed = 0;
  let doubtful = 0;
  for (const first of faults)
    for (const second of faults) {
      // Refusals for contention or quota come before anything is done.
      for (const { code, when } of [first, second])
        server.fail({ method: "commit", status: { code }, when: OPEN.includes(code) ? when : "before" });
      for (let i = 0; i < 2; i++)
        await increment(store).then(
          () => confirmed++,
          (error: ApiError) => {
            if (/may or may not/.test(error.message)) doubtful++;
          },
        );
      const made = (await count(store)) ?? 0;
      assert.ok(
        made >= confirmed && made <= confirmed + doubtful,
        `${made} of ${confirmed} to ${confirmed + doubtful}`,
      );
    }
  assert.ok(confirmed > 0 && doubtful > 0);
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
