import assert from "node:assert/strict";
import { test } from "node:test";
import { InProcessQueue, type RunTask } from "#queue/in-process";
import type { Task } from "#queue/port";
import type { Context } from "#src/context";
import { type World, world } from "#testing/world";

const task: Task = { id: "task_1", job: "count", payload: { of: "sheep", paths: ["a", "b"] } };

/** A queue over the world's store that runs `run`. */
function queueOf(w: World, run: RunTask): InProcessQueue {
  const context: Context = { ...w.context, queue: w.context.queue };
  return new InProcessQueue(() => context, run);
}

function promised(w: World): Promise<number> {
  return w.context.store.count({ collection: "tasks" });
}

test("a started task runs with its payload and is then forgotten", async () => {
  const w = await world();
  const ran: Task[] = [];
  const queue = queueOf(w, async (_context, one) => void ran.push(one));
  await w.context.store.transact(async (tx) => queue.add(tx, task));
  assert.equal(await promised(w), 1);
  await queue.start(task);
  assert.deepEqual(ran, [task]);
  assert.equal(await promised(w), 0);
});

test("a task whose cause was not committed is never promised", async () => {
  const w = await world();
  const queue = queueOf(w, async () => {});
  const cause = w.context.store.transact(async (tx) => {
    queue.add(tx, task);
    throw new Error("the cause failed");
  });
  await assert.rejects(cause);
  assert.equal(await promised(w), 0);
});

test("the same task started twice at once runs once", async () => {
  const w = await world();
  let runs = 0;
  const queue = queueOf(w, async () => void runs++);
  await Promise.all([queue.start(task), queue.start(task)]);
  assert.equal(runs, 1);
});

test("a task that failed is logged, stays promised and runs again at the next start", async () => {
  const w = await world();
  const failing = queueOf(w, async () => {
    throw new Error("no luck");
  });
  await w.context.store.transact(async (tx) => failing.add(tx, task));
  await failing.start(task);
  assert.equal(w.logged.filter(({ level }) => level === "error").length, 1);
  assert.equal(await promised(w), 1);

  const ran: Task[] = [];
  const next = queueOf(w, async (_context, one) => void ran.push(one));
  await next.resume();
  await next.drain();
  assert.deepEqual(ran, [task]);
  assert.equal(await promised(w), 0);
});

test("drain waits for what a caller did not wait for", async () => {
  const w = await world();
  const { promise, resolve } = Promise.withResolvers<void>();
  let done = false;
  const queue = queueOf(w, async () => {
    await promise;
    done = true;
  });
  void queue.start(task);
  setImmediate(resolve);
  await queue.drain();
  assert.equal(done, true);
});
