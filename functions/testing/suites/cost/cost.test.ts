import { test } from "@jest/globals";
import { filePath } from "#http/aliases";
import { callEndpoints } from "#src/endpoints";
import { expectWithContext } from "#testing/harness/jest/context";
import { countsOf, leastOf, measureCost, measureCostByUser } from "./table.ts";

for (const endpoint of callEndpoints) {
  const file = `functions/src/api${filePath(endpoint)}.ts`;

  test(`${endpoint.path} costs what it declares, and at most one read more than the minimum`, async () => {
    const cost = countsOf(endpoint.cost);
    const least = leastOf(endpoint.cost);
    const advice = `Make it cheaper, or correct \`cost\` in ${file} and judge \`leastReads\`.`;
    expectWithContext(await measureCost(endpoint), `the cost of ${endpoint.path} has changed. ${advice}`).toStrictEqual(
      cost,
    );
    expectWithContext(cost.reads, `reads ${cost.reads} documents where ${least.reads} would do`).toBeLessThanOrEqual(
      least.reads + 1,
    );
    expectWithContext(
      cost.writes,
      `writes ${cost.writes} documents where ${least.writes} would do`,
    ).toBeLessThanOrEqual(least.writes);
  });

  if (endpoint.user)
    test(`${endpoint.path} costs a user what it declares`, async () => {
      const advice = `Make it cheaper, or correct \`cost.byUser\` in ${file}.`;
      expectWithContext(await measureCostByUser(endpoint), advice).toStrictEqual(endpoint.cost.byUser);
    });
}
