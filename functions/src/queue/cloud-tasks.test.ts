import { afterAll, expect, test } from "@jest/globals";
import { CloudTasksReceiver } from "#queue/cloud-tasks-receiver";
import { LONGEST_DELAY, queueRateLimits } from "#queue/cloud-tasks-request";
import { GRACE } from "#queue/lost-tasks";
import type { RunnableJob, Task } from "#queue/port";
import { CloudTasksRig, settings } from "#testing/cloud/tasks-rig";
import { expectWithContext } from "#testing/harness/jest/context";
import { openTestStore } from "#testing/harness/store/test-store";
import { queueContract } from "#testing/suites/queue/contract";
import { contextOf, job, openEnvironment } from "#testing/suites/queue/rig";

const cloud = new CloudTasksRig();
afterAll(() => cloud.close());

queueContract("Cloud Tasks", {
  openStore: openTestStore,
  worker: (environment, context, jobs) => cloud.worker(environment, context, jobs),
});

const task: Task = { id: "ada/../ä 1", job: "delete-folder", payload: { folderId: "secret-name" } };

/** A queue with its stub; pauses between attempts are skipped. */
async function open() {
  const environment = openEnvironment(await openTestStore());
  const stub = await cloud.stub(environment);
  const context = contextOf(environment, environment.store);
  const pauses: number[] = [];
  const queue = await cloud.queue(environment, context, (ms, run) => {
    pauses.push(ms);
    setImmediate(run);
    return () => {};
  });
  const add = (one: Task) => environment.store.transact(async (tx) => queue.add(tx, one));
  const promise = async (one: Task) => {
    await add(one);
    await queue.start(one);
  };
  const receiver = (...jobs: RunnableJob[]) => new CloudTasksReceiver({ context: () => context, jobs, queue });
  return { environment, stub, pauses, queue, add, promise, receiver };
}

const bodyOf = (request: { task: { httpRequest: { body: Buffer } } }) =>
  JSON.parse(request.task.httpRequest.body.toString());

test("a task is created in the queue of its job, with ids and times only, an identity token and no schedule when it is due now", async () => {
  const { environment, stub, promise } = await open();
  await promise(task);
  expect(stub.requests.length).toBe(1);
  const [{ request, metadata }] = stub.requests as [(typeof stub.requests)[0]];
  const parent = "projects/demo-atrium/locations/europe-west1/queues/jobs-delete-folder";
  expect(request.parent).toBe(parent);
  expect(metadata.get("x-goog-request-params")).toStrictEqual([`parent=${encodeURIComponent(parent)}`]);
  expect(request.task.name.startsWith(`${parent}/tasks/`)).toBe(true);
  expect(request.task.name.slice(parent.length + 7)).toMatch(/^[A-Za-z0-9_-]{1,500}$/);
  expect(request.task.scheduleTime).toBeNull();
  expect(request.task.dispatchDeadline?.seconds).toBe("1800");
  const { url, httpMethod, headers, oidcToken } = request.task.httpRequest;
  expect(url).toBe("https://europe-west1-demo-atrium.cloudfunctions.net/jobs-delete-folder");
  expect(httpMethod).toBe("POST");
  expect(headers).toStrictEqual({ "content-type": "application/json" });
  expect(oidcToken.serviceAccountEmail).toBe(settings.serviceAccount);
  expect(oidcToken.audience).toBe(url);
  expect(bodyOf(request)).toStrictEqual({ data: { id: task.id, job: task.job, dueAt: environment.now(), hop: 0 } });
});

test("a task that is due later is scheduled to the millisecond", async () => {
  const { environment, stub, promise } = await open();
  const dueAt = environment.now() + 90_123;
  await promise({ ...task, dueAt });
  const time = stub.requests[0]?.request.task.scheduleTime;
  expect(Number(time?.seconds) * 1000 + Number(time?.nanos) / 1_000_000).toBe(dueAt);
});

test("the same task started twice has one name, and the refusal of the second is ignored", async () => {
  const { environment, stub, promise, queue } = await open();
  await promise(task);
  environment.advance(5);
  await queue.start(task);
  const names = stub.requests.map(({ request }) => request.task.name);
  expect(names.length).toBe(2);
  expect(new Set(names).size).toBe(1);
  expect(stub.deliver({}, async () => ({ status: 200 })).length).toBe(1);
  expect(environment.logged).toStrictEqual([]);
});

test("transient errors are retried with growing pauses, a limited number of times", async () => {
  for (const code of [4, 8, 10, 13, 14]) {
    const { environment, stub, pauses, promise } = await open();
    stub.faults.push(code, code, code);
    await promise(task);
    expectWithContext(stub.requests.length, `code ${code}`).toBe(4);
    expect(pauses[2] ?? 0).toBeGreaterThan((pauses[0] ?? 0) * 1.5);
    expect(environment.logged).toStrictEqual([]);
  }
  const { environment, stub, promise } = await open();
  stub.faults.push(...Array.from({ length: 20 }, () => 14));
  await promise(task);
  expect(stub.requests.length).toBe(5);
  expect(environment.logged[0]?.level).toBe("error");
});

