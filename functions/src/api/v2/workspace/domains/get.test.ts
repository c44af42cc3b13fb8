import assert from "node:assert/strict";
import { test } from "node:test";
import { secondProcess } from "#testing/harness/second-process";
import { world } from "#testing/harness/world";

const path = "/v2/workspace/domains/get";

test("a key starts without domains, and every process tells them as they are", async () => {
  const w = await world();
  const other = secondProcess(w);
  const { message, data } = await other.ok(path, {});
  assert.equal(message, "Allowed domains retrieved successfully.");
  assert.deepEqual(data, { allowedDomains: [] });
  await w.ok("/v2/workspace/domains/add", { domains: ["example.com", "localhost"] });
  for (const each of [w, other])
    assert.deepEqual((await each.ok(path, {})).data, { allowedDomains: ["example.com", "localhost"] });
});
