import { expect, test } from "@jest/globals";
import { noMetrics } from "#platform/observability/metrics";
import { noSiblings, type OutOfDate, type Siblings } from "#platform/siblings";
import { ttlCache } from "./ttl-cache.ts";

test("an entry is served until it is as old as its TTL", () => {
  let now = 1000;
  const cache = ttlCache<string[]>(
    { monotonic: () => now, metrics: noMetrics, siblings: noSiblings },
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
    { monotonic: () => 1000, metrics: noMetrics, siblings: noSiblings },
    { name: "test", max: 2, ttl: 60_000 },
  );
  cache.set("a", ["x"]);
  cache.set("b", ["y"]);
  cache.get("a");
  cache.set("c", ["z"]);
  expect([cache.get("a"), cache.get("b"), cache.get("c")]).toStrictEqual([["x"], undefined, ["z"]]);
});

test("entries deleted everywhere leave the caches of this name in all processes, with one message", () => {
  const messages: unknown[] = [];
  const listeners: { cache: string; drop: (keys: OutOfDate) => void }[] = [];
  const siblings: Siblings = {
    tell: (cache, keys) => {
      messages.push([cache, keys]);
      for (const other of listeners) if (other.cache === cache) other.drop(keys);
    },
    hear: (cache, drop) => void listeners.push({ cache, drop }),
  };
  const cacheOf = (name: string) => {
    const cache = ttlCache<string[]>(
      { monotonic: () => 1000, metrics: noMetrics, siblings },
      { name, max: 9, ttl: 60_000 },
    );
    for (const key of ["a", "b", "c"]) cache.set(key, [key]);
    return cache;
  };
  const [here, there, another] = [cacheOf("test"), cacheOf("test"), cacheOf("another")];
  here.deleteEverywhere(["a", "b"]);
  here.delete("c");
  here.deleteEverywhere([]);
  expect([here, there, another].map((cache) => [...cache.keys()].sort())).toStrictEqual([[], ["c"], ["a", "b", "c"]]);
  expect(messages).toStrictEqual([["test", ["a", "b"]]]);
});

test("when everything is out of date every cache is emptied, except one that holds only its own process's data", () => {
  const drops: ((keys: OutOfDate) => void)[] = [];
  const siblings: Siblings = { tell: () => undefined, hear: (_cache, drop) => void drops.push(drop) };
  const [read, counted] = [false, true].map((isOwn) => {
    const surroundings = { monotonic: () => 1000, metrics: noMetrics, siblings };
    return ttlCache<string[]>(surroundings, { name: "test", max: 9, ttl: 60_000, isOwn }).set("a", ["x"]);
  });
  for (const drop of drops) drop("all");
  expect([read?.get("a"), counted?.get("a")]).toStrictEqual([undefined, ["x"]]);
});
