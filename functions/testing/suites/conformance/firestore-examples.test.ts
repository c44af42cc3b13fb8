import { expect, test } from "@jest/globals";
import type { CallEndpoint } from "#http/endpoint";
import { callEndpoints } from "#src/endpoints";
import { firestoreStore } from "#store/firestore/adapter";
import { tree } from "#store/tree";
import { testFirestore } from "#testing/firestore/memory";
import { exampleWorld } from "#testing/harness/example-world";
import { expectWithContext } from "#testing/harness/jest/context";
import { indexes } from "#testing/harness/store/test-store";
import type { WorldOptions } from "#testing/harness/world";
import { doorOf } from "./door.ts";

/** The example's reply over one store, without generated values. */
async function replyOver(endpoint: CallEndpoint, options?: WorldOptions): Promise<unknown> {
  const w = await exampleWorld(options);
  const { status, body } = await doorOf(w, endpoint).send();
  const faults = w.logged.filter(({ level }) => level === "error").map(({ fields }) => fields.err);
  expectWithContext(faults, "the request logged an error").toStrictEqual([]);
  return JSON.parse(
    JSON.stringify([status, body])
      .replaceAll(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, "<token>")
      .replaceAll(/\b[a-z]{2,5}_[0-9A-Za-z+/]{20,}/g, "<made>")
      .replaceAll(/"(pageToken|nextPageToken|update|signature)":"[^"]+"/g, '"$1":"<made>"'),
  );
}

for (const endpoint of callEndpoints)
  test(`${endpoint.path} returns the same reply over Firestore as over SQLite`, async () => {
    const firestore = await testFirestore();
    const overFirestore = await replyOver(endpoint, {
      wrapStore: () => firestoreStore({ firestore, tree, indexes, hasLocalIndexes: true }),
    });
    expect(overFirestore).toStrictEqual(await replyOver(endpoint));
  });
