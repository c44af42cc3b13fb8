import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { CallEndpoint } from "#http/endpoint";
import { callEndpoints } from "#src/endpoints";
import { firestoreStore } from "#store/firestore/adapter";
import { hostTiming } from "#store/firestore/timing";
import { RecentStore } from "#store/recent-store";
import { tree } from "#store/tree";
import { clientOf } from "#testing/firestore/memory";
import { type FirestoreServer, firestoreServer } from "#testing/firestore/server";
import { commonEndpoints } from "#testing/fixtures/common-endpoints";
import { exampleWorld } from "#testing/harness/example-world";
import { onTestFinished } from "#testing/harness/jest/cleanup";
import { expectWithContext } from "#testing/harness/jest/context";
import { indexes } from "#testing/harness/store/test-store";
import { doorOf } from "#testing/suites/conformance/door";
import { rememberExample } from "./table.ts";

test("reads take one round trip and writes two, with cached credentials, except for declared exceptions", () => {
  for (const { path, cost } of callEndpoints) {
    const usual = cost.writes > 0 ? 2 : 1;
    const advice = cost.extraTrip
      ? "takes no extra trip: remove `extraTrip`"
      : "needs a reason: `extraTrip` in its `cost`";
    expectWithContext(cost.trips > usual, `${path} ${advice}`).toBe(cost.extraTrip !== undefined);
    expectWithContext(cost.trips, path).toBeLessThanOrEqual(usual + 1);
  }
});

let server: FirestoreServer;
beforeAll(async () => {
  server = await firestoreServer();
});
afterAll(() => server.close());

for (const path of commonEndpoints) {
  const endpoint = callEndpoints.find((one) => one.path === path) as CallEndpoint;
  const { trips, writes } = endpoint.cost;
  const guarantee =
    writes > 0 ? "makes as many Firestore requests as it counts round trips" : "reads without a transaction";
  test(`${path} ${guarantee}`, async () => {
    const firestore = clientOf(server.address);
    onTestFinished(() => firestore.terminate());
    const wrapStore = () =>
      new RecentStore(firestoreStore({ firestore, tree, indexes, hasLocalIndexes: true }), hostTiming);
    const w = await exampleWorld({ wrapStore });
    const { send } = doorOf(w, endpoint);
    await rememberExample(w);
    // Refused for its body, after the credentials are cached.
    await send({ raw: "" });
    const before = server.requests.length;
    expect((await send()).status).toBe(200);
    const calls = server.requests.slice(before);
    if (writes > 0) expectWithContext(calls.length, calls.map(({ method }) => method).join()).toBe(trips);
    else expect(calls.some(({ request }) => request.newTransaction || request.transaction?.length)).toBe(false);
  });
}
