import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, test } from "@jest/globals";
import { BodyBudget } from "#http/request/body-budget";
import { IncomingBody } from "#http/request/incoming-body";
import { serveFunction } from "#testing/cloud/function-server";
import { caughtLog } from "#testing/cloud/log";
import { onTestFinished } from "#testing/harness/jest/cleanup";
import { ensure } from "#testing/harness/jest/ensure";
import { world } from "#testing/harness/world";
import type { CloudService } from "./context.ts";
import { declaredFunction } from "./declared-function.ts";
import { endpointTable } from "./endpoint-table.ts";
import { groupFunction } from "./group-function.ts";
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

const path = "/v2/users/add";

test.each([
  ["of an endpoint", path],
  ["of a group, at a path without an endpoint", "/v2/users/nothing"],
])(
  "in the emulators a function %s answers once the whole body has arrived, and leaves the connection open",
  async (_, at) => {
    // The proxy of the emulators ends all of them when a function closes the connection while it still sends.
    const { FUNCTIONS_EMULATOR: before } = process.env;
    process.env.FUNCTIONS_EMULATOR = "true";
    onTestFinished(() => {
      if (before === undefined) delete process.env.FUNCTIONS_EMULATOR;
      else process.env.FUNCTIONS_EMULATOR = before;
    });
    caughtLog();
    const { context } = await world();
    const options = { service: async () => ({ context }) as CloudService, isOwn: true };
    const entry = endpointTable[path];
    ensure(entry?.kind === "call");
    const served = at === path ? declaredFunction(path, entry, options) : groupFunction([{ path, ...entry }], options);
    const server = await serveFunction(served);
    onTestFinished(() => server.close());
    const answer = async () => (await fetch(server.url + at, { method: "POST" })).status;
    const usual = await answer();

    const size = 3_000_000;
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
    onTestFinished(() => socket.destroy());
    let reply = "";
    const { promise: whole, resolve } = Promise.withResolvers<void>();
    socket.setEncoding("utf8").on("data", (text) => {
      reply += text;
      if (reply.endsWith("}}")) resolve();
    });
    socket.write(`POST ${at} HTTP/1.1\r\nhost: atrium\r\nconnection: close\r\ncontent-length: ${size}\r\n\r\nx`);
    // By the time that later requests are answered, a reply to the first one would have arrived.
    for (let later = 0; later < 3; later++) expect(await answer()).toBe(usual);
    expect(reply).toBe("");
    socket.write("x".repeat(size - 1));
    await whole;
    expect(reply).toContain(`HTTP/1.1 ${usual} `);
    // Any of these would have arrived after the end of the connection.
    for (let later = 0; later < 3; later++) expect(await answer()).toBe(usual);
    expect(socket.readableEnded).toBe(false);
  },
);
