import assert from "node:assert/strict";
import { test } from "node:test";
import { caughtLog } from "#testing/cloud/log";
import { cloudLog } from "./log.ts";

test("a line carries the severity, the message and the fields that Cloud Logging reads", (t) => {
  const lines = caughtLog(t);
  cloudLog.info({ path: "/v2/users/add", ms: 3 }, "request");
  cloudLog.warn({ taskId: "one" }, "task is overdue");
  cloudLog.error({ taskId: "two" }, "task failed");
  assert.deepEqual(lines, [
    { severity: "INFO", message: "request", path: "/v2/users/add", ms: 3 },
    { severity: "WARNING", message: "task is overdue", taskId: "one" },
    { severity: "ERROR", message: "task failed", taskId: "two" },
  ]);
});

test("an error comes with its stack and that of its cause, where Error Reporting looks for it", (t) => {
  const lines = caughtLog(t);
  const err = new Error("could not write", { cause: new RangeError("no room") });
  cloudLog.error({ err, path: "/v2/users/add" }, "request failed");
  const [line] = lines;
  assert.equal(line?.severity, "ERROR");
  assert.equal(line?.path, "/v2/users/add");
  assert.equal(line?.err, undefined);
  assert.match(String(line?.stack_trace), /^Error: could not write\n\s+at .*log\.test\.ts/);
  assert.match(String(line?.stack_trace), /RangeError: no room\n\s+at /);
});

test("what was thrown without being an error is logged too", (t) => {
  const lines = caughtLog(t);
  cloudLog.warn({ err: { code: 14 } }, "tried again");
  assert.equal(lines[0]?.stack_trace, "{ code: 14 }");
});
