import { expect, test } from "@jest/globals";
import { ApiError } from "#platform/error";
import type { Store } from "#store/port";
import { firestoreRig } from "#testing/firestore/rig";
import type { Method } from "#testing/firestore/wire";
import { ensure } from "#testing/harness/jest/ensure";
import { rejectionOf } from "#testing/harness/jest/thrown";

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

async function rigWithDocuments() {
  const rig = await firestoreRig();
  await rig.store.commit([
    { op: "set", path: "worlds/a", data: { n: 1 } },
    { op: "set", path: "worlds/b", data: { n: 2 } },
  ]);
  return rig;
}

for (const [name, method, read, expected] of READS) {
  for (const code of PASSING)
    test(`${name} succeeds although the server failed with status ${code}, after one more request`, async () => {
      const { server, store, sent } = await rigWithDocuments();
      server.fail({ method, status: { code } });
      expect(await read(store)).toStrictEqual(expected);
      expect(sent(method)).toBe(2);
    });

  test(`${name} sends at most five requests, then reports the failure`, async () => {
    const { server, store, sent } = await rigWithDocuments();
    server.fail({ method, status: { code: 14 }, times: 5 });
    expect(retryable("UNAVAILABLE", 1)(await rejectionOf(read(store)))).toBe(true);
    expect(sent(method)).toBe(5);
    server.fail({ method, status: { code: 4 }, times: 5 });
    expect(retryable("DEADLINE_EXCEEDED", undefined)(await rejectionOf(read(store)))).toBe(true);
    server.fail({ method, status: { code: 13 }, times: 5 });
    const error = await rejectionOf(read(store));
    expect(error instanceof ApiError).toBe(false);
    expect((error as { code?: number }).code).toBe(13);
    expect(sent(method)).toBe(15);
    expect(await read(store)).toStrictEqual(expected);
  });

  test(`${name} reports an exhausted quota at once, with the server's Retry-After`, async () => {
    const { server, store, sent, timing } = await rigWithDocuments();
    server.fail({ method, status: { code: 8, retryDelay: 7 } });
    expect(retryable("RESOURCE_EXHAUSTED", 7)(await rejectionOf(read(store)))).toBe(true);
    server.fail({ method, status: { code: 8 } });
    expect(retryable("RESOURCE_EXHAUSTED", 1)(await rejectionOf(read(store)))).toBe(true);
    expect(sent(method)).toBe(2);
    expect(timing.pauses).toStrictEqual([]);
  });

  test(`${name} sends one request when a retry would not help`, async () => {
    const { server, store, sent } = await rigWithDocuments();
    for (const code of [3, 7, 9, 10, 16]) {
      server.fail({ method, status: { code } });
      await expect(read(store)).rejects.toThrow();
    }
    expect(sent(method)).toBe(5);
  });
}

test("a reply that breaks off is completed without a document missing or repeated", async () => {
  const { server, store } = await rigWithDocuments();
  for (const [, method, read, expected] of READS.slice(1, 3)) {
    server.fail({ method, status: { code: 14 }, when: "between" });
    expect(await read(store)).toStrictEqual(expected);
  }
});

test("getMany of more names than one request holds returns each document at its position", async () => {
  const { store, sent } = await rigWithDocuments();
  const paths = Array.from({ length: 2500 }, (_, i) => (i % 1000 === 0 ? "worlds/b" : `worlds/none${i}`));
  const docs = await store.getMany<{ n: number }>(paths);
  expect(sent("batchGetDocuments")).toBe(3);
  expect(docs.flatMap((doc, i) => (doc ? [[i, doc.data.n]] : []))).toStrictEqual([
    [0, 2],
    [1000, 2],
    [2000, 2],
  ]);
});

function retryable(code: string, retryAfter: number | undefined): (error: unknown) => true {
  return (error) => {
    ensure(error instanceof ApiError);
    expect([error.code, error.extras.retryAfter]).toStrictEqual([code, retryAfter]);
    return true;
  };
}
