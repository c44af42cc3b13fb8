import assert from "node:assert/strict";
import { test } from "node:test";
import type { Endpoint } from "#http/endpoint";
import { endpoints } from "#src/endpoints";
import { measureCost, recordedCosts } from "./table.ts";

const recorded = recordedCosts();
const record =
  "Run `node functions/testing/suites/cost/table.ts --write`, then judge `least` in functions/testing/suites/cost/costs.json.";

for (const endpoint of endpoints as Endpoint[])
  test(`${endpoint.path} costs what is recorded, and at most one read more than the least`, async () => {
    const known = recorded[endpoint.path];
    assert.ok(known, `the cost of ${endpoint.path} is not recorded. ${record}`);
    const { least, note: _, ...cost } = known;
    assert.deepEqual(await measureCost(endpoint), cost, `what ${endpoint.path} costs has changed. ${record}`);
    assert.ok(cost.reads <= least.reads + 1, `reads ${cost.reads} documents where ${least.reads} would do`);
    assert.ok(cost.writes <= least.writes, `writes ${cost.writes} documents where ${least.writes} would do`);
  });

test("the table names no endpoint that is gone", () => {
  const paths: string[] = endpoints.map(({ path }) => path);
  assert.deepEqual(
    Object.keys(recorded).filter((path) => !paths.includes(path)),
    [],
  );
});
