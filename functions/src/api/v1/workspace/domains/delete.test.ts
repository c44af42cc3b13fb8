import assert from "node:assert/strict";
import { test } from "node:test";
import { world } from "#testing/harness/world";

test("v1 removes domains that v2 has added", async () => {
  const w = await world();
  await w.ok("/v2/workspace/domains/add", { domains: ["a.example", "b.example"] });
  const { data } = await w.ok("/v1/workspace/domains/delete", { domains: ["a.example"] });
  assert.deepEqual(data, { domainsRemoved: ["a.example"] });
  assert.deepEqual((await w.ok("/v2/workspace/domains/get", {})).data, { allowedDomains: ["b.example"] });
});
