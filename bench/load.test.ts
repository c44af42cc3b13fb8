import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { expect, test } from "@jest/globals";
import type { Round } from "./connections.ts";
import type { Job } from "./load.ts";

test("a round counts every reply and every failure, and no two requests contain the same number", async () => {
  const bodies: string[] = [];
  const server = createServer(async (request, reply) => {
    for await (const chunk of request) bodies.push(String(chunk));
    reply.statusCode = bodies.at(-1)?.endsWith("5") ? 500 : 200;
    reply.end("answer");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/any`;
  const child = fork(join(import.meta.dirname, "load.ts"));
  const job: Job = { url, headers: {}, body: "number ########", connections: 4, seconds: 1, from: 1 };
  child.send(job);
  const [round] = (await once(child, "message")) as [Round];
  server.close();

  expectWithContext(round.requests, `${round.requests} requests`).toBeGreaterThanOrEqual(10);
  expect(round.requests).toBe(bodies.length);
  expect(new Set(bodies).size).toBe(bodies.length);
  for (const body of bodies) expect(body).toMatch(/^number \d{8}$/);
  expect(round.failures).toBe(bodies.filter((body) => body.endsWith("5")).length);
  expect(round.firstFailure ?? "").toMatch(/^HTTP\/1.1 500/);
  expect(round.p50 > 0 && round.p99 >= round.p50).toBe(true);
});
