import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { ScheduleFunction } from "firebase-functions/v2/scheduler";
import functionsTest from "firebase-functions-test";
import { GRACE } from "#queue/cloud-tasks";
import { taskPath } from "#queue/task-record";
import { cloudWorld, dataOf } from "#testing/cloud/host";
import { scheduleFunctions } from "./schedules.ts";

const offline = functionsTest();
after(() => offline.cleanup());

/** The function as Cloud Scheduler calls it. */
const tick = (made: ScheduleFunction) => offline.wrap(made as never)({} as never) as unknown as Promise<void>;

test("a task that was promised and never created is created by the schedule, once it is overdue", async (t) => {
  const cloud = await cloudWorld();
  t.after(cloud.close);
  const { tasks } = scheduleFunctions(cloud.service);
  await cloud.add({ id: "lost", job: "purge", payload: { paths: [] } });
  await tick(tasks);
  assert.equal(cloud.stub.requests.length, 0);
  cloud.w.advance(GRACE);
  await tick(tasks);
  assert.equal(cloud.stub.requests.length, 1);
  const [created] = cloud.stub.requests;
  assert.deepEqual(created && dataOf(created.request), {
    id: "lost",
    job: "purge",
    dueAt: cloud.w.context.now(),
    hop: 0,
  });
  await tick(tasks);
  assert.equal(cloud.stub.requests.length, 1, "it is left alone for a while");
});

test("the sweep is promised once, however often the schedule comes, and is created by the other schedule", async (t) => {
  const cloud = await cloudWorld();
  t.after(cloud.close);
  const { retention, tasks } = scheduleFunctions(cloud.service);
  const { store, now } = cloud.w.context;
  await tick(retention);
  const promised = await store.get(taskPath("sweep"));
  assert.equal(promised?.data.nextAt, now());
  cloud.w.advance(GRACE);
  await tick(retention);
  assert.deepEqual(await store.get(taskPath("sweep")), promised);
  await tick(tasks);
  const [created] = cloud.stub.requests;
  assert.equal((created && (dataOf(created.request) as { job: string }))?.job, "sweep");
});

test("a schedule that fails is reported to Cloud Scheduler, which tries it once more", async () => {
  const { tasks } = scheduleFunctions(() => Promise.reject(new Error("a secret is missing")));
  await assert.rejects(tick(tasks), /a secret is missing/);
  assert.equal(tasks.__endpoint.scheduleTrigger?.retryConfig?.retryCount, 1);
});

test("tasks are looked after every five minutes and the sweep every hour, by one instance at a time", () => {
  const { tasks, retention } = scheduleFunctions(() => Promise.reject(new Error("nothing is run here")));
  assert.equal(tasks.__endpoint.scheduleTrigger?.schedule, "every 5 minutes");
  assert.equal(retention.__endpoint.scheduleTrigger?.schedule, "every 60 minutes");
  for (const { __endpoint } of [tasks, retention]) assert.equal(__endpoint.maxInstances, 1);
});
