import { expect } from "@jest/globals";
import type { CallEndpoint } from "#http/endpoint";

/** A guarantee of every endpoint, or of the endpoints that it applies to. */
export interface Check {
  /** The guarantee as a sentence; becomes the test's title. */
  guarantee: string;
  /** Default: it applies to all. */
  applies?(endpoint: CallEndpoint): boolean;
  /** @throws AssertionError when the guarantee does not hold. */
  run(endpoint: CallEndpoint): Promise<void>;
}

/** Checks that `result.data` has the declared shape and no undeclared fields. */
export async function expectDeclaredShape({ output }: CallEndpoint, data: unknown): Promise<void> {
  // Parsing drops undeclared fields, which then show up as a difference. It also drops every `__proto__`, declared or
  // not.
  const comparable =
    data && JSON.parse(JSON.stringify(data), (key, value) => (key === "__proto__" ? undefined : value));
  expect(await output.parseAsync(data)).toStrictEqual(comparable);
}
