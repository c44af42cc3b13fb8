import { afterAll, describe, test } from "@jest/globals";
import type { CallEndpoint } from "#http/endpoint";
import { callEndpoints } from "#src/endpoints";
import type { Check } from "./check.ts";
import { forgetUntouched } from "./door.ts";

/** Declares a test for each check and each endpoint that the check applies to. */
export function testEachEndpoint(checks: readonly Check[]): void {
  afterAll(forgetUntouched);
  for (const endpoint of callEndpoints as readonly CallEndpoint[])
    describe(endpoint.path, () => {
      for (const { guarantee, applies, run } of checks)
        if (applies?.(endpoint) ?? true) test(guarantee, () => run(endpoint));
    });
}
