import assert from "node:assert/strict";
import { test } from "node:test";
import { ttlCache } from "./ttl-cache.ts";

test("an entry is served until it is as old as its TTL", () => {
  let now = 1000;
  const cache = ttlCache<string[]>(() => now, { max: 10, ttl: 60_000 });
  cache.set("a", ["x"]);
  now += 59_999;
  assert.deepEqual(cache.get("a"), ["x"]);
  now += 1;
  assert.equal(cache.get("a"), undefined);
});

test("the entry that was used longest ago makes room", () => {
  const cache = ttlCache<string[]>(() => 1000, { max: 2, ttl: 60_000 });
  cache.set("a", ["x"]);
  cache.set("b", ["y"]);
  cache.get("a");
  cache.set("c", ["z"]);
  assert.deepEqual([cache.get("a"), cache.get("b"), cache.get("c")], [["x"], undefined, ["z"]]);
});
