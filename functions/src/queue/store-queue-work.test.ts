import { expect, test } from "@jest/globals";
import { LEASE } from "#queue/leases";
import type { Task } from "#queue/port";
import type { Store } from "#store/port";
import { expectWithContext } from "#testing/harness/jest/context";
import { fail } from "#testing/harness/jest/ensure";
import { add, workingQueue } from "#testing/harness/processes/working-queue";
import { gate, job, until } from "#testing/suites/queue/rig";

const task: Task = { id: "task_1", job: "note", payload: {} };

test("a working process wakes when a task is due, and when a failed one is due again", async () => {
  const { environment, timer, begin } = await workingQueue();
  const start = environment.now();
  const ran: number[] = [];
  const queue = await begin([
    job("note", async () => {
      ran.push(environment.now() - start);
      if (ran.length === 1) throw new Error("no luck");
    }),
  ]);
  const later = { ...task, dueAt: start + 90_400 };
  await add(environment, queue, later);
  await queue.start(later);
  await timer.pass(90_399);
  expect(ran).toStrictEqual([]);
  await timer.pass(1);
  expect(ran).toStrictEqual([90_400]);
  await timer.pass(2000);
  expect(ran.length).toBe(2);
  expect(await environment.store.count({ collection: "tasks" })).toBe(0);
});

test("the lease of a running task is renewed as long as it runs", async () => {
  const { environment, timer, idle, begin } = await workingQueue();
  const { pass, state, open } = gate();
  const jobs = [job("note", pass)];
  const queue = idle(jobs);
  await begin(jobs);
  await add(environment, queue, task);
  void queue.start(task);
  await until(() => state.waiting === 1);
  await timer.pass(LEASE * 10);
  expectWithContext(state.most, "it ran a second time while it ran").toBe(1);
  open();
  await timer.settle();
  expect(await environment.store.count({ collection: "tasks" })).toBe(0);
});

test("the tasks of a process that is known to have ended run elsewhere at once, unless they were cut off before", async () => {
  const { environment, timer, begin } = await workingQueue();
  const runs: string[] = [];
  const never = gate();
  const by = (name: string, isHeld: boolean) => [
    job("note", async (_context, _payload, { id }) => {
      runs.push(`${name} ${id}`);
      if (isHeld) await never.pass();
    }),
  ];
  const first = await begin(by("a", true), undefined, "worker-1");
  const second = await begin(by("b", true), undefined, "worker-11");
  const third = await begin(by("c", false), undefined, "worker-2");
  await add(environment, first, task, { ...task, id: "again" }, { ...task, id: "elsewhere" });
  await environment.store.commit([{ op: "update", path: "tasks/again", data: { attempts: 1 } }]);
  void first.start(task);
  void first.start({ ...task, id: "again" });
  void second.start({ ...task, id: "elsewhere" });
  await until(() => runs.length === 3);
  await third.takeOver((owner) => owner === "worker-1");
  await timer.settle();
  expect(runs.slice(3)).toStrictEqual(["c task_1"]);
  never.open();
  await timer.settle();
});

test("a process that has slept for longer than its leases does not start a running task a second time", async () => {
  const { environment, timer, begin } = await workingQueue();
  const { pass, state, open } = gate();
  const queue = await begin([job("note", pass)]);
  await add(environment, queue, task);
  void queue.start(task);
  await until(() => state.waiting === 1);
  environment.advance(LEASE * 2);
  const draining = queue.drain();
  await timer.settle();
  const leasedTask = await environment.store.get("tasks/task_1");
  expect(leasedTask?.data.leasedUntil).toBe(environment.now() + LEASE);
  open();
  await draining;
  expect(state.most).toBe(1);
  expect(await environment.store.count({ collection: "tasks" })).toBe(0);
});

test("a process that is shutting down starts nothing more, waits for running tasks, and releases slow ones at once", async () => {
  const { environment, timer, begin } = await workingQueue();
  const short = gate();
  const long = gate();
  const attempts: number[] = [];
  const jobs = [
    job("short", short.pass),
    job("long", async (_context, _payload, { attempt }) => {
      attempts.push(attempt);
      if (attempts.length === 1) await long.pass();
    }),
    job("note", async () => fail("begun after the end")),
  ];
  const queue = await begin(jobs);
  for (const name of ["short", "long"]) {
    const one = { ...task, id: name, job: name };
    await add(environment, queue, one);
    void queue.start(one);
  }
  await until(() => short.state.waiting === 1 && long.state.waiting === 1);
  let isStopped = false;
  const stopping = queue.stop(5000).then(() => {
    isStopped = true;
  });
  await add(environment, queue, task);
  await queue.start(task);
  short.open();
  await timer.pass(4999);
  expect(isStopped).toBe(false);
  await timer.pass(1);
  await stopping;
  const storedTasks = await environment.store.query({ collection: "tasks" });
  expect(storedTasks.docs.map(({ id }) => id)).toStrictEqual(["long", "task_1"]);
  await environment.store.commit([{ op: "delete", path: "tasks/task_1" }]);
  await begin(jobs);
  expectWithContext(attempts, "a released task has not used up an attempt").toStrictEqual([1, 1]);
  expect(await environment.store.count({ collection: "tasks" })).toBe(0);
  long.open();
});

test("tasks stored by an earlier version run when a process begins to work", async () => {
  const { environment, begin } = await workingQueue();
  const payloads: unknown[] = [];
  const data = { job: "note", payload: { paths: ["a"], of: "sheep" } };
  await environment.store.commit([
    { op: "set", path: "tasks/task_1", data },
    { op: "set", path: "tasks/task_2", data: { ...data, job: "gone" } },
  ]);
  const queue = await begin([job("note", async (_context, payload) => void payloads.push(payload))]);
  await queue.drain();
  expect(payloads).toStrictEqual([data.payload]);
  expect(environment.logged.map(({ level, fields }) => [level, fields.job])).toStrictEqual([["warn", "gone"]]);
  expect(await environment.store.count({ collection: "tasks" })).toBe(1);
});

test("a failing store is retried once a second, and work resumes when it recovers", async () => {
  const { environment, timer, begin } = await workingQueue();
  let isDown = false;
  let runs = 0;
  const failing: Store = new Proxy(environment.store, {
    get(target, name) {
      const member = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return isDown ? () => Promise.reject(new Error("the disk is full")) : member.bind(target);
    },
  });
  const queue = await begin([job("note", async () => void runs++)], failing);
  isDown = true;
  await add(environment, queue, task);
  await queue.start(task);
  await timer.pass(10_000);
  expectWithContext(
    environment.logged.length >= 10 && environment.logged.length <= 12,
    `${environment.logged.length} lines`,
  ).toBe(true);
  isDown = false;
  await timer.pass(1000);
  expect(runs).toBe(1);
});
