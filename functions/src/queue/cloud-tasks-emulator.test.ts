import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@jest/globals";
import { onTestFinished } from "#testing/harness/jest/cleanup";
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

/** The client with an emulator that answers with these statuses in order, then with 200; the clock is frozen. */
async function open(...statuses: number[]) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    received.push({ url: request.url, ...JSON.parse(Buffer.concat(await request.toArray()).toString()) });
    response.writeHead(statuses.shift() ?? 200).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => server.close());
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

test("a due task goes to its queue at once, with its name and body, and without a URL, so that the queue's own function runs it", async () => {
  const { received, create } = await open();
  await create();
  const [{ url, task }] = received as [Received];
  expect(url).toBe(`/${PARENT}/tasks`);
  expect(task.name.startsWith(`${PARENT}/tasks/`)).toBeTruthy();
  expect(task.dispatchDeadline).toBe("1800s");
  const { body: encodedBody, ...rest } = task.httpRequest;
  expect(JSON.parse(Buffer.from(encodedBody, "base64").toString())).toStrictEqual({ data: body });
  expect(rest).toStrictEqual({ headers: {}, url: "" });
  expect(task.scheduleTime).toBeUndefined();
});

test("a task that is due later is held in the process, since the emulator would run it at once", async () => {
  const { received, server, timers, create } = await open();
  await create({ dueAt: NOW + 2500 });
  expect([received.length, timers.map(({ ms }) => ms)]).toStrictEqual([0, [2500]]);
  const request = once(server, "request");
  timers[0]?.run();
  const [, response] = await request;
  await once(response, "close");
  expect(received.length).toBe(1);
});

test("creating an existing task succeeds; any other refusal is an error", async () => {
  const { received, create } = await open(409, 404);
  await create();
  await expect(create()).rejects.toMatchObject({ message: "the tasks emulator answered 404" });
  expect(received.length).toBe(2);
});

test("a held task that can't be created when it is due is left to the sweeper", async () => {
  const { received, server, timers, create } = await open(500);
  await create({ dueAt: NOW + 1 });
  const request = once(server, "request");
  timers[0]?.run();
  const [, response] = await request;
  await once(response, "close");
  expect(received.length).toBe(1);
});
