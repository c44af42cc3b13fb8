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

test("reads take one round trip and writes two, after the credentials are cached, but for declared exceptions", () => {
  for (const { path, cost } of endpoints as Endpoint[]) {
    const usual = cost.writes > 0 ? 2 : 1;
    const advice = cost.extraTrip
      ? "takes no extra trip: remove `extraTrip`"
      : "needs a reason: `extraTrip` in its `cost`";
    assert.equal(cost.trips > usual, cost.extraTrip !== undefined, `${path} ${advice}`);
    assert.ok(cost.trips <= usual + 1, path);
  }
});

let server: FirestoreServer;
before(async () => {
  server = await firestoreServer();
});
after(() => server.close());

for (const path of commonEndpoints) {
  const endpoint = (endpoints as Endpoint[]).find((one) => one.path === path) as Endpoint;
  const { trips, writes } = endpoint.cost;
  const guarantee = writes > 0 ? "asks Firestore itself as often as is counted" : "reads without a transaction";
  test(`${path} ${guarantee}`, async (t) => {
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
