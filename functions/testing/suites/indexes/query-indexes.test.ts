import { expect, test } from "@jest/globals";
import { Firestore } from "firebase-admin/firestore";
import type { Query } from "#store/port";
import type { IndexFile } from "#store/tree";
import { indexFaults } from "./query-indexes.ts";
import { onWire } from "./query-wire.ts";

const up = (fieldPath: string) => ({ fieldPath, order: "ASCENDING" as const });
const down = (fieldPath: string) => ({ fieldPath, order: "DESCENDING" as const });
const file: IndexFile = {
  indexes: [
    { collectionGroup: "docs", queryScope: "COLLECTION", fields: [up("folder"), down("made")] },
    {
      collectionGroup: "logs",
      queryScope: "COLLECTION_GROUP",
      fields: [up("_under"), { fieldPath: "people", arrayConfig: "CONTAINS" }],
    },
  ],
  fieldOverrides: [
    { collectionGroup: "docs", fieldPath: "*", indexes: [] },
    { collectionGroup: "docs", fieldPath: "folder", indexes: [{ order: "ASCENDING", queryScope: "COLLECTION" }] },
    { collectionGroup: "logs", fieldPath: "_under", indexes: [{ order: "ASCENDING", queryScope: "COLLECTION_GROUP" }] },
  ],
};
const inFolder = { field: "folder", op: "==", value: "x" } as const;
const newest = { field: "made", direction: "desc" } as const;
const names = { field: "people", op: "array-contains", value: "ada" } as const;
const served: Query[] = [
  { collection: "docs" },
  { collection: "docs", where: [inFolder], orderBy: [newest] },
  { collection: "docs", where: [inFolder] },
  { group: "logs", under: "orgs/o", where: [names] },
  { group: "logs", under: "orgs/o" },
];

function faults(queries: Query[], declared = file): string[] {
  const firestore = new Firestore({ projectId: "demo-atrium" });
  return indexFaults(
    declared,
    queries.map((query) => onWire(firestore, query)),
  );
}

test("an index file that serves all queries and has no unused index has no faults", () => {
  expect(faults(served)).toStrictEqual([]);
});

test("an index that serves no query is named", () => {
  expect(faults(served.slice(0, 2))).toStrictEqual([
    "unused: logs (COLLECTION_GROUP) _under ASCENDING, people CONTAINS",
    "unused: docs (COLLECTION) folder ASCENDING",
    "unused: logs (COLLECTION_GROUP) _under ASCENDING",
  ]);
  const further = { collectionGroup: "docs", queryScope: "COLLECTION" as const, fields: [up("made"), up("name")] };
  expect(faults(served, { ...file, indexes: [...file.indexes, further] })).toStrictEqual([
    "unused: docs (COLLECTION) made ASCENDING, name ASCENDING",
  ]);
});

test("an index that a query would need is named, with the directions of its fields", () => {
  const oldest: Query = { collection: "docs", where: [inFolder], orderBy: [{ ...newest, direction: "asc" }] };
  expect(faults([...served, oldest])).toStrictEqual([
    "missing: docs (COLLECTION) folder ASCENDING, made ASCENDING, then ids ASCENDING",
  ]);
  expect(faults([...served, { collection: "docs", orderBy: [{ field: "folder", direction: "desc" }] }])).toStrictEqual([
    "missing: docs (COLLECTION) folder DESCENDING, then ids DESCENDING",
  ]);
  expect(faults([...served, { collection: "orgs/o/docs/d/logs", where: [names] }])).toStrictEqual([
    "missing: logs (COLLECTION) people CONTAINS, then ids ASCENDING",
  ]);
  const [folder, ...others] = file.indexes;
  expect(faults(served, { ...file, indexes: others })).toStrictEqual([
    "missing: docs (COLLECTION) folder ASCENDING, made DESCENDING, then ids DESCENDING",
  ]);
  expect(folder).toBeTruthy();
});

test("an index whose last field descends serves no query that is ordered by ascending ids", () => {
  const both: Query = { collection: "docs", where: [inFolder, { field: "made", op: "==", value: 1 }] };
  expect(faults([...served, both])).toStrictEqual([
    "missing: docs (COLLECTION) folder ASCENDING, made ASCENDING, then ids ASCENDING",
  ]);
});
