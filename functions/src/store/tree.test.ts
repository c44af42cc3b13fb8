import { expect, test } from "@jest/globals";
import { UNDER } from "#store/rules";
import { type IndexFile, tree } from "#store/tree";
import { expectWithContext } from "#testing/harness/jest/context";
import indexFile from "../../../firestore.indexes.json" with { type: "json" };

const { indexes, fieldOverrides } = indexFile as IndexFile;

test("every index belongs to a collection that the tree declares", () => {
  for (const { collectionGroup } of [...indexes, ...fieldOverrides])
    expectWithContext(
      tree.collections[collectionGroup],
      `${collectionGroup} is in firestore.indexes.json only`,
    ).toBeTruthy();
});

test("a group index begins with the document that bounds its queries, which the tree declares", () => {
  for (const { collectionGroup, queryScope, fields } of indexes) {
    if (queryScope !== "COLLECTION_GROUP") continue;
    expectWithContext(fields[0]?.fieldPath, collectionGroup).toBe(UNDER);
    expectWithContext(tree.collections[collectionGroup]?.groupUnder, collectionGroup).toBeTruthy();
  }
});

// Token revocations have no TTL: the sweep deletes them by the index of their date. Firestore would bill both.
test("one date field of each temporary collection without an index on it has a Firestore TTL", () => {
  const dates = fieldOverrides.filter(({ ttl }) => ttl).map((one) => [one.collectionGroup, one.fieldPath]);
  expect(dates).toStrictEqual([
    ["idempotency", "expireAt"],
    ["auditLog", "deleteAt"],
    ["sessions", "deleteAt"],
    ["dataDeletions", "deleteAt"],
    ["deliveries", "deleteAt"],
    ["migrations", "deleteAt"],
    ["notices", "deleteAt"],
    ["mails", "deleteAt"],
    ["traffic", "deleteAt"],
    ["inspectedRequests", "deleteAt"],
    ["mailRecipients", "deleteAt"],
    ["presence", "deleteAt"],
    ["awareness", "deleteAt"],
  ]);
});
