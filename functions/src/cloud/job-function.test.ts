import { afterAll, expect, test } from "@jest/globals";
import type { HttpsError } from "firebase-functions/v2/https";
import type { TaskQueueFunction } from "firebase-functions/v2/tasks";
import functionsTest from "firebase-functions-test";
import type { RunnableJob } from "#queue/port";
import { taskPath } from "#queue/task-record";
import { declaredJobs } from "#src/jobs";
import { cloudWorld } from "#testing/cloud/host";
import { onTestFinished } from "#testing/harness/jest/cleanup";
import { expectWithContext } from "#testing/harness/jest/context";
import { rejectionOf } from "#testing/harness/jest/thrown";
import { faultyStore } from "#testing/harness/store/faulty-store";
import type { WorldOptions } from "#testing/harness/world";
import { job } from "#testing/suites/queue/rig";
import { jobFunction } from "./job-function.ts";

const offline = functionsTest();
afterAll(() => offline.cleanup());

const findJob = (name: string) => declaredJobs.find((one) => one.name === name) as RunnableJob;

/** The function as Cloud Tasks calls it. */
function dispatch(taskFunction: TaskQueueFunction): (data: unknown) => Promise<unknown> {
  const wrapped = offline.wrap(taskFunction as never) as (request: object) => Promise<unknown>;
  return (data) => wrapped({ data });
}

/** A world with an organization whose deletion has started, and the stored task that completes it. */
async function deletion(options?: WorldOptions) {
  const cloud = await cloudWorld(options);
  onTestFinished(cloud.close);
  await cloud.w.ok("/v2/organizations/add", { organizations: [{ organizationId: "acme", organizationName: "Acme" }] });
  const path = `apiKeys/${cloud.w.tenant.apiKeyId}/organizations/acme`;
  await cloud.w.context.store.transact(async (tx) => tx.update(path, { deleting: true }));
  const data = await cloud.promise({ id: "purge-acme", job: "purge", payload: { paths: [path] } });
  return { ...cloud, path, data };
}

test("the function of a job runs its task and removes the stored task", async () => {
  const { w, service, path, data } = await deletion();
  expect(await w.context.store.get(path)).toBeTruthy();
  await dispatch(jobFunction(findJob("purge"), service))(data);
  expect(await w.context.store.get(path)).toBeUndefined();
  expect(await w.context.store.get(taskPath("purge-acme"))).toBeUndefined();
});

test("a task that is delivered twice is answered as done and does nothing the second time", async () => {
  const { w, stub, service, data } = await deletion();
  const run = dispatch(jobFunction(findJob("purge"), service));
  await run(data);
  const created = stub.requests.length;
  const logged = w.logged.length;
  await run(data);
  expect(stub.requests.length).toBe(created);
  expect(w.logged.slice(logged)).toStrictEqual([]);
});

test("a payload that is not a task is answered as done, so that it is not retried, and is logged", async () => {
  const cloud = await cloudWorld();
  onTestFinished(cloud.close);
  await dispatch(jobFunction(findJob("purge"), cloud.service))({ id: 7 });
  const [line] = cloud.w.logged.filter(({ level }) => level === "error");
  expect(line?.message).toBe("the body does not describe a task");
});

test("a task whose job fails is created again for later and answered as done, because an error would slow down its queue", async () => {
  const broken = job("purge", async () => {
    throw new Error("the other side is busy");
  });
  const { w, stub, promise, service, close } = await cloudWorld({ jobs: [broken] });
  onTestFinished(close);
  const data = await promise({ id: "purge-acme", job: "purge", payload: {} });
  await dispatch(jobFunction(broken, service))(data);
  expect(stub.requests.length).toBe(2);
  const { seconds, nanos } = stub.requests[1]?.request.task.scheduleTime ?? {};
  const pause = Number(seconds) * 1000 + Number(nanos) / 1_000_000 - w.context.now();
  expectWithContext(Math.abs(pause - broken.retry.minBackoff), `${pause} ms`).toBeLessThanOrEqual(
    broken.retry.minBackoff / 4,
  );
});

test("a task that can't be handled is answered with 503, and done when Cloud Tasks sends it again", async () => {
  const fault = { left: Number.POSITIVE_INFINITY };
  const { w, service, path, data } = await deletion({ wrapStore: (store) => faultyStore(store, fault) });
  const run = dispatch(jobFunction(findJob("purge"), service));
  fault.left = 0;
  const error = (await rejectionOf(run(data))) as HttpsError;
  expect(error.httpErrorCode.status).toBe(503);
  fault.left = Number.POSITIVE_INFINITY;
  await run(data);
  expect(await w.context.store.get(path)).toBeUndefined();
});

test("a service that can't be opened makes Cloud Tasks send the task again", async () => {
  const run = dispatch(jobFunction(findJob("purge"), () => Promise.reject(new Error("a secret is missing"))));
  await expect(run({})).rejects.toThrow();
});

test("each job's function can be invoked by permitted accounts only, within the limits of its declaration", () => {
  for (const one of declaredJobs) {
    const { taskQueueTrigger: trigger, httpsTrigger } = jobFunction(one, never).__endpoint;
    expectWithContext(httpsTrigger, one.name).toBeUndefined();
    expectWithContext((trigger as { invoker?: string[] }).invoker, one.name).toStrictEqual(["private"]);
    const { maxConcurrentDispatches, maxDispatchesPerSecond } = trigger?.rateLimits ?? {};
    expectWithContext(maxConcurrentDispatches, one.name).toBe(one.concurrency);
    expectWithContext(maxDispatchesPerSecond, one.name).toBe(one.rate ?? 500);
    expectWithContext(trigger?.retryConfig?.minBackoffSeconds, one.name).toBe(one.retry.minBackoff / 1000);
    expectWithContext(trigger?.retryConfig?.maxBackoffSeconds, one.name).toBe(one.retry.maxBackoff / 1000);
  }
});

test("a job whose limits exceed those of Cloud Tasks is capped, and one with unlimited attempts is retried often", () => {
  const greedy = job("greedy", async () => {}, { concurrency: 9000, rate: 900 });
  const { taskQueueTrigger: trigger } = jobFunction(greedy, never).__endpoint;
  expect(trigger?.rateLimits?.maxConcurrentDispatches).toBe(5000);
  expect(trigger?.rateLimits?.maxDispatchesPerSecond).toBe(500);
  expect(trigger?.retryConfig?.maxAttempts).toBe(100);
});

function never(): Promise<never> {
  return Promise.reject(new Error("nothing is run here"));
}
