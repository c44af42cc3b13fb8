import assert from "node:assert/strict";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { RestClient } from "./rest-client.ts";

/** A service that answers as it is told to. */
async function service(t: TestContext, answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer((request, response) => {
    request.resume().on("end", () => answer(request, response));
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  t.after(() => server.close().closeAllConnections());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, apiKey: "ak", authToken: "at" };
}

const success = (response: ServerResponse) => response.end('{"result":{"status":"success","data":1}}');

test("a call is tried again while that may help, as the same call, after the pause that the service asks for", async (t) => {
  const keys = new Set<string>();
  const troubles = [429, 503, 409, 0];
  let count = 0;
  const credentials = await service(t, (request, response) => {
    keys.add(String(request.headers["idempotency-key"]));
    const trouble = troubles[count++];
    if (trouble === undefined) success(response);
    else if (trouble === 0) response.destroy();
    else response.writeHead(trouble, trouble === 429 ? { "retry-after": "7" } : {}).end("{}");
  });
  const pauses: number[] = [];
  const client = new RestClient(credentials, { sleep: async (ms) => pauses.push(ms) });
  assert.equal((await client.call("/x", {})).data, 1);
  assert.equal(count, 5);
  assert.equal(keys.size, 1);
  assert.equal(pauses[0], 7000);
  for (const [i, ms] of [200, 400, 800].entries())
    assert.ok((pauses[i + 1] ?? 0) >= ms / 2 && (pauses[i + 1] ?? 0) <= ms, `pause ${i + 2} was ${pauses[i + 1]} ms`);
});

test("a refusal is not tried again, and eight tries are enough", async (t) => {
  let count = 0;
  const refusing = await service(t, (_request, response) => {
    count++;
    response.writeHead(400).end('{"error":{"status":"INVALID_ARGUMENT"}}');
  });
  const sleep = async () => {};
  await assert.rejects(new RestClient(refusing, { sleep }).call("/x", {}), {
    name: "CallError",
    message: /INVALID_ARGUMENT/,
  });
  assert.equal(count, 1);
  count = 0;
  const away = await service(t, (_request, response) => {
    count++;
    response.writeHead(503).end("{}");
  });
  await assert.rejects(new RestClient(away, { sleep }).call("/x", {}), { name: "CallError", message: /503/ });
  assert.equal(count, 8);
});

test("no more calls run at a time than allowed, and all get their turn", async (t) => {
  let running = 0;
  let most = 0;
  const credentials = await service(t, async (_request, response) => {
    most = Math.max(most, ++running);
    for (let i = 0; i < 20; i++) await turn();
    running--;
    success(response);
  });
  const client = new RestClient(credentials, { concurrency: 3 });
  const results = await Promise.all(Array.from({ length: 20 }, () => client.call<number>("/x", {})));
  assert.equal(results.length, 20);
  assert.equal(most, 3);
});
