import { test } from "@jest/globals";
import { expectWithContext } from "#testing/harness/jest/context";
import { needsAdding, type StoredTask } from "./task-record.ts";

test("a task needs adding unless it is running, or waiting to run now", () => {
  const now = 1000;
  const base = { job: "note", payload: {} };
  const cases: [string, StoredTask | undefined, boolean][] = [
    ["absent", undefined, true],
    ["parked", { ...base, failedAt: 5 }, true],
    ["due now", { ...base, dueAt: now, nextAt: now }, false],
    ["due later", { ...base, dueAt: now + 1, nextAt: now + 1 }, true],
    ["pausing after a failure", { ...base, nextAt: now + 1 }, true],
    ["running", { ...base, nextAt: now + 9, leasedUntil: now + 9 }, false],
    ["running, added again", { ...base, dueAt: now, nextAt: now + 9, leasedUntil: now + 9 }, false],
    ["running, postponed", { ...base, dueAt: now + 1, nextAt: now + 9, leasedUntil: now + 9 }, true],
    ["left by a crashed process", { ...base, nextAt: now, leasedUntil: now }, false],
  ];
  for (const [name, task, needs] of cases) expectWithContext(needsAdding(task, now), name).toBe(needs);
});
