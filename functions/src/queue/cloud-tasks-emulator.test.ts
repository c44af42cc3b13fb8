import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { TasksEmulator } from "./cloud-tasks-emulator.ts";
import { type CloudTaskBody, taskRequest } from "./cloud-tasks-request.ts";

const NOW = 1_800_000_000_000;
const PARENT = "projects/demo-atrium/locations/us-central1/queues/jobs-deliver";
const body: CloudTaskBody = { id: "deliver/1", job: "deliver", dueAt: NOW, hop: 0 };

interface Received {
  url: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: what came over the wire.
  task: any;
}

/** The client with an emulator that answers with the statuses in turn, then with 200; time stands still. */
async function open(t: TestContext, ...statuses: number[]) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    received.push({ url: request.url, ...JSON.parse(Buffer.concat(await request.toArray()).toString()) });
    response.writeHead(statuses.shift() ?? 200).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  const timers: { ms: number; run: () => void }[] = [];
  const client = new TasksEmulator({
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    now: () => NOW,
    timer: (ms, run) => {
      timers.push({ ms, run });
      return () => {};
    },
  });
  const settings = { project: "demo-atrium", location: "us-central1", baseUrl: "https://cloud", serviceAccount: "" };
  const create = (change: Partial<CloudTaskBody> = {}) =>
    client.create(taskRequest(settings, { ...body, ...change }, NOW));
  return { received, server, timers, create };
}

test("what is due goes to its queue at once, with its name and body and to the function of the queue", async (t) => {
  const { received, create } = await open(t);
  await create();
  const [{ url, task }] = received as [Received];
  assert.equal(url, `/${PARENT}/tasks`);
  assert.ok(task.name.startsWith(`${PARENT}/tasks/`));
  assert.equal(task.dispatchDeadline, "1800s");
  const { body: sent, ...rest } = task.httpRequest;
  assert.deepEqual(JSON.parse(Buffer.from(sent, "base64").toString()), { data: body });
  assert.deepEqual(rest, { headers: {}, url: "" });
  assert.equal(task.scheduleTime, undefined);
});

test("what is due later is held here until then, since the emulator would run it at once", async (t) => {
  const { received, server, timers, create } = await open(t);
  await create({ dueAt: NOW + 2500 });
  assert.deepEqual([received.length, timers.map(({ ms }) => ms)], [0, [2500]]);
  const request = once(server, "request");
  timers[0]?.run();
  const [, response] = await request;
  await once(response, "close");
  assert.equal(received.length, 1);
});

test("a task that is there already is as good as a new one; any other refusal is an error", async (t) => {
  const { received, create } = await open(t, 409, 404);
  await create();
  await assert.rejects(create(), { message: "the tasks emulator answered 404" });
  assert.equal(received.length, 2);
});

test("what is held and can't be created when its time has come is left to the sweeper", async (t) => {
  const { received, server, timers, create } = await open(t, 500);
  await create({ dueAt: NOW + 1 });
  const request = once(server, "request");
  timers[0]?.run();
  const [, response] = await request;
  await once(response, "close");
  assert.equal(received.length, 1);
});
