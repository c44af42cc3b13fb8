import { expect, test } from "@jest/globals";
import { ApiError } from "#platform/error";
import type { Store } from "#store/port";
import { type FirestoreRig, firestoreRig } from "#testing/firestore/rig";
import { expectWithContext } from "#testing/harness/jest/context";
import { ensure } from "#testing/harness/jest/ensure";
import { rejectionOf } from "#testing/harness/jest/thrown";

/** Statuses that leave open whether a commit was applied: cancelled, unknown, deadline, internal, unavailable. */
const OPEN = [1, 2, 4, 13, 14];
const PATH = "worlds/counter";

async function rigWithCounter(): Promise<FirestoreRig> {
  const rig = await firestoreRig();
  await rig.store.commit([{ op: "set", path: PATH, data: { n: 0 } }]);
  rig.server.requests.length = 0;
  return rig;
}

/** Adds one, and returns the number of runs. */
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
  test(`an increment whose commit failed with status ${code} before it was applied is applied once`, async () => {
    const { server, store } = await rigWithCounter();
    server.fail({ method: "commit", status: { code } });
    expect(await increment(store)).toBe(2);
    expect(await count(store)).toBe(1);
  });

  test(`an increment whose reply was lost with status ${code} is not applied twice, and is reported as unconfirmed`, async () => {
    const { server, store, sent } = await rigWithCounter();
    server.fail({ method: "commit", status: { code }, when: "after" });
    expect(unconfirmed(code)(await rejectionOf(increment(store)))).toBe(true);
    expect(await count(store)).toBe(1);
    expect(sent("commit")).toBe(1);
  });
}

test("an increment is unconfirmed when another transaction has changed the document that it read", async () => {
  const { server, store } = await rigWithCounter();
  server.fail({ method: "commit", status: { code: 14 } });
  let runs = 0;
  const adding = store.transact(async (tx) => {
    if (++runs === 2) await increment(store);
    const doc = await tx.get<{ n: number }>(PATH);
    tx.set(PATH, { n: (doc?.data.n ?? 0) + 10 });
  });
  expect(unconfirmed(14)(await rejectionOf(adding))).toBe(true);
  expect(await count(store)).toBe(1);
});

test("a transaction whose repetition would read its own writes is unconfirmed, whatever it does with them", async () => {
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
    const { server, store } = await rigWithCounter();
    server.fail({ method: "commit", status: { code: 14 }, when: "after" });
    expect(unconfirmed(14)(await rejectionOf(make(store, `m${i}`)))).toBe(true);
    expect(await store.get(`worlds/m${i}`)).toBeTruthy();
    // It was not applied, so it is retried.
    server.fail({ method: "commit", status: { code: 14 } });
    await make(store, `again${i}`);
    expect(await store.get(`worlds/again${i}`)).toBeTruthy();
  }
});

test("a transaction with a random id is not repeated when its reads can't show whether it was applied", async () => {
  for (const when of ["before", "after"] as const) {
    const { server, store } = await rigWithCounter();
    server.fail({ method: "commit", status: { code: 14 }, when });
    let runs = 0;
    const making = store.transact(async (tx) => {
      runs++;
      const doc = await tx.get<{ n: number }>(PATH);
      // Writing the stored value leaves the version unchanged.
      tx.update(PATH, { n: doc?.data.n });
      tx.create(`${PATH}/items/${crypto.randomUUID()}`, {});
    });
    expect(unconfirmed(14)(await rejectionOf(making))).toBe(true);
    expect(runs).toBe(1);
    expect(await store.count({ collection: `${PATH}/items` })).toBe(when === "after" ? 1 : 0);
  }
});

test("a transaction without reads is repeated unchanged", async () => {
  const { server, store, sent } = await rigWithCounter();
  server.fail({ method: "commit", status: { code: 14 }, when: "after" });
  let runs = 0;
  await store.transact(async (tx) => {
    tx.set(`${PATH}/items/${++runs}${crypto.randomUUID()}`, {});
  });
  expect(await store.count({ collection: `${PATH}/items` })).toBe(1);
  expect([runs, sent("commit")]).toStrictEqual([1, 2]);
});

