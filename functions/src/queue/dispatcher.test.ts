import { expect, test } from "@jest/globals";
import { add, workingQueue } from "#testing/harness/processes/working-queue";
import { gate, job, until } from "#testing/suites/queue/rig";
import { taskPath } from "./task-record.ts";

const task = { id: "task_1", job: "note", payload: { of: "sheep" } };

test("a task that deletes itself and is added again before the queue has recorded its end runs again at once", async () => {
  const { environment, idle } = await workingQueue();
  let runs = 0;
  const queue = idle([
    job("note", async (context, _payload, { id }) => {
      if (++runs > 1) return;
      await context.store.transact(async (tx) => tx.delete(taskPath(id)));
      await add(environment, queue, task);
      void queue.start(task);
    }),
  ]);
  await add(environment, queue, task);
  await queue.start(task);
  await until(() => runs === 2);
});

test("the caller does not wait for a background job", async () => {
  const { environment, idle } = await workingQueue();
  const { pass, state, open } = gate();
  const queue = idle([job("note", pass, { background: true })]);
  await add(environment, queue, task);
  await queue.start(task);
  expect(state.waiting).toBe(0);
  await until(() => state.waiting === 1);
  open();
  await queue.drain();
  expect(await environment.store.count({ collection: "tasks" })).toBe(0);
});

test("a job that deletes its own task runs without a lease, is not started twice, and blocks no other job", async () => {
  const { environment, timer, begin } = await workingQueue();
  const { pass, state, open } = gate();
  const others: string[] = [];
  const queue = await begin([
    job(
      "note",
      async ({ store }, _payload, { id }) => {
        await pass();
        await store.transact(async (tx) => tx.delete(taskPath(id)));
      },
      { endsItself: true, concurrency: 300 },
    ),
    job("other", async (_context, _payload, { id }) => void others.push(id)),
  ]);
  const tasks = Array.from({ length: 150 }, (_, i) => ({ ...task, id: `task_${i}` }));
  await add(environment, queue, ...tasks);
  for (const one of tasks) void queue.start(one);
  await until(() => state.waiting === 150);
  const { docs } = await environment.store.query({ collection: "tasks" });
  expect(docs.every(({ data }) => data.lease === undefined)).toBe(true);
  await add(environment, queue, { ...task, id: "other_1", job: "other" });
  await timer.pass(1000);
  expect(others).toStrictEqual(["other_1"]);
  expect(state.most).toBe(150);
  open();
  await timer.settle();
  expect(await environment.store.count({ collection: "tasks" })).toBe(0);
});

test("a failure of a job that deletes its own task is retried as the job declares", async () => {
  const { environment, timer, begin } = await workingQueue();
  const attempts: number[] = [];
  const queue = await begin([
    job(
      "note",
      async (_context, _payload, { attempt }) => {
        attempts.push(attempt);
        if (attempts.length < 3) throw new Error("not yet");
      },
      { endsItself: true },
    ),
  ]);
  await add(environment, queue, task);
  await queue.start(task);
  await timer.pass(10_000);
  expect(attempts).toStrictEqual([1, 1, 2]);
  expect(await environment.store.count({ collection: "tasks" })).toBe(0);
});
