import assert from "node:assert/strict";
import { test } from "node:test";
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

test("an index file that serves all queries with all of its indexes has no faults", () => {
  assert.deepEqual(faults(served), []);
});

test("an index that serves no query is named", () => {
  assert.deepEqual(faults(served.slice(0, 2)), [
    "unused: logs (COLLECTION_GROUP) _under ASCENDING, people CONTAINS",
    "unused: docs (COLLECTION) folder ASCENDING",
    "unused: logs (COLLECTION_GROUP) _under ASCENDING",
  ]);
  const further = { collectionGroup: "docs", queryScope: "COLLECTION" as const, fields: [up("made"), up("name")] };
  assert.deepEqual(faults(served, { ...file, indexes: [...file.indexes, further] }), [
    "unused: docs (COLLECTION) made ASCENDING, name ASCENDING",
  ]);
});

test("an index that a query would need is named, with the directions of its fields", () => {
  const oldest: Query = { collection: "docs", where: [inFolder], orderBy: [{ ...newest, direction: "asc" }] };
  assert.deepEqual(faults([...served, oldest]), [
    "missing: docs (COLLECTION) folder ASCENDING, made ASCENDING, then ids ASCENDING",
  ]);
  assert.deepEqual(faults([...served, { collection: "docs", orderBy: [{ field: "folder", direction: "desc" }] }]), [
    "missing: docs (COLLECTION) folder DESCENDING, then ids DESCENDING",
  ]);
  assert.deepEqual(faults([...served, { collection: "orgs/o/docs/d/logs", where: [names] }]), [
    "missing: logs (COLLECTION) people CONTAINS, then ids ASCENDING",
  ]);
  const [folder, ...others] = file.indexes;
  assert.deepEqual(faults(served, { ...file, indexes: others }), [
    "missing: docs (COLLECTION) folder ASCENDING, made DESCENDING, then ids DESCENDING",
  ]);
  assert.ok(folder);
});

test("an index whose last field descends serves no query that goes by ascending ids", () => {
  const both: Query = { collection: "docs", where: [inFolder, { field: "made", op: "==", value: 1 }] };
  assert.deepEqual(faults([...served, both]), [
    "missing: docs (COLLECTION) folder ASCENDING, made ASCENDING, then ids ASCENDING",
  ]);
});
