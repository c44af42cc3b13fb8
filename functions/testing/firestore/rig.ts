import { firestoreStore } from "#store/firestore/adapter";
import type { Store } from "#store/port";
import { onTestFinished } from "#testing/harness/jest/cleanup";
import { QuickTiming } from "#testing/harness/time/quick-timing";
import { contractIndexes, contractTree } from "#testing/suites/store/contract-tree";
import { clientOf } from "./memory.ts";
import { type FirestoreServer, firestoreServer } from "./server.ts";
import type { Method } from "./wire.ts";

/** The production adapter and client with a server that fails on demand. */
export interface FirestoreRig {
  server: FirestoreServer;
  store: Store;
  timing: QuickTiming;
  /** How many requests of this kind the server has seen. */
  sent(method: Method): number;
}

/** A server and a store for one test, closed when the test ends. */
export async function firestoreRig(): Promise<FirestoreRig> {
  const server = await firestoreServer();
  const timing = new QuickTiming();
  const firestore = clientOf(server.address);
  const store = firestoreStore({ firestore, tree: contractTree, indexes: contractIndexes, timing });
  onTestFinished(async () => {
    await store.close();
    await server.close();
  });
  return { server, store, timing, sent: (method) => server.requests.filter((each) => each.method === method).length };
}
