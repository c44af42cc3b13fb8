import { expect, test } from "@jest/globals";
import { ApiError } from "#platform/error";
import type { Write } from "#store/port";
import { type FirestoreRig, firestoreRig } from "#testing/firestore/rig";
import { ensure } from "#testing/harness/jest/ensure";
import { rejectionOf } from "#testing/harness/jest/thrown";

/** Statuses that leave open whether a commit was applied: cancelled, unknown, deadline, internal, unavailable. */
const OPEN = [1, 2, 4, 13, 14];
/** Every kind of write; only `worlds/old` exists beforehand. */
const WRITES: Write[] = [
  { op: "create", path: "worlds/created", data: { n: 1 } },
  { op: "set", path: "worlds/set", data: { n: 1 } },
  { op: "merge", path: "worlds/merged", data: { map: { n: 1 } } },
  { op: "update", path: "worlds/old", data: { n: 2 } },
  { op: "delete", path: "worlds/none" },
];
const AFTER = { created: { n: 1 }, merged: { map: { n: 1 } }, old: { n: 2, kept: true }, set: { n: 1 } };
const BEFORE = { old: { n: 1, kept: true } };

async function rigWithDocument(): Promise<FirestoreRig> {
  const rig = await firestoreRig();
  await rig.store.commit([{ op: "set", path: "worlds/old", data: BEFORE.old }]);
  rig.server.requests.length = 0;
  return rig;
}

async function everything({ store }: FirestoreRig): Promise<object> {
  return Object.fromEntries((await store.query({ collection: "worlds" })).docs.map(({ id, data }) => [id, data]));
}

for (const code of OPEN) {
  test(`a commit that failed with status ${code} before it was applied is retried and applied`, async () => {
    const rig = await rigWithDocument();
    rig.server.fail({ method: "commit", status: { code } });
    await rig.store.commit(WRITES);
    expect(await everything(rig)).toStrictEqual(AFTER);
    expect(rig.sent("commit")).toBe(2);
  });

  for (const write of WRITES.slice(1))
    test(`a ${write.op} whose reply was lost with status ${code} is confirmed`, async () => {
      const rig = await rigWithDocument();
      rig.server.fail({ method: "commit", status: { code }, when: "after" });
      await rig.store.commit([write]);
      expect(rig.sent("commit")).toBe(2);
    });

  test(`a create whose reply was lost with status ${code} never fails with ALREADY_EXISTS`, async () => {
    const rig = await rigWithDocument();
    rig.server.fail({ method: "commit", status: { code }, when: "after" });
    expect(unconfirmed(code)(await rejectionOf(rig.store.commit(WRITES)))).toBe(true);
    expect(await everything(rig)).toStrictEqual(AFTER);
  });

  test(`a guarded write whose reply was lost with status ${code} does not fail its own precondition`, async () => {
    const rig = await rigWithDocument();
    const version = (await rig.store.get("worlds/old"))?.version ?? "";
    const guarded: Write[] = [{ op: "set", path: "worlds/old", data: { n: 3 }, precondition: { version } }];
    rig.server.fail({ method: "commit", status: { code }, when: "after" });
    expect(unconfirmed(code)(await rejectionOf(rig.store.commit(guarded)))).toBe(true);
    expect(await everything(rig)).toStrictEqual({ old: { n: 3 } });
    await expect(rig.store.commit(guarded)).rejects.toMatchObject({ code: "FAILED_PRECONDITION" });
  });
}

test("a guarded write that failed before it was applied is retried and applied", async () => {
  const rig = await rigWithDocument();
  const version = (await rig.store.get("worlds/old"))?.version ?? "";
  rig.server.fail({ method: "commit", status: { code: 14 } });
  await rig.store.commit([{ op: "delete", path: "worlds/old", precondition: { version } }]);
  expect(await everything(rig)).toStrictEqual({});
});

test("a commit is sent at most five times, with growing pauses, then its outcome is unknown", async () => {
  const rig = await rigWithDocument();
  rig.server.fail({ method: "commit", status: { code: 14 }, times: 5 });
  expect(unconfirmed(14)(await rejectionOf(rig.store.commit(WRITES)))).toBe(true);
  expect(rig.sent("commit")).toBe(5);
  expect(rig.timing.pauses).toStrictEqual([200, 400, 800, 1600]);
  expect(await everything(rig)).toStrictEqual(BEFORE);
});

