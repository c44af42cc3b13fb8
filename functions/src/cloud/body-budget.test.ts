import assert from "node:assert/strict";
import { test } from "node:test";
import { serveFunction } from "#testing/cloud/function-server";
import { credentialHeaders, world } from "#testing/harness/world";
import type { CloudService } from "./context.ts";
import { endpointFunction } from "./endpoint-function.ts";
import { endpointTable } from "./endpoint-table.ts";

test("a function's bodies that are too much together are refused with 503; one that was answered counts no more", async (t) => {
  const w = await world({ settings: { bodyBudget: 500 } });
  const path = "/v2/users/add";
  const entry = endpointTable[path];
  assert.ok(entry);
  const service = async () => ({ context: w.context }) as CloudService;
  const server = await serveFunction(endpointFunction(path, entry, { service, isOwn: true }));
  t.after(() => server.close());
  const body = JSON.stringify({ data: { organizationId: "acme", users: [{ userId: "ada" }] } });
  const headers = { "content-type": "application/json", ...credentialHeaders(w.tenant) };
  const call = (bytes: number) => fetch(server.url, { method: "POST", headers, body: body.padEnd(bytes) });
  for (let i = 0; i < 3; i++) assert.equal((await call(400)).status, 200);
  const refused = await call(501);
  assert.deepEqual([refused.status, refused.headers.get("retry-after")], [503, "1"]);
  assert.equal(((await refused.json()) as { error: { status: string } }).error.status, "UNAVAILABLE");
  assert.equal((await call(400)).status, 200);
});
