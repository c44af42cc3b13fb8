import type { Query, Write } from "@atrium/functions/store/port";
import { type IndexFile, tree } from "@atrium/functions/store/tree";
import { StoreModel } from "@atrium/functions/testing/suites/store/model";
import { expect, test } from "@jest/globals";
import indexFile from "../../../firestore.indexes.json" with { type: "json" };
import { Documents } from "./documents.ts";
import { HotRanges } from "./hot-ranges.ts";
import { Locks } from "./locks.ts";

const { indexes } = indexFile as IndexFile;
const organization = "apiKeys/k/organizations/acme";

/** Activities of three people, some at the same time, as documents of both models. */
function filledModels() {
  const writes = Array.from({ length: 40 }, (_, i): Write => {
    const data = { timestamp: (i * 7) % 11, userId: `u${i % 3}`, documentId: `d${i % 4}` };
    return { op: "create", path: `${organization}/activities/a${i}`, data };
  });
  const [documents, simple] = [new Documents(tree, indexes), new StoreModel(tree)];
  documents.apply(writes);
  simple.commit(writes);
  return { documents, simple };
}

const activities = { collection: `${organization}/activities` };
const newest = [{ field: "timestamp", direction: "desc" as const }];
const queries: Record<string, Query> = {
  "by id": activities,
  "by time": { ...activities, orderBy: [{ field: "timestamp", direction: "asc" }] },
  "newest first": { ...activities, orderBy: newest },
  "of one person": { ...activities, where: [{ field: "userId", op: "==", value: "u1" }], orderBy: newest },
  "of several people": { ...activities, where: [{ field: "userId", op: "in", value: ["u2", "u0"] }], orderBy: newest },
  "within a time": {
    ...activities,
    where: [
      { field: "timestamp", op: ">=", value: 3 },
      { field: "timestamp", op: "<", value: 9 },
    ],
    orderBy: newest,
  },
};

for (const [name, query] of Object.entries(queries))
  test(`the model answers a query ${name} like the simplest store, page by page`, () => {
    const { documents, simple } = filledModels();
    let after: Query["after"];
    for (let page = 0; page < 9; page++) {
      const pageQuery = { ...query, limit: 7, ...(after && { after }) };
      const expected = simple.query(pageQuery);
      const { result } = documents.query(pageQuery);
      expect(result.docs.map(({ id }) => id)).toStrictEqual(expected.docs.map(({ id }) => id));
      expect(result.cursor).toStrictEqual(expected.cursor);
      after = expected.cursor;
      if (!after) break;
    }
  });

test("rising keys are detected, however they are sharded, and keys in random order are not", () => {
  const peakRates: Record<string, number> = {};
  const ranges = new HotRanges((range, perSecond) => {
    peakRates[range] = Math.max(peakRates[range] ?? 0, perSecond);
  });
  for (let i = 0; i < 4000; i++) {
    const time = String(i).padStart(6, "0");
    ranges.write("rising", time, i);
    ranges.write("in four shards", `${i % 4}${time}`, i);
    ranges.write("mixed", `${(i * 7919) % 4001}`.padStart(6, "0"), i);
  }
  expect(peakRates).toMatchObject({ rising: 1000, "in four shards": 250 });
  expect(peakRates.mixed).toBeLessThan(20);
});

test("two transactions that have each read what the other writes do not both commit, and a waiting writer is not starved", async () => {
  const locks = new Locks();
  const [first, second, third] = [locks.open(), locks.open(), locks.open()];
  await locks.share(first, "a");
  await locks.share(second, "a");
  const writing = locks.exclude(first, "a");
  await expect(locks.exclude(second, "a")).rejects.toThrow("waits for this one");
  const reading = locks.share(third, "a");
  locks.release(second);
  await writing;
  expect(first.exclusive.has("a")).toBe(true);
  expect(third.shared.size).toBe(0);
  locks.release(first);
  await reading;
  expect(third.shared.has("a")).toBe(true);
});
