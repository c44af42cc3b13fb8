import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@jest/globals";
import { BodyBudget } from "#http/request/body-budget";
import { IncomingBody } from "#http/request/incoming-body";
import { onTestFinished } from "#testing/harness/jest/cleanup";
import { keepBodiesUnread } from "./unread-bodies.ts";

const originalHeaders = keepBodiesUnread();
const budget = new BodyBudget(1000);

test("the framework in front of a function sees no body, and the function reads it with the original headers", async () => {
  const server = createServer(async (request, response) => {
    const announced = [request.headers["content-length"], request.headers["transfer-encoding"]];
    const headers = originalHeaders(request);
    const body = Buffer.from(await new IncomingBody(request, { budget }).read(100)).toString();
    response.end(JSON.stringify({ announced, length: headers?.["content-length"], host: request.headers.host, body }));
  }).listen(0, "127.0.0.1");
  onTestFinished(() => server.close());
  await once(server, "listening");
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const reply = await fetch(`http://${host}/`, { method: "POST", body: "{malformed" });
  expect(await reply.json()).toStrictEqual({ announced: [null, null], length: "10", host, body: "{malformed" });
});
