import { test } from "@jest/globals";

type Reason = string | boolean | undefined;
type Define = (title: string, run: () => void | Promise<void>, timeout?: number) => void;

/**
 * `test`, or a function that defines a skipped test if there is a reason to skip; a reason in words is added to the
 * title. If the reason is a function, scripts/test/environment.mjs calls it after the hooks that run before the test.
 */
export function testUnless(reason: Reason | (() => Reason)): Define {
  if (typeof reason === "function")
    return (title, run, timeout) =>
      test(
        title,
        Object.assign(() => run(), { [Symbol.for("skipReason")]: reason }),
        timeout,
      );
  if (!reason) return test;
  const why = typeof reason === "string" ? ` (${reason})` : "";
  return (title, run, timeout) => test.skip(title + why, run, timeout);
}
