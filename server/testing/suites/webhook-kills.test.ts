import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { expect, test } from "@jest/globals";
import { CallCounter } from "../call-counter.ts";
import { newCredentials, type RunningServer, startServer } from "../running-server.ts";

const DEATHS = 4;
/** Number of acknowledged calls after which the server is killed, by round. */
const callsBefore = (round: number) => 10 + round * 3;
/** Another process takes over the task of a killed one once its lease of 30 s has expired. */
const PATIENCE = 60_000;

/** A customer's server: records the user of every event by the id of its message. */
async function startReceiver() {
  const users = new Map<string, Set<string>>();
  const receiver = createServer(async (request, reply) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { event, data } = JSON.parse(Buffer.concat(chunks).toString());
    const ids = users.get(data.user?.userId) ?? new Set();
    if (event === "user.add") users.set(data.user.userId, ids.add(String(request.headers["webhook-id"])));
    reply.end();
  }).listen(0, "127.0.0.1");
  await once(receiver, "listening");
  return { receiver, users, url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook` };
}

/** Adds users from several clients until the server has ended, and counts acknowledged calls. */
async function add(server: RunningServer, headers: Record<string, string>, round: number, counter: CallCounter) {
  const acknowledged: string[] = [];
  const attempted: string[] = [];
  const sender = async (name: number) => {
    for (let i = 0; ; i++) {
      const userId = `${round}-${name}-${i}`;
      attempted.push(userId);
      const call = server.post("/v2/users/add", { organizationId: "acme", users: [{ userId }] }, headers);
      const reply = await call.catch(() => undefined);
      if (!reply) return;
      expectWithContext(reply.status, JSON.stringify(reply.body)).toBe(200);
      acknowledged.push(userId);
      counter.add();
    }
  };
  await Promise.all(Array.from({ length: 4 }, (_, name) => sender(name)));
  return { attempted, acknowledged };
}

test("after kill -9 during events every acknowledged event is delivered under one id, and no other", async () => {
  const folder = mkdtempSync(join(tmpdir(), "atrium-webhook-kills-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { receiver, users, url } = await startReceiver();
  onTestFinished(() => {
    receiver.closeAllConnections();
    receiver.close();
  });
  let server = await startServer(folder);
  const headers = await newCredentials(server);
  const call = async (path: string, data: unknown) => {
    const { status, body } = await server.post(path, data, headers);
    expectWithContext(status, JSON.stringify(body)).toBe(200);
    return body.result.data;
  };
  await call("/v2/workspace/advancedwebhookconfig/update", { isEnabled: true });
  await call("/v2/workspace/advancedwebhook/endpoints/create", { url });
  const acknowledged: string[] = [];
  const attempted: string[] = [];
  for (let round = 0; round < DEATHS; round++) {
    const counter = new CallCounter();
    const adding = add(server, headers, round, counter);
    await counter.reached(callsBefore(round));
    expect(await server.end("SIGKILL")).toBe("SIGKILL");
    const added = await adding;
    acknowledged.push(...added.acknowledged);
    attempted.push(...added.attempted);
    server = await startServer(folder);
  }
  const end = Date.now() + PATIENCE;
  while (acknowledged.some((userId) => !users.has(userId)) && Date.now() < end) await sleep(100);
  const missingIds = acknowledged.filter((userId) => !users.has(userId));
  expectWithContext(missingIds, `${missingIds.length} of ${acknowledged.length} are lost`).toStrictEqual([]);
  for (const [userId, ids] of users) {
    expectWithContext(ids.size, `${userId} came under several ids`).toBe(1);
    expectWithContext(attempted, `nobody has added ${userId}`).toContain(userId);
  }
  const ids = [...users.keys()];
  for (let start = 0; start < ids.length; start += 30) {
    const userIds = ids.slice(start, start + 30);
    const storedUsers = await call("/v2/users/get", { organizationId: "acme", userIds });
    expectWithContext(storedUsers.length, "an event came of what was not stored").toBe(userIds.length);
  }
  expect(await server.end()).toBe(0);
});