test("without a connection the outcome is certain: the store cannot be reached, and nothing was changed", async () => {
  const rig = await rigWithDocument();
  await rig.server.close();
  // The failed read shows the client that its connection is gone; until then it would send a commit over it.
  expect(refused("UNAVAILABLE", 1)(await rejectionOf(rig.store.get("worlds/old")))).toBe(true);
  expect(refused("UNAVAILABLE", 1)(await rejectionOf(rig.store.commit(WRITES)))).toBe(true);
});

test("a commit that always meets contention fails with ABORTED and Retry-After", async () => {
  const rig = await rigWithDocument();
  rig.server.fail({ method: "commit", status: { code: 10 }, times: 5 });
  expect(refused("ABORTED", 1)(await rejectionOf(rig.store.commit(WRITES)))).toBe(true);
  expect(rig.sent("commit")).toBe(5);
  expect(await everything(rig)).toStrictEqual(BEFORE);
});

test("an exhausted quota is reported at once, with the server's Retry-After", async () => {
  const rig = await rigWithDocument();
  rig.server.fail({ method: "commit", status: { code: 8, retryDelay: 30 } });
  expect(refused("RESOURCE_EXHAUSTED", 30)(await rejectionOf(rig.store.commit(WRITES)))).toBe(true);
  rig.server.fail({ method: "commit", status: { code: 8 } });
  expect(refused("RESOURCE_EXHAUSTED", 1)(await rejectionOf(rig.store.bulk(WRITES)))).toBe(true);
  expect(rig.sent("commit")).toBe(2);
  expect([await everything(rig), rig.timing.pauses]).toStrictEqual([BEFORE, []]);
});

test("a commit that the server refuses for its content is sent once", async () => {
  const rig = await rigWithDocument();
  for (const [code, name] of [
    [3, "INVALID_ARGUMENT"],
    [5, "NOT_FOUND"],
    [6, "ALREADY_EXISTS"],
    [9, "FAILED_PRECONDITION"],
  ] as const) {
    rig.server.fail({ method: "commit", status: { code } });
    expect(refused(name, undefined)(await rejectionOf(rig.store.commit(WRITES)))).toBe(true);
  }
  expect(rig.sent("commit")).toBe(4);
});

test("a commit too large for one request is refused without being sent; one that just fits is applied", async () => {
  const rig = await rigWithDocument();
  const large = (count: number, text: string) =>
    Array.from({ length: count }, (_, n): Write => ({ op: "set", path: `worlds/${n}`, data: { text } }));
  for (const text of ["x".repeat(1_000_000), "é".repeat(500_000)]) {
    expect(refused("INVALID_ARGUMENT", undefined)(await rejectionOf(rig.store.commit(large(11, text))))).toBe(true);
    const inTransaction = rig.store.transact(async (tx) => {
      await tx.get("worlds/old");
      for (const { path } of large(11, "")) tx.set(path, { text });
    });
    expect(refused("INVALID_ARGUMENT", undefined)(await rejectionOf(inTransaction))).toBe(true);
    expect(rig.sent("commit")).toBe(0);
    await rig.store.commit(large(10, text));
    rig.server.requests.length = 0;
  }
  await rig.store.bulk(large(25, "x".repeat(1_000_000)));
  expect(await rig.store.count({ collection: "worlds" })).toBe(26);
});

test("bulk applies everything even if replies are lost, and keeps the order of two writes to one document", async () => {
  const rig = await rigWithDocument();
  for (const code of OPEN) rig.server.fail({ method: "commit", status: { code }, when: "after" });
  const writes = Array.from({ length: 1200 }, (_, n): Write => ({ op: "set", path: `worlds/${n}`, data: { n } }));
  await rig.store.bulk([...writes, { op: "set", path: "worlds/7", data: { n: "last" } }]);
  expect(await rig.store.count({ collection: "worlds" })).toBe(1201);
  expect((await rig.store.get("worlds/7"))?.data).toStrictEqual({ n: "last" });
});

function unconfirmed(status: number): (error: unknown) => true {
  return (error) => {
    refused(status === 4 ? "DEADLINE_EXCEEDED" : "UNAVAILABLE", undefined)(error);
    expect((error as ApiError).message).toMatch(/may or may not have been made/);
    return true;
  };
}

function refused(code: string, retryAfter: number | undefined): (error: unknown) => true {
  return (error) => {
    ensure(error instanceof ApiError, String(error));
    expect([error.code, error.extras.retryAfter]).toStrictEqual([code, retryAfter]);
    return true;
  };
}
