import { expect, test } from "@jest/globals";
import { noMetrics } from "#platform/observability/metrics";
import { ttlCache } from "./ttl-cache.ts";

test("an entry is served until it is as old as its TTL", () => {
  let now = 1000;
  const cache = ttlCache<string[]>(
    { monotonic: () => now, metrics: noMetrics },
    { name: "test", max: 10, ttl: 60_000 },
  );
  cache.set("a", ["x"]);
  now += 59_999;
  expect(cache.get("a")).toStrictEqual(["x"]);
  now += 1;
  expect(cache.get("a")).toBeUndefined();
});

test("the least recently used entry is evicted", () => {
  const cache = ttlCache<string[]>(
    { monotonic: () => 1000, metrics: noMetrics },
    { name: "test", max: 2, ttl: 60_000 },
  );
  cache.set("a", ["x"]);
  cache.set("b", ["y"]);
  cache.get("a");
  cache.set("c", ["z"]);
  expect([cache.get("a"), cache.get("b"), cache.get("c")]).toStrictEqual([["x"], undefined, ["z"]]);
});
