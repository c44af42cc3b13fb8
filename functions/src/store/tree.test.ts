import assert from "node:assert/strict";
import { test } from "node:test";
import { UNDER } from "#store/rules";
import { type IndexFile, tree } from "#store/tree";
import indexFile from "../../../firestore.indexes.json" with { type: "json" };

const { indexes, fieldOverrides } = indexFile as IndexFile;

test("every index is of a collection that the tree declares", () => {
  for (const { collectionGroup } of [...indexes, ...fieldOverrides])
    assert.ok(tree.collections[collectionGroup], `${collectionGroup} is in firestore.indexes.json only`);
});

test("a group index begins with the document that bounds its queries, which the tree declares", () => {
  for (const { collectionGroup, queryScope, fields } of indexes) {
    if (queryScope !== "COLLECTION_GROUP") continue;
    assert.equal(fields[0]?.fieldPath, UNDER, collectionGroup);
    assert.ok(tree.collections[collectionGroup]?.groupUnder, collectionGroup);
  }
});

test("the cloud forgets by a date what is kept for a while: one field of each such collection", () => {
  const dates = fieldOverrides.filter(({ ttl }) => ttl).map((one) => [one.collectionGroup, one.fieldPath]);
  assert.deepEqual(dates, [
    ["idempotency", "expireAt"],
    ["dataDeletions", "deleteAt"],
    ["tokenRevocations", "deleteAt"],
    ["deliveries", "deleteAt"],
    ["migrations", "deleteAt"],
    ["presence", "deleteAt"],
  ]);
});
