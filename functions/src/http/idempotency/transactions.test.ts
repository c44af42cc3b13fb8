import { expect, test } from "@jest/globals";
import { purge } from "#domain/retention/jobs";
import { apiKeyPath } from "#domain/workspaces/store/api-keys";
import { ApiError } from "#platform/error";
import type { WriteCall } from "#src/call";
import { expectWithContext } from "#testing/harness/jest/context";
import { testUnless } from "#testing/harness/jest/skip";
import { probeEndpoint } from "#testing/harness/probe";
import { newProcess } from "#testing/harness/processes/crashing-process";
import { dump } from "#testing/harness/store/store-dump";
import { serverLocks } from "#testing/harness/store/test-store";
import { type World, world } from "#testing/harness/world";
import { doorOf } from "#testing/suites/conformance/door";

const headers = { "idempotency-key": "k" };

/** A path for what a handler writes. */
function note(call: WriteCall, id: string): string {
  return `${apiKeyPath(call.apiKey.apiKeyId)}/configs/${id}`;
}

/** Adds one to a number in the store. @returns the new number. */
function count(call: WriteCall, id: string): Promise<number> {
  return call.store.transact(async (tx) => {
    const n = Number((await tx.get(note(call, id)))?.data.n ?? 0) + 1;
    tx.set(note(call, id), { n });
    return n;
  });
}

async function counted(w: World, id: string): Promise<unknown> {
  return (await w.context.store.get(`${apiKeyPath(w.tenant.apiKeyId)}/configs/${id}`))?.data.n;
}

/** A door whose handler is different in each run. */
function doorWith(w: World, handlers: ((call: WriteCall) => Promise<unknown>)[]) {
  const runs = handlers.values();
  return doorOf(
    w,
    probeEndpoint({
      handle: async (call: WriteCall) => ({ message: "done", data: await runs.next().value?.(call) }),
    }),
  );
}

test("the record is committed with the write: a key costs a write, two reads and a round trip more", async () => {
  const w = await world();
  const { send } = doorWith(w, [(call) => count(call, "a"), (call) => count(call, "a")]);
  await send();
  await send({ headers });
  const [without, withKey] = w.logged.map(({ fields: { reads, writes, trips } }) => [reads, writes, trips] as number[]);
  // The first one also reads the credentials.
  expect(without).toStrictEqual([2, 1, 3]);
  expect(withKey).toStrictEqual([3, 2, 3]);
});

test("a transient failure after the writes has written nothing, and the next attempt succeeds", async () => {
  const w = await world();
  const failing = async (call: WriteCall) => {
    await count(call, "a");
    throw new ApiError("UNAVAILABLE", "Later.");
  };
  const { send, refuses } = doorWith(w, [failing, (call) => count(call, "a")]);
  const before = await dump(w.context.store);
  await refuses({ headers }, "UNAVAILABLE", "Later.");
  expect(await dump(w.context.store)).toStrictEqual(before);
  expect((await send({ headers })).body.result.data).toBe(1);
});

test("a call of several transactions resumes after the committed ones, with their results", async () => {
  const w = await world();
  const results: unknown[] = [];
  const half = async (call: WriteCall) => {
    results.push(await call.store.get(note(call, "read")), await count(call, "a"));
    await call.store.get(note(call, "read"));
    throw new ApiError("UNAVAILABLE", "Later.");
  };
  const whole = async (call: WriteCall) => {
    results.push(await call.store.get(note(call, "read")), await count(call, "a"));
    return [await count(call, "b"), await call.store.count({ collection: note(call, "x").replace("/x", "") })];
  };
  const { send, refuses } = doorWith(w, [half, whole]);
  await refuses({ headers }, "UNAVAILABLE", "Later.");
  await w.context.store.commit([
    { op: "set", path: `${apiKeyPath(w.tenant.apiKeyId)}/configs/read`, data: { n: 0 } },
    { op: "set", path: `${apiKeyPath(w.tenant.apiKeyId)}/configs/a`, data: { n: 7 } },
  ]);
  // The retry reads the same as the first run did before its first commit.
  expect((await send({ headers })).body.result.data).toStrictEqual([1, 3]);
  expect(results).toStrictEqual([undefined, 1, undefined, 1]);
  expect([await counted(w, "a"), await counted(w, "b")]).toStrictEqual([7, 1]);
  expect((await send({ headers })).headers["idempotent-replayed"]).toBe("true");
});

