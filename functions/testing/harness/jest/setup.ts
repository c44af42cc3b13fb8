import { afterEach, expect } from "@jest/globals";
import fc from "fast-check";
import { cleanUp } from "./cleanup.ts";

/** Property tests try the same cases in every run; TEST_SEED chooses others. */
fc.configureGlobal({ seed: Number(process.env.TEST_SEED ?? 1) });

/**
 * `toStrictEqual` compares classes by `constructor`, but customers' JSON may have that key: objects with it are
 * compared by their entries.
 */
expect.addEqualityTesters([
  function (a, b, testers) {
    return hasKeyConstructor(a) && hasKeyConstructor(b) ? this.equals(entries(a), entries(b), testers) : undefined;
  },
]);

/** Runs before each test file. */
export default function setUp(): void {
  afterEach(cleanUp);
}

function hasKeyConstructor(value: unknown): value is object {
  return typeof value === "object" && value !== null && Object.hasOwn(value, "constructor");
}

function entries(value: object): [string, unknown][] {
  return Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
}
