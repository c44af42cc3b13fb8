import { test } from "@jest/globals";
import { expectWithContext } from "#testing/harness/context";
import { endpointFiles } from "#testing/suites/conformance/endpoint-files";

test("everything that can be made is read back in the test beside its endpoint, or that test says why not", () => {
  const makes = /^\/v2\/.*(\/(add|create|set|broadcast)$|config\/update$)/;
  const untested = endpointFiles().filter(
    ({ path, testSource }) => makes.test(path) && !/\b(testRoundTrip|noRoundTrip)\(/.test(testSource),
  );
  expectWithContext(
    untested.map(({ path }) => path),
    "Call `testRoundTrip` (functions/testing/harness/round-trip.ts) in the tests beside these endpoints.",
  ).toStrictEqual([]);
});
