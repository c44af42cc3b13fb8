import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@jest/globals";
import { BodyBudget } from "#http/request/body-budget";
import { IncomingBody } from "#http/request/incoming-body";
import { onTestFinished } from "#testing/harness/cleanup";
import { leaveBodiesUnread } from "./unread-bodies.ts";

const unread = leaveBodiesUnread();
const budget = new BodyBudget(1000);

test("who stands before the function sees no body, and the function reads it with the headers as they came", async () => {
  const server = createServer(async (request, response) => {
    const announced = [request.headers["content-length"], request.headers["transfer-encoding"]];
    const headers = unread(request);
    const body = Buffer.from(await new IncomingBody(request, { budget }).read(100)).toString();
    response.end(JSON.stringify({ announced, length: headers?.["content-length"], host: request.headers.host, body }));
  }).listen(0, "127.0.0.1");
  onTestFinished(() => server.close());
  await once(server, "listening");
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const reply = await fetch(`http://${host}/`, { method: "POST", body: "{malformed" });
  expect(await reply.json()).toStrictEqual({ announced: [null, null], length: "10", host, body: "{malformed" });
});