test("an interrupted call whose retry would act differently is refused with ABORTED each time", async () => {
  const w = await world();
  const half = async (call: WriteCall) => {
    await count(call, "a");
    await call.store.get(note(call, "a"));
    throw new Error("a fault");
  };
  const other = async () => undefined;
  const { send, refuses } = doorWith(w, [half, other, other]);
  expect((await send({ headers })).status).toBe(500);
  for (let i = 0; i < 2; i++) await refuses({ headers }, "ABORTED", /was interrupted when part of it was done/);
  expect(await counted(w, "a")).toBe(1);
});

testUnless(serverLocks)("a conflict lets the handler run again from its start, and one run takes effect", async () => {
  const w = await world();
  const runs: string[] = [];
  const handle = async (call: WriteCall) => {
    const id = call.newId("run");
    const n = await count(call, "a");
    runs.push(id);
    // Another call commits first.
    if (runs.length === 1) await w.context.store.commit([{ op: "set", path: note(call, "a"), data: { n: 10 } }]);
    return { id, n };
  };
  const { send } = doorWith(w, [handle, handle, handle]);
  const { body } = await send({ headers });
  expect(body.result.data).toStrictEqual({ id: runs.at(-1), n: 11 });
  expect(runs.length).toBe(2);
  expect(await counted(w, "a")).toBe(11);
});

test("a task starts when the transaction that schedules it commits, and not when that fails", async () => {
  const w = await world();
  const started: string[] = [];
  const queue = w.context.queue;
  w.context.queue = {
    add: (tx, task) => queue.add(tx, task),
    start: async ({ id }) => void started.push(id),
    drain: () => queue.drain(),
  };
  const handle = (fails: boolean) => async (call: WriteCall) => {
    await count(call, "a");
    await call.queue.start(purge.task({ id: String(fails) }, { paths: [] }));
    expectWithContext(started, "it is not committed yet").toStrictEqual([]);
    if (fails) throw new ApiError("UNAVAILABLE", "Later.");
  };
  const { send } = doorWith(w, [handle(true), handle(false)]);
  expect((await send({ headers })).status).toBe(503);
  expect(started).toStrictEqual([]);
  await send({ headers });
  expect(started).toStrictEqual(["false"]);
});

test("a reply that is larger than a document is stored in several", async () => {
  const w = await world();
  const data = "All work and no play makes Jack a dull boy. ".repeat(60_000);
  const { send } = doorWith(w, [async () => data]);
  const { body } = await send({ headers });
  const again = await send({ headers });
  expect(again.headers["idempotent-replayed"]).toBe("true");
  expect(again.body).toStrictEqual(body);
  expect(await w.context.store.count({ collection: `${apiKeyPath(w.tenant.apiKeyId)}/idempotency` })).toBe(4);
  expect(JSON.stringify(await dump(w.context.store))).not.toContain("dull boy");
});

test("of the same call in two processes only one takes effect, and both return the same", async () => {
  const w = await world();
  const { promise, resolve } = Promise.withResolvers<void>();
  let entered = 0;
  const handle = async (call: WriteCall) => {
    if (++entered === 2) resolve();
    await promise;
    return { id: call.newId("made"), n: await count(call, "a") };
  };
  const doors = [1, 2].map(() => doorWith(newProcess(w).w, [handle, handle, handle, handle, handle]));
  const [one, other] = await Promise.all(doors.map(({ send }) => send({ headers })));
  expectWithContext([one?.status, other?.status], JSON.stringify([one?.body, other?.body])).toStrictEqual([200, 200]);
  expect(one?.body).toStrictEqual(other?.body);
  expect([one, other].filter((reply) => reply?.headers["idempotent-replayed"]).length).toBe(1);
  expect(await counted(w, "a")).toBe(1);
});
