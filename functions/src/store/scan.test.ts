import { expect, test } from "@jest/globals";
import type { Doc, DocData, Query } from "#store/port";
import { expectWithContext } from "#testing/harness/jest/context";
import { world } from "#testing/harness/world";
import { scan } from "./scan.ts";

interface Log extends DocData {
  timestamp: number;
}

const query: Query = {
  collection: "apiKeys/k/organizations/o/activities",
  orderBy: [{ field: "timestamp", direction: "asc" }],
};

/** A store with `total` documents, numbered by `timestamp`, three of each. */
async function numbered(total: number) {
  const { store } = (await world()).context;
  await store.bulk(
    Array.from({ length: total }, (_, n) => ({
      op: "set" as const,
      path: `apiKeys/k/organizations/o/activities/n${String(n).padStart(6, "0")}`,
      data: { timestamp: Math.floor(n / 3) },
    })),
  );
  return store;
}

const idsOf = (docs: Doc[]) => docs.map(({ id }) => Number(id.slice(1)));

for (const { every, size } of [
  { every: 1, size: 7 },
  { every: 7, size: 5 },
  { every: 500, size: 2 },
])
  test(`pages of ${size} hold each kept document once when one in ${every} is kept`, async () => {
    const store = await numbered(3000);
    const listed: number[] = [];
    let after: Query["after"];
    do {
      const page: Awaited<ReturnType<typeof scan<Log>>> = await scan<Log>(
        store,
        { ...query, ...(after && { after }) },
        size,
        (docs) => docs.filter(({ id }) => Number(id.slice(1)) % every === 0),
      );
      expect(page.docs.length).toBeLessThanOrEqual(size);
      listed.push(...idsOf(page.docs));
      after = page.cursor;
    } while (after);
    expect(listed).toStrictEqual(Array.from({ length: Math.ceil(3000 / every) }, (_, n) => n * every));
  });

test("a page reads no more documents than it returns when all match, and at most about 5,000 when none does", async () => {
  const store = await numbered(12_000);
  let read = 0;
  const counting = {
    ...store,
    query: async <T extends DocData>(pageQuery: Query) => {
      const result = await store.query<T>(pageQuery);
      read += result.docs.length;
      return result;
    },
  } as typeof store;
  expect((await scan(counting, query, 100, (docs) => docs)).docs.length).toBe(100);
  expect(read).toBe(100);
  read = 0;
  const none = await scan(counting, query, 100, () => []);
  expect(none.docs).toStrictEqual([]);
  expectWithContext(none.cursor, "the next page goes on").toBeTruthy();
  expectWithContext(read >= 5000 && read <= 6000, `${read} documents`).toBe(true);
});

for (const [name, isKept, pages] of [
  ["that are kept end a page with 4 MiB of text", () => true, 20],
  ["that are not kept end a page with 64 MiB of text", () => false, 2],
] as const)
  test(`large documents ${name}, and the cursor neither skips nor repeats any`, async () => {
    const { store } = (await world()).context;
    const count = 80;
    for (let n = 0; n < count; n++)
      await store.commit([
        {
          op: "set",
          path: `apiKeys/k/organizations/o/activities/n${String(n).padStart(2, "0")}`,
          data: { timestamp: n, text: "x".repeat(1_000_000) },
        },
      ]);
    const inspectedIds: number[] = [];
    const returnedIds: number[] = [];
    let read = 0;
    for (let after: Query["after"]; ; read++) {
      const page = await scan(store, { ...query, ...(after && { after }) }, 1000, (docs) => {
        inspectedIds.push(...idsOf(docs));
        return docs.filter(isKept);
      });
      returnedIds.push(...idsOf(page.docs));
      after = page.cursor;
      if (!after) break;
    }
    const all = Array.from({ length: count }, (_, n) => n);
    expect(inspectedIds).toStrictEqual(all);
    expect(returnedIds).toStrictEqual(isKept() ? all : []);
    expect(read + 1).toBe(pages);
  });
