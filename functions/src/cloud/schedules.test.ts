import { afterAll, expect, test } from "@jest/globals";
import type { ScheduleFunction } from "firebase-functions/v2/scheduler";
import functionsTest from "firebase-functions-test";
import { GRACE } from "#queue/lost-tasks";
import { taskPath } from "#queue/task-record";
import { cloudWorld, dataOf } from "#testing/cloud/host";
import { onTestFinished } from "#testing/harness/jest/cleanup";
import { expectWithContext } from "#testing/harness/jest/context";
import { scheduleFunctions } from "./schedules.ts";

const offline = functionsTest();
afterAll(() => offline.cleanup());

/** The function as Cloud Scheduler calls it. */
const tick = (scheduleFunction: ScheduleFunction) =>
  offline.wrap(scheduleFunction as never)({} as never) as unknown as Promise<void>;

test("a stored task that was never created in Cloud Tasks is created by the schedule once it is overdue", async () => {
  const cloud = await cloudWorld();
  onTestFinished(cloud.close);
  const { tasks } = scheduleFunctions(cloud.service);
  await cloud.add({ id: "lost", job: "purge", payload: { paths: [] } });
  await tick(tasks);
  expect(cloud.stub.requests.length).toBe(0);
  cloud.w.advance(GRACE);
  await tick(tasks);
  expect(cloud.stub.requests.length).toBe(1);
  const [created] = cloud.stub.requests;
  expect(created && dataOf(created.request)).toStrictEqual({
    id: "lost",
    job: "purge",
    dueAt: cloud.w.context.now(),
    hop: 0,
  });
  await tick(tasks);
  expectWithContext(cloud.stub.requests.length, "the schedule leaves it alone for a while").toBe(1);
});

test("the sweep's task is stored once, however often its schedule runs, and the other schedule creates it in Cloud Tasks", async () => {
  const cloud = await cloudWorld();
  onTestFinished(cloud.close);
  const { retention, tasks } = scheduleFunctions(cloud.service);
  const { store, now } = cloud.w.context;
  await tick(retention);
  const promised = await store.get(taskPath("sweep"));
  expect(promised?.data.nextAt).toBe(now());
  cloud.w.advance(GRACE);
  await tick(retention);
  expect(await store.get(taskPath("sweep"))).toStrictEqual(promised);
  await tick(tasks);
  const [created] = cloud.stub.requests;
  expect((created && (dataOf(created.request) as { job: string }))?.job).toBe("sweep");
});

test("a failed schedule is reported to Cloud Scheduler, which retries it once", async () => {
  const { tasks } = scheduleFunctions(() => Promise.reject(new Error("a secret is missing")));
  await expect(tick(tasks)).rejects.toThrow(/a secret is missing/);
  expect(tasks.__endpoint.scheduleTrigger?.retryConfig?.retryCount).toBe(1);
});

test("tasks are checked every five minutes and the sweep runs every hour, by one instance at a time", () => {
  const { tasks, retention } = scheduleFunctions(() => Promise.reject(new Error("nothing is run here")));
  expect(tasks.__endpoint.scheduleTrigger?.schedule).toBe("every 5 minutes");
  expect(retention.__endpoint.scheduleTrigger?.schedule).toBe("every 60 minutes");
  for (const { __endpoint } of [tasks, retention]) expect(__endpoint.maxInstances).toBe(1);
});
