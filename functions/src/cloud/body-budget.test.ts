import { expect, test } from "@jest/globals";
import { serveFunction } from "#testing/cloud/function-server";
import { onTestFinished } from "#testing/harness/jest/cleanup";
import { ensure } from "#testing/harness/jest/ensure";
import { credentialHeaders, world } from "#testing/harness/world";
import type { CloudService } from "./context.ts";
import { declaredFunction } from "./declared-function.ts";
import { endpointTable } from "./endpoint-table.ts";

test("bodies of a function that together exceed the budget are refused with 503, and an answered request releases its share", async () => {
  const w = await world({ settings: { bodyBudget: 500 } });
  const path = "/v2/users/add";
  const entry = endpointTable[path];
  ensure(entry);
  const service = async () => ({ context: w.context }) as CloudService;
  const server = await serveFunction(declaredFunction(path, entry, { service, isOwn: true }));
  onTestFinished(() => server.close());
  const body = JSON.stringify({ data: { organizationId: "acme", users: [{ userId: "ada" }] } });
  const headers = { "content-type": "application/json", ...credentialHeaders(w.tenant) };
  const call = (bytes: number) => fetch(server.url, { method: "POST", headers, body: body.padEnd(bytes) });
  for (let i = 0; i < 3; i++) expect((await call(400)).status).toBe(200);
  const refused = await call(501);
  expect([refused.status, refused.headers.get("retry-after")]).toStrictEqual([503, "1"]);
  expect(((await refused.json()) as { error: { status: string } }).error.status).toBe("UNAVAILABLE");
  expect((await call(400)).status).toBe(200);
});