test("other errors are not retried: the caller's writes are kept, and the sweeper creates the task", async () => {
  const { environment, stub, promise, queue } = await open();
  stub.faults.push(7);
  await promise(task);
  expect(stub.requests.length).toBe(1);
  expect(environment.logged[0]?.fields.taskId).toBe(task.id);
  await expect(() => {
    stub.faults.push(3);
    return queue.dispatch({ id: "x", job: "purge", dueAt: 0, hop: 0 });
  }).rejects.toThrow();
  environment.advance(GRACE);
  expect(await queue.sweep()).toBe(1);
  expect(stub.deliver({}, async () => ({ status: 200 })).length).toBe(1);
});

test("a task due beyond 30 days is scheduled as late as possible, rescheduled then, and runs when it is due", async () => {
  const { environment, stub, promise, queue, receiver } = await open();
  const ran: number[] = [];
  const start = environment.now();
  const day = 86_400_000;
  const dueAt = start + 70 * day;
  const one = receiver(job(task.job, async () => void ran.push(environment.now())));
  await promise({ ...task, dueAt });
  for (let hour = 0; hour < 71 * 24; hour++) {
    await Promise.all(stub.deliver(one, (request) => one.run(bodyOf(request).data)));
    environment.advance(3_600_000);
  }
  expect(ran).toStrictEqual([dueAt]);
  const times = stub.requests.map(({ request }) => Number(request.task.scheduleTime?.seconds) * 1000);
  expect(times).toStrictEqual([start + LONGEST_DELAY, start + 2 * LONGEST_DELAY, dueAt]);
  expect(LONGEST_DELAY).toBeLessThan(30 * day);
  expect(new Set(stub.requests.map(({ request }) => request.task.name)).size).toBe(3);
  expect(await queue.sweep()).toBe(0);
});

test("a task that was stored but never created in Cloud Tasks is created by a sweep, at growing intervals until it is done", async () => {
  const { environment, stub, add, queue, receiver } = await open();
  let runs = 0;
  const one = receiver(job(task.job, async () => void runs++));
  await add(task);
  environment.advance(GRACE - 1);
  expect(await queue.sweep()).toBe(0);
  environment.advance(1);
  expect(await queue.sweep()).toBe(1);
  expect(await queue.sweep()).toBe(0);
  environment.advance(2 * GRACE - 1);
  expect(await queue.sweep()).toBe(0);
  environment.advance(1);
  expect(await queue.sweep()).toBe(1);
  await Promise.all(stub.deliver(one, (request) => one.run(bodyOf(request).data)));
  expect(runs).toBe(1);
  environment.advance(86_400_000);
  expect(await queue.sweep()).toBe(0);
});

test("the reply asks for another delivery only when the task could not be handled", async () => {
  const { environment, stub, promise, receiver } = await open();
  const one = receiver(
    job(task.job, async () => {
      throw new Error("no luck");
    }),
  );
  expect(await one.run({ id: "gone", job: task.job, dueAt: 0, hop: 0 })).toStrictEqual({ status: 200 });
  expect(await one.run("nonsense")).toStrictEqual({ status: 200 });
  await promise(task);
  const body = { id: task.id, job: task.job, dueAt: environment.now(), hop: 0 };
  expect(await one.run(body)).toStrictEqual({ status: 200 });
  expectWithContext(stub.requests.length, "the failed task is created again for its retry").toBe(2);
  expect(await one.run(body)).toStrictEqual({ status: 200 });
  expectWithContext(stub.requests.length, "a delivery before the retry is due is dropped").toBe(2);
  environment.advance(60_000);
  stub.faults.push(7);
  expect(await one.run(body)).toStrictEqual({ status: 503 });
});

test("the limits of a job become those of its queue, capped at the limits of the service", () => {
  const bounded = job("paced", async () => {}, { concurrency: 9000, rate: 5 });
  expect(queueRateLimits(bounded)).toStrictEqual({ maxConcurrentDispatches: 5000, maxDispatchesPerSecond: 5 });
  expect(queueRateLimits(job("free", async () => {})).maxDispatchesPerSecond).toBe(500);
});

test("a job that postpones itself again and again has one task in Cloud Tasks", async () => {
  const { environment, stub, promise, queue, receiver } = await open();
  let runs = 0;
  const one = receiver(
    job(task.job, async ({ store, now }) => {
      runs++;
      const next = { ...task, dueAt: now() + 10_000 };
      await store.transact(async (tx) => queue.add(tx, next));
      await queue.start(next);
    }),
  );
  await promise(task);
  let delivered = 0;
  for (let i = 0; i < 100; i++) {
    const deliveries = stub.deliver(one, (request) => one.run(bodyOf(request).data));
    delivered += deliveries.length;
    await Promise.all(deliveries);
    environment.advance(5000);
  }
  expect(runs).toBe(50);
  expect(delivered).toBe(50);
});
