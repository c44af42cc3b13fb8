import { test } from "@jest/globals";

type Reason = string | boolean | undefined;
type Define = (title: string, run: () => void | Promise<void>, timeout?: number) => void;

/**
 * `test`, or what defines a skipped test when there is a reason to skip it; a reason in words is added to its title.
 * A function is called after the hooks before the test (scripts/test/environment.mjs does it).
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