test("after contention the body runs again as a retry of the same transaction, at most five times", async () => {
  const { server, store, sent, timing } = await rigWithCounter();
  server.fail({ method: "commit", status: { code: 10 }, times: 4 });
  expect(await increment(store)).toBe(5);
  expect(await count(store)).toBe(1);
  expect(timing.pauses).toStrictEqual([200, 400, 800, 1600]);
  const reads = server.requests.filter(({ method }) => method === "batchGetDocuments").slice(0, 5);
  expect(reads.map(({ request }) => request.newTransaction.readWrite.retryTransaction !== undefined)).toStrictEqual([
    false,
    true,
    true,
    true,
    true,
  ]);
  server.fail({ method: "commit", status: { code: 10 }, times: 5 });
  expect(refused("ABORTED", 1)(await rejectionOf(increment(store)))).toBe(true);
  expect(sent("commit")).toBe(10);
  expect(await count(store)).toBe(1);
});

test("no run starts later than 20 s after the first", async () => {
  const { server, store, timing } = await rigWithCounter();
  server.fail({ method: "commit", status: { code: 10 }, times: 5 });
  let runs = 0;
  const slow = store.transact(async (tx) => {
    runs++;
    await tx.get(PATH);
    timing.advance(9_000);
    tx.set(PATH, { n: 1 });
  });
  expect(refused("ABORTED", 1)(await rejectionOf(slow))).toBe(true);
  expect(runs).toBe(3);
});

test("a transaction that the server has expired runs again", async () => {
  const { server, store } = await rigWithCounter();
  for (const details of ["The referenced transaction has expired or is no longer valid.", "transaction has expired"]) {
    server.fail({ method: "commit", status: { code: 3, details } });
    expect(await increment(store)).toBe(2);
  }
  expect(await count(store)).toBe(2);
  server.fail({ method: "commit", status: { code: 3, details: "field is wrong" } });
  expect(refused("INVALID_ARGUMENT", undefined)(await rejectionOf(increment(store)))).toBe(true);
});

test("reads of a transaction that fail or break off are repeated, and its writes apply once", async () => {
  for (const method of ["batchGetDocuments", "runQuery"] as const)
    for (const fault of [
      { code: 4 },
      { code: 10 },
      { code: 13 },
      { code: 14 },
      { code: 14, when: "between" as const },
    ]) {
      const { server, store } = await rigWithCounter();
      server.fail({ method, status: { code: fault.code }, when: fault.when ?? "before" });
      await store.transact(async (tx) => {
        const [doc] =
          method === "runQuery"
            ? (await tx.query<{ n: number }>({ collection: "worlds" })).docs
            : await tx.getMany<{ n: number }>([PATH, "worlds/none"]);
        tx.update(PATH, { n: (doc?.data.n ?? 0) + 1 });
      });
      expect(await count(store)).toBe(1);
    }
});

test("an exhausted quota is reported at once, from a read and from the commit", async () => {
  const { server, store, timing } = await rigWithCounter();
  for (const method of ["batchGetDocuments", "commit"] as const) {
    server.fail({ method, status: { code: 8, retryDelay: 12 } });
    expect(refused("RESOURCE_EXHAUSTED", 12)(await rejectionOf(increment(store)))).toBe(true);
  }
  expect([await count(store), timing.pauses]).toStrictEqual([0, []]);
});

test("a transaction that only reads runs again when its commit gets no reply", async () => {
  const { server, store } = await rigWithCounter();
  server.fail({ method: "commit", status: { code: 14 }, when: "after" });
  expect(await store.transact(async (tx) => (await tx.get<{ n: number }>(PATH))?.data.n)).toBe(0);
});

test("whatever fails, at least the confirmed increments are applied, and at most the confirmed and unconfirmed ones together", async () => {
  const { server, store } = await rigWithCounter();
  const open = OPEN.flatMap((code) => (["before", "after"] as const).map((when) => ({ code, when })));
  // Refusals for contention or quota come before anything is applied.
  const faults = [...open, ...[8, 10].map((code) => ({ code, when: "before" as const }))];
  let confirmed = 0;
  let doubtful = 0;
  for (const first of faults)
    for (const second of faults) {
      for (const { code, when } of [first, second]) server.fail({ method: "commit", status: { code }, when });
      for (let i = 0; i < 2; i++)
        await increment(store).then(
          () => confirmed++,
          (error: ApiError) => {
            if (/may or may not/.test(error.message)) doubtful++;
          },
        );
      const storedCount = (await count(store)) ?? 0;
      expectWithContext(
        storedCount >= confirmed && storedCount <= confirmed + doubtful,
        `${storedCount} of ${confirmed} to ${confirmed + doubtful}`,
      ).toBe(true);
    }
  expect(confirmed > 0 && doubtful > 0).toBe(true);
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
