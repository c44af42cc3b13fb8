import { expect, test } from "@jest/globals";
import type { Task } from "#queue/port";
import { type Cost, MeteredStore } from "#store/metered";
import { expectWithContext } from "#testing/harness/jest/context";
import { add, withQueries, workingQueue } from "#testing/harness/processes/working-queue";
import { gate, job, until } from "#testing/suites/queue/rig";

const task: Task = { id: "task_1", job: "note", payload: {} };

test("a task added by another process starts within a second, and an idle process costs two queries a second", async () => {
  const { environment, timer, begin } = await workingQueue();
  const cost: Cost = { reads: 0, writes: 0, trips: 0 };
  let runs = 0;
  const queue = await begin([job("note", async () => void runs++)], new MeteredStore(environment.store, cost));
  cost.reads = 0;
  await timer.pass(60_000);
  expectWithContext(cost.reads, `an idle minute read ${cost.reads} documents`).toBeLessThanOrEqual(122);
  expect(cost.writes).toBe(0);
  await add(environment, queue, task);
  await timer.pass(1000);
  expect(runs).toBe(1);
});

test("twenty thousand waiting tasks are not loaded and do not delay others", async () => {
  const { environment, timer, idle } = await workingQueue();
  const { pass, open } = gate();
  const dueAt = environment.now();
  await environment.store.bulk(
    Array.from({ length: 20_000 }, (_, i) => {
      const times = { dueAt, nextAt: i % 2 ? dueAt - 1000 : dueAt + 3_600_000 };
      return { op: "set", path: `tasks/waiting_${i}`, data: { job: "slow", payload: {}, ...times } } as const;
    }),
  );
  const cost: Cost = { reads: 0, writes: 0, trips: 0 };
  let largest = 0;
  const watched = withQueries(new MeteredStore(environment.store, cost), ({ docs }) => {
    largest = Math.max(largest, docs.length);
  });
  let runs = 0;
  const jobs = [job("slow", pass, { concurrency: 7 }), job("note", async () => void runs++)];
  const queue = idle(jobs, watched);
  await add(environment, queue, { ...task, dueAt: dueAt - 1 });
  void queue.drain();
  await until(() => runs === 1);
  await timer.settle();
  expectWithContext(largest, `a query loaded ${largest} tasks`).toBeLessThanOrEqual(100);
  expectWithContext(cost.reads, `one task behind 10,000 cost ${cost.reads} reads`).toBeLessThan(400);
  const stopping = queue.stop(0);
  open();
  await stopping;
});

test("claiming many due tasks costs one query and one transaction for each hundred", async () => {
  const { environment, idle } = await workingQueue();
  let queries = 0;
  const watched = withQueries(environment.store, () => {
    queries++;
  });
  const queue = idle([job("note", async () => {}, { concurrency: 500 })], watched);
  await add(environment, queue, ...Array.from({ length: 400 }, (_, i) => ({ ...task, id: `task_${i}` })));
  await queue.drain();
  expectWithContext(queries, `400 tasks took ${queries} queries`).toBeLessThanOrEqual(8);
  expect(await environment.store.count({ collection: "tasks" })).toBe(0);
});

test("a task that the limits delay starts as soon as a slot is free", async () => {
  const { environment, timer, begin } = await workingQueue();
  let runs = 0;
  const queue = await begin([job("note", async () => void runs++, { concurrency: 1 })]);
  await add(environment, queue, ...Array.from({ length: 20 }, (_, i) => ({ ...task, id: `task_${i}` })));
  await timer.pass(1000);
  await timer.settle();
  expect(runs).toBe(20);
});

test("draining does not miss a task whose slot becomes free during the search for others", async () => {
  const { environment, idle } = await workingQueue();
  const { pass, open, state } = gate();
  let runs = 0;
  const slow = job(
    "slow",
    async () => {
      if (runs++ === 0) await pass();
    },
    { concurrency: 1 },
  );
  const watched = withQueries(environment.store, async () => {
    open();
    while ((await environment.store.get("tasks/task_1")) !== undefined) await new Promise(setImmediate);
  });
  const queue = idle([slow, job("note", async () => {})], watched);
  const first = { ...task, job: "slow" };
  await add(environment, queue, first, { ...first, id: "task_2" });
  void queue.start(first);
  await until(() => state.waiting === 1);
  await queue.drain();
  expect(runs).toBe(2);
  expect(await environment.store.count({ collection: "tasks" })).toBe(0);
});
