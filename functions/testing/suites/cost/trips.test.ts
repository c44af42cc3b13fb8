import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Endpoint } from "#http/endpoint";
import { endpoints } from "#src/endpoints";
import { firestoreStore } from "#store/firestore/adapter";
import { tree } from "#store/tree";
import { clientOf } from "#testing/firestore/memory";
import { type FirestoreServer, firestoreServer } from "#testing/firestore/server";
import { commonEndpoints } from "#testing/fixtures/common-endpoints";
import { exampleWorld } from "#testing/harness/example-world";
import { indexes } from "#testing/harness/test-store";
import { doorOf } from "#testing/suites/conformance/door";
import { recordedCosts } from "./table.ts";

/** Endpoints that take a round trip more than the others of their kind, and what it is for. */
const exceptions: Record<string, string> = {
  "/v1/notifications/add": "who is told follows from the members that its place has",
  "/v1/notifications/get": "the inbox says which notifications, and these are shared by all who got them",
  "/v1/organizations/documents/get": "the documents say which folders they stand in, whose names are told",
  "/v1/organizations/folders/access/update": "what is derived comes from the folder above, which the folder names",
  "/v1/users/data/get": "the inbox says which notifications, and these are shared by all who got them",
  "/v1/users/get": "of user groups: their members say which users",
  "/v2/auth/access/check": "where a document stands is read again with its folder, so that both are of one moment",
  "/v2/notifications/add": "who is told follows from the members that its place has",
  "/v2/notifications/get": "the inbox says which notifications, and these are shared by all who got them",
  "/v2/organizations/folders/access/update": "what is derived comes from the folder above, which the folder names",
  "/v2/organizations/folders/get": "with what is below: the children say whose children come next",
  "/v2/users/data/get": "the inbox says which notifications, and these are shared by all who got them",
  "/v2/users/get": "of user groups: their members say which users",
  "/v2/workspace/advancedwebhook/deliveries/resend": "the delivery says which endpoint it is for",
};

test("reads take one round trip and writes two, after the credentials are cached, but for known exceptions", () => {
  const longer = Object.entries(recordedCosts()).filter(([, { trips, writes }]) => trips > (writes > 0 ? 2 : 1));
  assert.deepEqual(longer.map(([path]) => path).sort(), Object.keys(exceptions).sort());
  for (const [path, { trips, writes }] of longer) assert.ok(trips <= (writes > 0 ? 3 : 2), path);
});

let server: FirestoreServer;
before(async () => {
  server = await firestoreServer();
});
after(() => server.close());

for (const path of commonEndpoints) {
  const { trips, writes } = recordedCosts()[path] as { trips: number; writes: number };
  const guarantee = writes > 0 ? "asks Firestore itself as often as is counted" : "reads without a transaction";
  test(`${path} ${guarantee}`, async (t) => {
    const endpoint = (endpoints as Endpoint[]).find((one) => one.path === path) as Endpoint;
    const firestore = clientOf(server.address);
    t.after(() => firestore.terminate());
    const wrapStore = () => firestoreStore({ firestore, tree, indexes });
    const { send } = doorOf(await exampleWorld({ wrapStore }), endpoint);
    // Refused for its body, when the credentials are known.
    await send({ raw: "" });
    const before = server.seen.length;
    assert.equal((await send()).status, 200);
    const calls = server.seen.slice(before);
    if (writes > 0) assert.equal(calls.length, trips, calls.map(({ method }) => method).join());
    else assert.ok(!calls.some(({ request }) => request.newTransaction || request.transaction?.length));
  });
}
