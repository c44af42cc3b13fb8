import assert from "node:assert/strict";
import { after, type TestContext, test } from "node:test";
import type { HttpsError } from "firebase-functions/v2/https";
import type { TaskQueueFunction } from "firebase-functions/v2/tasks";
import functionsTest from "firebase-functions-test";
import type { RunnableJob } from "#queue/port";
import { taskPath } from "#queue/task-record";
import { declaredJobs } from "#src/jobs";
import { cloudWorld } from "#testing/cloud/host";
import { faultyStore } from "#testing/harness/faulty-store";
import type { WorldOptions } from "#testing/harness/world";
import { job } from "#testing/suites/queue/rig";
import { jobFunction } from "./job-function.ts";

const offline = functionsTest();
after(() => offline.cleanup());

const declared = (name: string) => declaredJobs.find((one) => one.name === name) as RunnableJob;

/** The function as Cloud Tasks calls it. */
function dispatch(made: TaskQueueFunction): (data: unknown) => Promise<unknown> {
  const wrapped = offline.wrap(made as never) as (request: object) => Promise<unknown>;
  return (data) => wrapped({ data });
}

/** A world with an organization whose deletion has begun, and the task that was promised for it. */
async function deletion(t: TestContext, options?: WorldOptions) {
  const cloud = await cloudWorld(options);
  t.after(cloud.close);
  await cloud.w.ok("/v2/organizations/add", { organizations: [{ organizationId: "acme", organizationName: "Acme" }] });
  const path = `apiKeys/${cloud.w.tenant.apiKeyId}/organizations/acme`;
  await cloud.w.context.store.transact(async (tx) => tx.update(path, { deleting: true }));
  const data = await cloud.promise({ id: "purge-acme", job: "purge", payload: { paths: [path] } });
  return { ...cloud, path, data };
}

test("a promised task is done by the function of its job, and its promise is gone", async (t) => {
  const { w, service, path, data } = await deletion(t);
  assert.ok(await w.context.store.get(path));
  await dispatch(jobFunction(declared("purge"), service))(data);
  assert.equal(await w.context.store.get(path), undefined);
  assert.equal(await w.context.store.get(taskPath("purge-acme")), undefined);
});

test("a task that comes a second time is answered as done and does nothing", async (t) => {
  const { w, stub, service, data } = await deletion(t);
  const run = dispatch(jobFunction(declared("purge"), service));
  await run(data);
  const created = stub.requests.length;
  const logged = w.logged.length;
  await run(data);
  assert.equal(stub.requests.length, created);
  assert.deepEqual(w.logged.slice(logged), []);
});

test("what is no task is answered as done, so that it ends, and is told to the operator", async (t) => {
  const cloud = await cloudWorld();
  t.after(cloud.close);
  await dispatch(jobFunction(declared("purge"), cloud.service))({ id: 7 });
  const [line] = cloud.w.logged.filter(({ level }) => level === "error");
  assert.equal(line?.message, "not the body of a task");
});

test("a task whose job fails is created anew for later and answered as done, since an error would slow its queue", async (t) => {
  const broken = job("purge", async () => {
    throw new Error("the other side is busy");
  });
  const { w, stub, promise, service, close } = await cloudWorld({ jobs: [broken] });
  t.after(close);
  const data = await promise({ id: "purge-acme", job: "purge", payload: {} });
  await dispatch(jobFunction(broken, service))(data);
  assert.equal(stub.requests.length, 2);
  const { seconds, nanos } = stub.requests[1]?.request.task.scheduleTime ?? {};
  const pause = Number(seconds) * 1000 + Number(nanos) / 1_000_000 - w.context.now();
  assert.ok(Math.abs(pause - broken.retry.minBackoff) <= broken.retry.minBackoff / 4, `${pause} ms`);
});

test("a task that can't be handled is answered with 503, and done when Cloud Tasks sends it again", async (t) => {
  const fault = { left: Number.POSITIVE_INFINITY };
  const { w, service, path, data } = await deletion(t, { wrapStore: (store) => faultyStore(store, fault) });
  const run = dispatch(jobFunction(declared("purge"), service));
  fault.left = 0;
  await assert.rejects(run(data), (error: HttpsError) => error.httpErrorCode.status === 503);
  fault.left = Number.POSITIVE_INFINITY;
  await run(data);
  assert.equal(await w.context.store.get(path), undefined);
});

test("a service that can't be opened makes Cloud Tasks send the task again", async () => {
  const run = dispatch(jobFunction(declared("purge"), () => Promise.reject(new Error("a secret is missing"))));
  await assert.rejects(run({}));
});

test("each job's function may be invoked by accounts that were allowed to alone, within the bounds of its declaration", () => {
  for (const one of declaredJobs) {
    const { taskQueueTrigger: trigger, httpsTrigger } = jobFunction(one, never).__endpoint;
    assert.equal(httpsTrigger, undefined, one.name);
    assert.deepEqual((trigger as { invoker?: string[] }).invoker, ["private"], one.name);
    const { maxConcurrentDispatches, maxDispatchesPerSecond } = trigger?.rateLimits ?? {};
    assert.equal(maxConcurrentDispatches, one.concurrency, one.name);
    assert.equal(maxDispatchesPerSecond, one.rate ?? 500, one.name);
    assert.equal(trigger?.retryConfig?.minBackoffSeconds, one.retry.minBackoff / 1000, one.name);
    assert.equal(trigger?.retryConfig?.maxBackoffSeconds, one.retry.maxBackoff / 1000, one.name);
  }
});

test("a job that asks for more than Cloud Tasks gives is cut to it, and one that is tried for ever is sent often", () => {
  const greedy = job("greedy", async () => {}, { concurrency: 9000, rate: 900 });
  const { taskQueueTrigger: trigger } = jobFunction(greedy, never).__endpoint;
  assert.equal(trigger?.rateLimits?.maxConcurrentDispatches, 5000);
  assert.equal(trigger?.rateLimits?.maxDispatchesPerSecond, 500);
  assert.equal(trigger?.retryConfig?.maxAttempts, 100);
});

function never(): Promise<never> {
  return Promise.reject(new Error("nothing is run here"));
}
