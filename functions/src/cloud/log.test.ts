import { expect, test } from "@jest/globals";
import { caughtLog } from "#testing/cloud/log";
import { cloudLog } from "./log.ts";

test("a line carries the severity, the message and the fields that Cloud Logging reads", () => {
  const lines = caughtLog();
  cloudLog.info({ path: "/v2/users/add", ms: 3 }, "request");
  cloudLog.warn({ taskId: "one" }, "task is overdue");
  cloudLog.error({ taskId: "two" }, "task failed");
  expect(lines).toStrictEqual([
    { severity: "INFO", message: "request", path: "/v2/users/add", ms: 3 },
    { severity: "WARNING", message: "task is overdue", taskId: "one" },
    { severity: "ERROR", message: "task failed", taskId: "two" },
  ]);
});

test("an error comes with its stack and that of its cause, where Error Reporting looks for it", () => {
  const lines = caughtLog();
  const err = new Error("could not write", { cause: new RangeError("no room") });
  cloudLog.error({ err, path: "/v2/users/add" }, "request failed");
  const [line] = lines;
  expect(line?.severity).toBe("ERROR");
  expect(line?.path).toBe("/v2/users/add");
  expect(line?.err).toBeUndefined();
  expect(String(line?.stack_trace)).toMatch(/^Error: could not write\n\s+at .*log\.test\.ts/);
  expect(String(line?.stack_trace)).toMatch(/RangeError: no room\n\s+at /);
});

test("a thrown value that is not an error is logged too", () => {
  const lines = caughtLog();
  cloudLog.warn({ err: { code: 14 } }, "tried again");
  expect(lines[0]?.stack_trace).toBe("{ code: 14 }");
});
