import { LEASE } from "#queue/leases";
import { StoreQueue } from "#queue/store-queue";
import { declaredJobs } from "#src/jobs";
import type { World } from "#testing/harness/world";

/** Takes over the tasks of a crashed process as the next process would, after their leases have expired. */
export async function takeOver(w: World): Promise<void> {
  w.advance(LEASE);
  await new StoreQueue({ context: () => w.context, jobs: declaredJobs }).drain();
}
