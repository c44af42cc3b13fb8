import { expect, test } from "@jest/globals";
import type { KeyCall } from "#src/call";
import type { ReadableStore, Transaction } from "#store/port";
import { loadPlace, loadPlaceForChange } from "./places.ts";

const place = { organizationId: "acme", documentId: "plan" };

test("a change cannot read its place without the check for a migration, nor a read with it: neither compiles", () => {
  const uses = {
    // @ts-expect-error: a transaction
    change: (tx: Transaction, call: KeyCall) => loadPlace(tx, call, place),
    // @ts-expect-error: a store
    read: (store: ReadableStore, call: KeyCall) => loadPlaceForChange(store, call, place),
  };
  expect(Object.keys(uses)).toHaveLength(2);
});
