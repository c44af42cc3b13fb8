import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { tries } from "@atrium/functions/testing/harness/store/test-store";
import { afterAll, expect, test } from "@jest/globals";
import { CallCounter } from "../call-counter.ts";
import { newCredentials, type RunningServer, startServer } from "../running-server.ts";

const KILLS = tries(10);
/** Number of acknowledged calls after which the server is killed, by round. */
const callsBefore = (round: number) => 1 + 2 * round;
/** How many ms later it is killed, so that the server is at a different point of the next calls in each round. */
const delay = (round: number) => round % 7;

const folders: string[] = [];

function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "atrium-bad-days-"));
  folders.push(folder);
  return folder;
}

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/**
 * Adds users in pairs, each pair in one call and so in one transaction, from several clients until the server has ended.
 * Counts acknowledged calls.
 */
async function storm(server: RunningServer, headers: Record<string, string>, round: number, counter: CallCounter) {
  const attempted: string[] = [];
  const acknowledged: string[] = [];
  const sender = async (name: number) => {
    for (let i = 0; ; i++) {
      const pair = `${round}-${name}-${i}`;
      attempted.push(pair);
      const users = [{ userId: `${pair}-a` }, { userId: `${pair}-b` }];
      const reply = await server
        .post("/v2/users/add", { organizationId: "acme", users }, headers)
        .catch(() => undefined);
      if (!reply) return;
      expectWithContext(reply.status, JSON.stringify(reply.body)).toBe(200);
      acknowledged.push(pair);
      counter.add();
    }
  };
  await Promise.all(Array.from({ length: 8 }, (_, name) => sender(name)));
  return { attempted, acknowledged };
}

test(`after kill -9 during writes, ${KILLS} times, acknowledged transactions are present and none is partial`, async () => {
  const folder = dataFolder();
  let server = await startServer(folder);
  const headers = await newCredentials(server);
  for (let round = 0; round < KILLS; round++) {
    const counter = new CallCounter();
    const running = storm(server, headers, round, counter);
    await counter.reached(callsBefore(round));
    await sleep(delay(round));
    expect(await server.end("SIGKILL")).toBe("SIGKILL");
    const { attempted, acknowledged } = await running;
    server = await startServer(folder);
    const storedIds = new Set<string>();
    const ids = attempted.flatMap((pair) => [`${pair}-a`, `${pair}-b`]);
    for (let start = 0; start < ids.length; start += 30) {
      const request = { organizationId: "acme", userIds: ids.slice(start, start + 30) };
      const { status, body } = await server.post("/v2/users/get", request, headers);
      expectWithContext(status, JSON.stringify(body)).toBe(200);
      for (const { userId } of body.result.data) storedIds.add(userId);
    }
    for (const pair of acknowledged)
      expectWithContext(
        storedIds.has(`${pair}-a`) && storedIds.has(`${pair}-b`),
        `${pair} was acknowledged and is lost`,
      ).toBe(true);
    for (const pair of attempted)
      expectWithContext(storedIds.has(`${pair}-a`), `half of ${pair} is there`).toBe(storedIds.has(`${pair}-b`));
  }
  expect(await server.end()).toBe(0);
});

test("on a full disk writes are UNAVAILABLE and reads succeed, and with free space no data is missing", async () => {
  const folder = dataFolder();
  const filling = await startServer(folder, {}, { fileSizeLimit: 4000 });
  const headers = await newCredentials(filling);
  const acknowledged: string[] = [];
  let refusal: { status: number; body: { error: { status: string; message: string } } } | undefined;
  for (let i = 0; i < 2000 && !refusal; i++) {
    const users = Array.from({ length: 20 }, (_, n) => ({ userId: `${i}-${n}`, note: "x".repeat(2000) }));
    const reply = await filling.post("/v2/users/add", { organizationId: "acme", users }, headers);
    if (reply.status === 200) acknowledged.push(...users.map(({ userId }) => userId));
    else refusal = reply;
  }
  expect(refusal?.status).toBe(503);
  expect(refusal?.body.error.status).toBe("UNAVAILABLE");
  expect(acknowledged.length).toBeGreaterThan(0);
  const ready = await fetch(`${filling.url}/ready`);
  expect(ready.status).toBe(503);
  expect(await ready.json()).toMatchObject({ status: "not ready", failed: ["write"] });
  expectWithContext((await fetch(`${filling.url}/health`)).status, "the process lives").toBe(200);
  const count = async (server: RunningServer) => {
    let listed = 0;
    let pageToken: string | undefined;
    do {
      const { status, body } = await server.post("/v2/users/get", { organizationId: "acme", pageToken }, headers);
      expectWithContext(status, JSON.stringify(body)).toBe(200);
      listed += body.result.data.length;
      pageToken = body.result.nextPageToken;
    } while (pageToken);
    return listed;
  };
  expectWithContext(await count(filling), "reads go on").toBe(acknowledged.length);
  await filling.end();

  const roomy = await startServer(folder);
  expect((await fetch(`${roomy.url}/ready`)).status).toBe(200);
  expectWithContext(await count(roomy), "nothing is lost").toBe(acknowledged.length);
  const again = await roomy.post("/v2/users/add", { organizationId: "acme", users: [{ userId: "late" }] }, headers);
  expect(again.status).toBe(200);
  expect(await roomy.end()).toBe(0);
});
