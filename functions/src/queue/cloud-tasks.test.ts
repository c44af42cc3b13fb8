import assert from "node:assert/strict";
import { after, test } from "node:test";
import { GRACE } from "#queue/cloud-tasks";
import { CloudTasksReceiver } from "#queue/cloud-tasks-receiver";
import { LONGEST_DELAY, queueRateLimits } from "#queue/cloud-tasks-request";
import type { RunnableJob, Task } from "#queue/port";
import { CloudTasksRig, settings } from "#testing/cloud/tasks-rig";
import { openTestStore } from "#testing/harness/test-store";
import { queueContract } from "#testing/suites/queue/contract";
import { contextOf, groundOf, job } from "#testing/suites/queue/rig";

const cloud = new CloudTasksRig();
after(() => cloud.close());

queueContract("Cloud Tasks", {
  openStore: openTestStore,
  worker: (ground, context, jobs) => cloud.worker(ground, context, jobs),
});

const task: Task = { id: "ada/../ä 1", job: "delete-folder", payload: { folderId: "secret-name" } };

/** A queue with its stub; pauses between tries take no time. */
async function open() {
  const ground = groundOf(await openTestStore());
  const stub = await cloud.stub(ground);
  const context = contextOf(ground, ground.store);
  const pauses: number[] = [];
  const queue = await cloud.queue(ground, context, (ms, run) => {
    pauses.push(ms);
    setImmediate(run);
    return () => {};
  });
  const add = (one: Task) => ground.store.transact(async (tx) => queue.add(tx, one));
  const promise = async (one: Task) => {
    await add(one);
    await queue.start(one);
  };
  const receiver = (...jobs: RunnableJob[]) => new CloudTasksReceiver({ context: () => context, jobs, queue });
  return { ground, stub, pauses, queue, add, promise, receiver };
}

const bodyOf = (request: { task: { httpRequest: { body: Buffer } } }) =>
  JSON.parse(request.task.httpRequest.body.toString());

test("a task is created in the queue of its job, with ids and times only, an identity token and no schedule when it is due now", async () => {
  const { ground, stub, promise } = await open();
  await promise(task);
  assert.equal(stub.requests.length, 1);
  const [{ request, metadata }] = stub.requests as [(typeof stub.requests)[0]];
  const parent = "projects/demo-atrium/locations/europe-west1/queues/jobs-delete-folder";
  assert.equal(request.parent, parent);
  assert.deepEqual(metadata.get("x-goog-request-params"), [`parent=${encodeURIComponent(parent)}`]);
  assert.ok(request.task.name.startsWith(`${parent}/tasks/`));
  assert.match(request.task.name.slice(parent.length + 7), /^[A-Za-z0-9_-]{1,500}$/);
  assert.equal(request.task.scheduleTime, null);
  assert.equal(request.task.dispatchDeadline?.seconds, "1800");
  const { url, httpMethod, headers, oidcToken } = request.task.httpRequest;
  assert.equal(url, "https://europe-west1-demo-atrium.cloudfunctions.net/jobs-delete-folder");
  assert.equal(httpMethod, "POST");
  assert.deepEqual(headers, { "content-type": "application/json" });
  assert.equal(oidcToken.serviceAccountEmail, settings.serviceAccount);
  assert.equal(oidcToken.audience, url);
  assert.deepEqual(bodyOf(request), { data: { id: task.id, job: task.job, dueAt: ground.now(), hop: 0 } });
});

test("a task that is due later is scheduled to the millisecond", async () => {
  const { ground, stub, promise } = await open();
  const dueAt = ground.now() + 90_123;
  await promise({ ...task, dueAt });
  const time = stub.requests[0]?.request.task.scheduleTime;
  assert.equal(Number(time?.seconds) * 1000 + Number(time?.nanos) / 1_000_000, dueAt);
});

test("the same task started twice has one name, and the refusal of the second is swallowed", async () => {
  const { ground, stub, promise, queue } = await open();
  await promise(task);
  ground.advance(5);
  await queue.start(task);
  const names = stub.requests.map(({ request }) => request.task.name);
  assert.equal(names.length, 2);
  assert.equal(new Set(names).size, 1);
  assert.equal(stub.deliver({}, async () => ({ status: 200 })).length, 1);
  assert.deepEqual(ground.logged, []);
});

