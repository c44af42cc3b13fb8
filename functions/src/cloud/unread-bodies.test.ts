import assert from "node:assert/strict";
import { after, test } from "node:test";
import { serveFunction } from "#testing/function-server";
import { world } from "#testing/world";
import type { CloudService } from "./context.ts";
import { endpointFunction } from "./endpoint-function.ts";
import { endpointTable } from "./endpoint-table.ts";

// One function for the whole file: a process that serves its own function leaves the bodies of all requests unread.
const path = "/v2/users/add";
const entry = endpointTable[path];
assert.ok(entry);
const w = await world();
const service = async () => ({ context: w.context }) as CloudService;
const server = await serveFunction(endpointFunction(path, entry, { service, isOwn: true }));
after(() => server.close());

const { apiKeyId, authToken } = w.tenant;
const headers = {
  "content-type": "application/json",
  "x-service-api-key": apiKeyId,
  "x-service-auth-token": authToken,
  "x-request-id": "the-same",
};

/** What the function answers, and what the kernel does by itself. */
async function both(raw: string | Uint8Array<ArrayBuffer>, further: Record<string, string> = {}) {
  const reply = await fetch(server.url, { method: "POST", headers: { ...headers, ...further }, body: raw });
  const direct = await w.request(path, undefined, { raw, headers: { ...headers, ...further } });
  return {
    function: { status: reply.status, body: JSON.parse(await reply.text()) },
    kernel: { status: direct.status, body: direct.body },
  };
}

const refused: [
  what: string,
  raw: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string>,
  status: number,
][] = [
  ["JSON that breaks off", '{"data":{"users":[', {}, 400],
  ["JSON that is no object", '"data"', {}, 400],
  ["text that is no UTF-8", new Uint8Array([0x7b, 0xff, 0x7d]), {}, 400],
  ["an empty body", "", {}, 400],
  ["another charset", "{}", { "content-type": "application/json; charset=latin1" }, 415],
  ["another type", "data=1", { "content-type": "application/x-www-form-urlencoded" }, 415],
];

for (const [what, raw, further, status] of refused)
  test(`${what} is answered in our own words, as by any other host`, async () => {
    const answers = await both(raw, further);
    assert.equal(answers.function.status, status);
    assert.deepEqual(answers.function, answers.kernel);
    assert.equal(answers.function.body.error.status, "INVALID_ARGUMENT");
  });

test("a good body is read whole, and one above the limit is refused", async () => {
  const data = JSON.stringify({ data: { organizationId: "acme", users: [{ userId: "ada", name: "Ådå" }] } });
  const answers = await both(data);
  assert.equal(answers.function.status, 200, JSON.stringify(answers.function.body));
  assert.equal(answers.kernel.status, 200);
  const reply = await fetch(server.url, { method: "POST", headers, body: data.padEnd(1_048_577) });
  assert.equal(reply.status, 413);
});

test("a compressed body is not taken for JSON", async () => {
  const { status } = await fetch(server.url, {
    method: "POST",
    headers: { ...headers, "content-encoding": "gzip" },
    body: new Uint8Array([0x1f, 0x8b, 0x08, 0x00]),
  });
  assert.ok(status === 400 || status === 415, String(status));
});
