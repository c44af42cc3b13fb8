import { expect, test } from "@jest/globals";
import { firestoreIndexes } from "#store/index-file";
import { type IndexFile, type Tree, tree } from "#store/tree";
import { expectWithContext } from "#testing/harness/jest/context";
import indexFile from "../../../firestore.indexes.json" with { type: "json" };

/** Firestore's default limits per database. */
const MAX_COMPOSITES = 200;
const MAX_OVERRIDES = 200;

const small: Tree = {
  roots: ["orgs"],
  collections: {
    orgs: { children: ["docs", "logs"] },
    docs: { indexed: ["made", "made desc", "tags contains", "until"], ttl: "until" },
    logs: { groupUnder: "orgs", indexed: ["_under"], ttl: "deleteAt" },
  },
};

test("only the fields that the tree declares have single-field indexes, in the declared ways", () => {
  expect(firestoreIndexes(small, [])).toStrictEqual({
    indexes: [],
    fieldOverrides: [
      { collectionGroup: "orgs", fieldPath: "*", indexes: [] },
      { collectionGroup: "docs", fieldPath: "*", indexes: [] },
      {
        collectionGroup: "docs",
        fieldPath: "made",
        indexes: [
          { order: "ASCENDING", queryScope: "COLLECTION" },
          { order: "DESCENDING", queryScope: "COLLECTION" },
        ],
      },
      { collectionGroup: "docs", fieldPath: "tags", indexes: [{ arrayConfig: "CONTAINS", queryScope: "COLLECTION" }] },
      {
        collectionGroup: "docs",
        fieldPath: "until",
        indexes: [{ order: "ASCENDING", queryScope: "COLLECTION" }],
      },
      { collectionGroup: "logs", fieldPath: "*", indexes: [] },
      {
        collectionGroup: "logs",
        fieldPath: "_under",
        indexes: [{ order: "ASCENDING", queryScope: "COLLECTION_GROUP" }],
      },
      { collectionGroup: "logs", fieldPath: "deleteAt", ttl: true, indexes: [] },
    ],
  });
});

test("firestore.indexes.json matches the tree", () => {
  const { indexes } = indexFile as IndexFile;
  expectWithContext(indexFile, "Run `npm run gen`.").toStrictEqual(firestoreIndexes(tree, indexes));
});

test("the file is within the limits of a Firestore database, and each composite index has several fields", () => {
  const { indexes, fieldOverrides } = indexFile as IndexFile;
  expectWithContext(indexes.length, `${indexes.length} composite indexes`).toBeLessThanOrEqual(MAX_COMPOSITES);
  expectWithContext(fieldOverrides.length, `${fieldOverrides.length} field overrides`).toBeLessThanOrEqual(
    MAX_OVERRIDES,
  );
  for (const { collectionGroup, fields } of indexes)
    expectWithContext(fields.length, collectionGroup).toBeGreaterThan(1);
  for (const list of [indexes, fieldOverrides.map(({ collectionGroup, fieldPath }) => [collectionGroup, fieldPath])])
    expectWithContext(new Set(list.map((one) => JSON.stringify(one))).size, "an entry is duplicated").toBe(list.length);
});