test("transient errors are tried again with growing pauses, a few times only", async () => {
  for (const code of [4, 8, 10, 13, 14]) {
    const { ground, stub, pauses, promise } = await open();
    stub.faults.push(code, code, code);
    await promise(task);
    assert.equal(stub.requests.length, 4, `code ${code}`);
    assert.ok((pauses[2] ?? 0) > (pauses[0] ?? 0) * 1.5);
    assert.deepEqual(ground.logged, []);
  }
  const { ground, stub, promise } = await open();
  stub.faults.push(...Array.from({ length: 20 }, () => 14));
  await promise(task);
  assert.equal(stub.requests.length, 5);
  assert.equal(ground.logged[0]?.level, "error");
});

test("other errors are not tried again: the caller's work stands, and the sweeper creates the task", async () => {
  const { ground, stub, promise, queue } = await open();
  stub.faults.push(7);
  await promise(task);
  assert.equal(stub.requests.length, 1);
  assert.equal(ground.logged[0]?.fields.taskId, task.id);
  await assert.rejects(() => {
    stub.faults.push(3);
    return queue.dispatch({ id: "x", job: "purge", dueAt: 0, hop: 0 });
  });
  ground.advance(GRACE);
  assert.equal(await queue.sweep(), 1);
  assert.equal(stub.deliver({}, async () => ({ status: 200 })).length, 1);
});

test("a task due beyond 30 days is scheduled as late as possible, sent on from there, and runs when it is due", async () => {
  const { ground, stub, promise, queue, receiver } = await open();
  const ran: number[] = [];
  const start = ground.now();
  const day = 86_400_000;
  const dueAt = start + 70 * day;
  const one = receiver(job(task.job, async () => void ran.push(ground.now())));
  await promise({ ...task, dueAt });
  for (let hour = 0; hour < 71 * 24; hour++) {
    await Promise.all(stub.deliver(one, (request) => one.run(bodyOf(request).data)));
    ground.advance(3_600_000);
  }
  assert.deepEqual(ran, [dueAt]);
  const times = stub.requests.map(({ request }) => Number(request.task.scheduleTime?.seconds) * 1000);
  assert.deepEqual(times, [start + LONGEST_DELAY, start + 2 * LONGEST_DELAY, dueAt]);
  assert.ok(LONGEST_DELAY < 30 * day);
  assert.equal(new Set(stub.requests.map(({ request }) => request.task.name)).size, 3);
  assert.equal(await queue.sweep(), 0);
});

test("what was promised and never created is created by a sweep, again and again at growing distances until it is done", async () => {
  const { ground, stub, add, queue, receiver } = await open();
  let runs = 0;
  const one = receiver(job(task.job, async () => void runs++));
  await add(task);
  ground.advance(GRACE - 1);
  assert.equal(await queue.sweep(), 0);
  ground.advance(1);
  assert.equal(await queue.sweep(), 1);
  assert.equal(await queue.sweep(), 0);
  ground.advance(2 * GRACE - 1);
  assert.equal(await queue.sweep(), 0);
  ground.advance(1);
  assert.equal(await queue.sweep(), 1);
  await Promise.all(stub.deliver(one, (request) => one.run(bodyOf(request).data)));
  assert.equal(runs, 1);
  ground.advance(86_400_000);
  assert.equal(await queue.sweep(), 0);
});

test("the answer asks for another delivery only when the task could not be handled", async () => {
  const { ground, stub, promise, receiver } = await open();
  const one = receiver(
    job(task.job, async () => {
      throw new Error("no luck");
    }),
  );
  assert.deepEqual(await one.run({ id: "gone", job: task.job, dueAt: 0, hop: 0 }), { status: 200 });
  assert.deepEqual(await one.run("nonsense"), { status: 200 });
  await promise(task);
  const body = { id: task.id, job: task.job, dueAt: ground.now(), hop: 0 };
  assert.deepEqual(await one.run(body), { status: 200 });
  assert.equal(stub.requests.length, 2, "what failed is created anew for its time");
  assert.deepEqual(await one.run(body), { status: 200 });
  assert.equal(stub.requests.length, 2, "what comes again before that time is dropped");
  ground.advance(60_000);
  stub.faults.push(7);
  assert.deepEqual(await one.run(body), { status: 503 });
});

test("bounds of a job become those of its queue, cut to what the service takes", () => {
  const bounded = job("paced", async () => {}, { concurrency: 9000, rate: 5 });
  assert.deepEqual(queueRateLimits(bounded), { maxConcurrentDispatches: 5000, maxDispatchesPerSecond: 5 });
  assert.equal(queueRateLimits(job("free", async () => {})).maxDispatchesPerSecond, 500);
});

test("a job that puts itself off again and again has one task in Cloud Tasks, not one more each time", async () => {
  const { ground, stub, promise, queue, receiver } = await open();
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
    ground.advance(5000);
  }
  assert.equal(runs, 50);
  assert.equal(delivered, 50);
});
