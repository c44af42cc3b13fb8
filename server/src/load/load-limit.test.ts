import { expect, test } from "@jest/globals";
import { LoadLimit } from "./load-limit.ts";

/** A limit of a thousand in a process with manual time and load. */
function rig() {
  const process = { now: 0, utilization: 1 };
  const limit = new LoadLimit(1000, { now: () => process.now, utilization: () => process.utilization });
  /** Passes a window in which requests take these times in ms, quickest first. */
  const window = (times: number[], underWay = 1000) => {
    process.now += 100;
    for (const ms of times) limit.answered(process.now - ms, underWay);
  };
  return { process, limit, window };
}

test("while the process is busy and even the quickest request takes too long, the limit of concurrent requests falls", () => {
  const { limit, window } = rig();
  window([75, 400]);
  expect(limit.current).toBe(666);
  window([1000]);
  expect(limit.current).toBe(333);
  for (let n = 0; n < 10; n++) window([1000]);
  expect(limit.current).toBe(200);
});

test("slow requests lower nothing while others are quick or the process is idle", () => {
  const { process, limit, window } = rig();
  process.now += 50;
  limit.answered(45, 1000);
  window([5000]);
  expect(limit.current).toBe(1000);
  process.utilization = 0.5;
  window([5000]);
  expect(limit.current).toBe(1000);
});

test("the limit rises again while it refuses, and is at its maximum as soon as the process is not busy", () => {
  const { process, limit, window } = rig();
  for (let n = 0; n < 10; n++) window([1000]);
  window([10]);
  expect(limit.current).toBe(200);
  limit.refused(200);
  window([10]);
  expect(limit.current).toBe(220);
  process.utilization = 0.1;
  process.now += 100;
  limit.refused(220);
  expect(limit.current).toBe(1000);
});
