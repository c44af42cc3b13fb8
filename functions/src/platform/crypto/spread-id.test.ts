import { expect, test } from "@jest/globals";
import { newIdsBy } from "./base62.ts";
import { rangeOf, rangesOf, spreadId } from "./spread-id.ts";

test("ids of a tenant are spread evenly over its own ranges, and sort by time within each", () => {
  let now = 1_767_603_600_000;
  const newId = newIdsBy(() => now++);
  const ids = Array.from({ length: 6400 }, () => spreadId(newId("evt"), "ak_1"));
  const byRange = Map.groupBy(ids, rangeOf);
  expect([...byRange.keys()].sort()).toStrictEqual(rangesOf("ak_1").slice(1).sort());
  for (const within of byRange.values()) {
    expect(within).toStrictEqual(within.toSorted());
    expect(within.length).toBeGreaterThan(50);
  }
  expect(rangesOf("ak_2").filter((range) => rangesOf("ak_1").includes(range))).toStrictEqual([""]);
});

test("ids of earlier versions, which are not spread, have no range", () => {
  const newId = newIdsBy(() => 1_767_603_600_000);
  expect([newId("evt"), newId("task"), "dlv_f00000000abc", "evt_1-0"].map(rangeOf)).toStrictEqual(["", "", "", ""]);
});
