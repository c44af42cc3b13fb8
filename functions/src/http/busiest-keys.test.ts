import { expect, test } from "@jest/globals";
import { ReadableMetrics } from "#testing/harness/read-metrics";
import { BusiestKeys } from "./busiest-keys.ts";

const cost = { reads: 3, writes: 1, trips: 1 };

function counted() {
  const metrics = new ReadableMetrics();
  return { keys: new BusiestKeys(metrics), read: () => metrics.read("atrium_api_key_requests_total"), metrics };
}

test("while there are few API keys, each has its own requests and cost", async () => {
  const { keys, read, metrics } = counted();
  for (const id of ["a", "a", "b"]) keys.count(id, cost);
  expect(await read()).toStrictEqual({ "api_key=a": 2, "api_key=b": 1, "api_key=other": 0 });
  expect((await metrics.read("atrium_api_key_store_reads_total"))["api_key=a"]).toBe(6);
  expect((await metrics.read("atrium_api_key_store_writes_total"))["api_key=b"]).toBe(1);
});

test("with many API keys, 50 are named and the totals are complete; a busy key replaces a quiet one", async () => {
  const { keys, read } = counted();
  for (let i = 0; i < 20_000; i++) keys.count(`key${i}`, cost);
  const before = await read();
  expect(Object.keys(before)).toHaveLength(51);
  expect(Object.values(before).reduce((sum, value) => sum + value)).toBe(20_000);
  for (let i = 0; i < 10; i++) keys.count("key777", cost);
  await read();
  for (let i = 0; i < 5; i++) keys.count("key777", cost);
  const after = await read();
  expect(Object.keys(after)).toHaveLength(51);
  // Until then it was counted with the others.
  expect(after["api_key=key777"]).toBe(5);
  expect(after["api_key=other"]).toBe(Number(before["api_key=other"]) + 10);
});
