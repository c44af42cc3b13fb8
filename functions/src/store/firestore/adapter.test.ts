import { expect, test } from "@jest/globals";
import type { Cursor } from "#store/port";
import { testFirestore, testTiming } from "#testing/firestore/memory";
import { ALL, type Capabilities } from "#testing/suites/store/capabilities";
import { storeContract } from "#testing/suites/store/contract";
import { contractIndexes, contractTree } from "#testing/suites/store/contract-tree";
import { storeProperty } from "#testing/suites/store/property";
import { firestoreStore } from "./adapter.ts";

const open = async () =>
  firestoreStore({
    firestore: await testFirestore(),
    tree: contractTree,
    indexes: contractIndexes,
    timing: testTiming(),
  });

/**
 * The emulator locks what a transaction reads and detects a deadlock only after two seconds. Its queries and watches
 * sometimes show half of a concurrent commit, even with Google's client alone.
 */
const emulator: Capabilities = { ...ALL, optimistic: false, oneMoment: false, increments: 200, runs: 5 };
const inMemory: Capabilities = {
  leavesOutMissing: false,
  utf8Order: false,
  anyId: false,
  wideIn: false,
  mergeReplaces: false,
  phantoms: false,
  optimistic: true,
  oneMoment: true,
  increments: 12,
  runs: 5,
};
const can = process.env.FIRESTORE_EMULATOR_HOST ? emulator : inMemory;

storeContract("Firestore", open, can);
storeProperty("Firestore", open, 20, can);

test("a query limited in bytes reads only a few more documents than it returns, however large its `limit`", async () => {
  const store = await open();
  const path = (i: number) => `worlds/w/items/i${100 + i}`;
  for (let i = 0; i < 60; i++) await store.commit([{ op: "set", path: path(i), data: { text: "x".repeat(100_000) } }]);
  const listed: number[] = [];
  for (let after: Cursor | undefined, pages = 0; pages === 0 || after; pages++) {
    const query = { collection: "worlds/w/items", limit: 1000, maxBytes: 1_000_000 };
    const { docs, docsRead = docs.length, cursor } = await store.query({ ...query, ...(after && { after }) });
    expect(docsRead - docs.length).toBeLessThanOrEqual(16);
    listed.push(docs.length);
    after = cursor;
  }
  expect(listed).toStrictEqual([9, 9, 9, 9, 9, 9, 6]);
  await store.close();
});
