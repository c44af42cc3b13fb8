import assert from "node:assert/strict";
import { test } from "node:test";
import { filePath } from "#http/aliases";
import type { Endpoint } from "#http/endpoint";
import { endpoints } from "#src/endpoints";
import { countsOf, leastOf, measureCost } from "./table.ts";

for (const endpoint of endpoints as Endpoint[])
  test(`${endpoint.path} costs what it declares, and at most one read more than the least`, async () => {
    const cost = countsOf(endpoint.cost);
    const least = leastOf(endpoint.cost);
    const advice = `Make it cheaper, or correct \`cost\` in functions/src/api${filePath(endpoint)}.ts and judge \`leastReads\`.`;
    assert.deepEqual(await measureCost(endpoint), cost, `what ${endpoint.path} costs has changed. ${advice}`);
    assert.ok(cost.reads <= least.reads + 1, `reads ${cost.reads} documents where ${least.reads} would do`);
    assert.ok(cost.writes <= least.writes, `writes ${cost.writes} documents where ${least.writes} would do`);
  });
