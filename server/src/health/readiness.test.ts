import { ApiError } from "@atrium/functions/platform/error";
import type { StoreQueue } from "@atrium/functions/queue/store-queue";
import type { Store } from "@atrium/functions/store/port";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { type World, world } from "@atrium/functions/testing/harness/world";
import { expect, test } from "@jest/globals";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { createHttpServer } from "../http-server.ts";
import { createIsOperator } from "../metrics/operator.ts";
import { CommitFailures, Readiness } from "./readiness.ts";

const GIB = 1024 ** 3;

/** A server whose disk has `free` bytes and whose commits fail if `failure` is set. */
async function rig() {
  const state: { free: number; failure: Error | undefined; commits: number; largest: number } = {
    free: GIB,
    failure: undefined,
    commits: 0,
    largest: Number.POSITIVE_INFINITY,
  };
  const w: World = await world({
    wrapStore: (store) => {
      const commit: Store["commit"] = store.commit.bind(store);
      store.commit = async (writes) => {
        state.commits++;
        if (state.failure) throw state.failure;
        if (JSON.stringify(writes).length > state.largest) throw new Error("the disk is full");
        return commit(writes);
      };
      return store;
    },
  });
  const queue = w.context.queue as StoreQueue;
  const failures = new CommitFailures(w.context.monotonic);
  const readiness = new Readiness({
    context: w.context,
    failures,
    queue,
    dataFolder: temporaryFolder(),
    freeBytes: async () => state.free,
  });
  const scraper = { scrape: async () => ({ contentType: "", body: "" }) };
  const app = createHttpServer(w.context, {
    operator: { readiness, scraper, isOperator: createIsOperator(undefined) },
  });
  onTestFinished(() => app.close());
  const ask = async (headers: Record<string, string> = {}) => {
    w.advance(5000);
    const { statusCode, body } = await app.inject({ url: "/ready", headers: { host: "localhost", ...headers } });
    return { status: statusCode, ...JSON.parse(body) };
  };
  return { w, state, failures, readiness, ask, app };
}

test("a server is ready if it can write, has disk space and keeps up with its queue", async () => {
  const { ask } = await rig();
  expect(await ask()).toStrictEqual({ status: "ready" });
  const { app } = await rig();
  expect((await app.inject("/ready")).statusCode).toBe(200);
});

test("a failing commit, a full disk and a stuck queue make it unready, and it recovers by itself", async () => {
  const { w, state, ask } = await rig();
  state.failure = new ApiError("UNAVAILABLE", "Nothing was stored: the disk is full.");
  expect(await ask()).toMatchObject({
    status: "not ready",
    failed: ["write"],
    reasons: { write: "Nothing was stored: the disk is full." },
  });
  state.failure = undefined;
  state.free = 1024;
  expect(await ask()).toMatchObject({ failed: ["disk"], reasons: { disk: "0 MiB are free, 64 MiB are needed" } });
  state.free = GIB;
  const late = { job: "sweep", payload: {}, dueAt: w.context.now(), nextAt: w.context.now() };
  await w.context.store.commit([{ op: "set", path: "tasks/late", data: late }]);
  expect(await ask()).toStrictEqual({ status: "ready" });
  w.advance(6 * 60_000);
  expect((await ask()).failed).toStrictEqual(["queue"]);
  await w.context.store.commit([{ op: "delete", path: "tasks/late" }]);
  expect(await ask()).toStrictEqual({ status: "ready" });
});

test("a failed commit keeps it unready although a tiny one succeeds, until a large one does", async () => {
  const { state, failures, readiness, ask } = await rig();
  failures.note(new Error("the disk is full"));
  expect(await readiness.report()).toMatchObject({ write: "the disk is full" });
  state.largest = 1000;
  expect(await ask()).toMatchObject({ failed: ["write"], reasons: { write: "the disk is full" } });
  state.largest = Number.POSITIVE_INFINITY;
  expect(await ask()).toStrictEqual({ status: "ready" });
  state.largest = 1000;
  expect(await ask()).toStrictEqual({ status: "ready" });
});

test("a caller other than the operator only learns which check failed", async () => {
  const { state, ask } = await rig();
  state.failure = new Error("/var/lib/atrium can't be written");
  expect(await ask({ "x-forwarded-for": "192.0.2.7" })).toStrictEqual({ status: "not ready", failed: ["write"] });
});

test("a server that is shutting down is not ready", async () => {
  const { readiness, ask } = await rig();
  await ask();
  readiness.end();
  expect(await ask()).toMatchObject({ failed: ["running"], reasons: { running: "the server ends" } });
});

test("however often and by however many callers it is asked, it writes once in 2 s", async () => {
  const { w, state, readiness } = await rig();
  await Promise.all(Array.from({ length: 100 }, () => readiness.report()));
  w.advance(1900);
  await readiness.report();
  expect(state.commits).toBe(1);
  w.advance(200);
  await readiness.report();
  expect(state.commits).toBe(2);
});
