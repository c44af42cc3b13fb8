import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import type { Job, Round } from "./load.ts";

test("a round counts every reply and every failure, and no two requests carry the same number", async () => {
  const bodies: string[] = [];
  const server = createServer(async (request, reply) => {
    for await (const chunk of request) bodies.push(String(chunk));
    reply.statusCode = bodies.at(-1)?.endsWith("5") ? 500 : 200;
    reply.end("answer");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/any`;
  const child = fork(join(import.meta.dirname, "load.ts"));
  const job: Job = { url, headers: {}, body: "number ########", connections: 4, seconds: 0.2, from: 1 };
  child.send(job);
  const [round] = (await once(child, "message")) as [Round];
  server.close();

  assert.ok(round.requests >= 10, `${round.requests} requests`);
  assert.equal(round.requests, bodies.length);
  assert.equal(new Set(bodies).size, bodies.length);
  for (const body of bodies) assert.match(body, /^number \d{8}$/);
  assert.equal(round.failures, bodies.filter((body) => body.endsWith("5")).length);
  assert.match(round.firstFailure ?? "", /^HTTP\/1.1 500/);
  assert.ok(round.p50 > 0 && round.p99 >= round.p50);
});
