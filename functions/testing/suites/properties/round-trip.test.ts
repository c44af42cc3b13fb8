import { test } from "@jest/globals";
import { expectWithContext } from "#testing/harness/jest/context";
import { endpointFiles } from "#testing/suites/conformance/endpoint-files";

test("every resource that can be created has a round-trip test beside its endpoint, or a reason for having none", () => {
  const makes = /^\/v2\/.*(\/(add|create|set|broadcast)$|config\/update$)/;
  const untested = endpointFiles().filter(
    ({ path, testSource }) => makes.test(path) && !/\b(testRoundTrip|noRoundTrip)\(/.test(testSource),
  );
  expectWithContext(
    untested.map(({ path }) => path),
    "Call `testRoundTrip` (functions/testing/harness/properties/round-trip.ts) in the tests beside these endpoints.",
  ).toStrictEqual([]);
});
