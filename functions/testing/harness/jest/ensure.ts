import { expectWithContext } from "./context.ts";

/** Expects a condition to be truthy and narrows its type. */
export function ensure(condition: unknown, message?: string): asserts condition {
  expectWithContext(condition, message).toBeTruthy();
}

/** Expects a value to equal another one and narrows its type. */
export function ensureIs<T>(actual: unknown, expected: T, message?: string): asserts actual is T {
  expectWithContext(actual, message).toBe(expected);
}

/** Fails the test in an expression; in a statement write `throw new Error(…)`. */
export function fail(reason: unknown = "This must not be reached."): never {
  throw reason instanceof Error ? reason : new Error(String(reason));
}
