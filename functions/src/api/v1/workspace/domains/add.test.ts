import assert from "node:assert/strict";
import { test } from "node:test";
import { world } from "#testing/harness/world";

test("v1 adds domains as v2 does, and a domain that v2 has added is skipped", async () => {
  const w = await world();
  await w.ok("/v2/workspace/domains/add", { domains: ["a.example"] });
  const { data } = await w.ok("/v1/workspace/domains/add", { domains: ["a.example", "b.example"] });
  assert.deepEqual(data, { domainsAdded: ["b.example"], skippedDomains: ["a.example"] });
});
