import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "#platform/error";
import type { Store } from "#store/port";
import { firestoreRig } from "#testing/firestore/rig";
import type { Method } from "#testing/firestore/wire";

const READS: [name: string, method: Method, read: (store: Store) => Promise<unknown>, expected: unknown][] = [
  ["get", "batchGetDocuments", async (store) => (await store.get("worlds/a"))?.data, { n: 1 }],
  [
    "getMany",
    "batchGetDocuments",
    async (store) => (await store.getMany(["worlds/a", "worlds/none", "worlds/b"])).map((doc) => doc?.data),
    [{ n: 1 }, undefined, { n: 2 }],
  ],
  [
    "query",
    "runQuery",
    async (store) => (await store.query({ collection: "worlds", limit: 2 })).docs.map(({ id }) => id),
    ["a", "b"],
  ],
  ["count", "runAggregationQuery", (store) => store.count({ collection: "worlds" }), 2],
];
/** Deadline, internal, unavailable. */
const PASSING = [4, 13, 14];

async function rigWithDocuments(t: Parameters<typeof firestoreRig>[0]) {
  const rig = await firestoreRig(t);
  await rig.store.commit([
    { op: "set", path: "worlds/a", data: { n: 1 } },
    { op: "set", path: "worlds/b", data: { n: 2 } },
  ]);
  return rig;
}

for (const [name, method, read, expected] of READS) {
  for (const code of PASSING)
    test(`${name} answers although the server failed with status ${code}, and asks once more for it`, async (t) => {
      const { server, store, sent } = await rigWithDocuments(t);
      server.fail({ method, status: { code } });
      assert.deepEqual(await read(store), expected);
      assert.equal(sent(method), 2);
    });

  test(`${name} asks five times at most, then tells how it failed`, async (t) => {
    const { server, store, sent } = await rigWithDocuments(t);
    server.fail({ method, status: { code: 14 }, times: 5 });
    await assert.rejects(read(store), told("UNAVAILABLE", 1));
    assert.equal(sent(method), 5);
    server.fail({ method, status: { code: 4 }, times: 5 });
    await assert.rejects(read(store), told("DEADLINE_EXCEEDED", undefined));
    server.fail({ method, status: { code: 13 }, times: 5 });
    await assert.rejects(
      read(store),
      (error) => !(error instanceof ApiError) && (error as { code?: number }).code === 13,
    );
    assert.equal(sent(method), 15);
    assert.deepEqual(await read(store), expected);
  });

  test(`${name} passes on at once that a quota is used up, with the wait that the server asks for`, async (t) => {
    const { server, store, sent, timing } = await rigWithDocuments(t);
    server.fail({ method, status: { code: 8, retryDelay: 7 } });
    await assert.rejects(read(store), told("RESOURCE_EXHAUSTED", 7));
    server.fail({ method, status: { code: 8 } });
    await assert.rejects(read(store), told("RESOURCE_EXHAUSTED", 1));
    assert.equal(sent(method), 2);
    assert.deepEqual(timing.pauses, []);
  });

  test(`${name} asks once where asking again is of no use`, async (t) => {
    const { server, store, sent } = await rigWithDocuments(t);
    for (const code of [3, 7, 9, 10, 16]) {
      server.fail({ method, status: { code } });
      await assert.rejects(read(store));
    }
    assert.equal(sent(method), 5);
  });
}

test("an answer that breaks off is completed without a document missing or twice", async (t) => {
  const { server, store } = await rigWithDocuments(t);
  for (const [, method, read, expected] of READS.slice(1, 3)) {
    server.fail({ method, status: { code: 14 }, when: "between" });
    assert.deepEqual(await read(store), expected);
  }
});

test("getMany of more names than a request holds answers each in its place", async (t) => {
  const { store, sent } = await rigWithDocuments(t);
  const paths = Array.from({ length: 2500 }, (_, i) => (i % 1000 === 0 ? "worlds/b" : `worlds/none${i}`));
  const docs = await store.getMany<{ n: number }>(paths);
  assert.equal(sent("batchGetDocuments"), 3);
  assert.deepEqual(
    docs.flatMap((doc, i) => (doc ? [[i, doc.data.n]] : [])),
    [
      [0, 2],
      [1000, 2],
      [2000, 2],
    ],
  );
});

function told(code: string, retryAfter: number | undefined): (error: unknown) => true {
  return (error) => {
    assert.ok(error instanceof ApiError);
    assert.deepEqual([error.code, error.extras.retryAfter], [code, retryAfter]);
    return true;
  };
}
