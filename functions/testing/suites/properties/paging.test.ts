import { describe, expect, test } from "@jest/globals";
import { callEndpoints } from "#src/endpoints";
import { exampleOf, exampleWorld } from "#testing/harness/example-world";
import { expectWithContext } from "#testing/harness/jest/context";
import { endpointFiles } from "#testing/suites/conformance/endpoint-files";
import { inputSchema, isPaged, sampleOf } from "#testing/suites/conformance/schema";

const paged = callEndpoints.filter(isPaged);

test("every list with pages is tested for paging beside its endpoint", () => {
  const unwalked = endpointFiles().filter(
    ({ path, testSource }) => paged.some((endpoint) => endpoint.path === path) && !/\btestPaging\(/.test(testSource),
  );
  expectWithContext(
    unwalked.map(({ path }) => path),
    "Call `testPaging` (functions/testing/harness/properties/paging.ts) in the tests beside these endpoints.",
  ).toStrictEqual([]);
});

describe("a page token of another query is refused, even if ids are given and there is a single page", () => {
  for (const { path, input, example } of paged)
    test(path, async () => {
      const w = await exampleWorld();
      const { properties = {} } = inputSchema(input);
      const token = { [properties.pageToken ? "pageToken" : "iterator"]: "x".repeat(40) };
      const data = { ...(exampleOf({ example }, w.tenant) as object), ...token };
      const error = await w.fails(path, data);
      expect([error.status, error.http]).toStrictEqual(["INVALID_ARGUMENT", 400]);
      const ids = Object.entries(properties).filter(([name, { type }]) => /Ids?$/.test(name) && type === "array");
      for (const [name, schema] of ids)
        expectWithContext((await w.fails(path, { ...data, [name]: [sampleOf(schema.items ?? {})] })).http, name).toBe(
          400,
        );
    });
});
