import type { RunnableJob } from "#queue/port";
import { StoreQueue } from "#queue/store-queue";
import type { Context } from "#src/context";
import { firestoreStore } from "#store/firestore/adapter";
import { tree } from "#store/tree";
import { testFirestore } from "#testing/firestore/memory";
import { indexes, openTestStore } from "#testing/harness/store/test-store";
import { queueContract } from "#testing/suites/queue/contract";
import type { QueueEnvironment } from "#testing/suites/queue/rig";

async function worker(_environment: QueueEnvironment, context: Context, jobs: readonly RunnableJob[]) {
  const queue = new StoreQueue({ context: () => context, jobs });
  return { queue, drain: () => queue.drain() };
}

queueContract("tasks in SQLite", { openStore: openTestStore, worker });
queueContract("tasks in Firestore", {
  openStore: async () => firestoreStore({ firestore: await testFirestore(), tree, indexes, hasLocalIndexes: true }),
  worker,
});
