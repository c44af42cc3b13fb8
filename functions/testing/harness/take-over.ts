import { LEASE } from "#queue/leases";
import { StoreQueue } from "#queue/store-queue";
import { declaredJobs } from "#src/jobs";
import type { World } from "./world.ts";

/** As the next process does: takes over the tasks of one that is gone, when their leases have run out. */
export async function takeOver(w: World): Promise<void> {
  w.advance(LEASE);
  await new StoreQueue({ context: () => w.context, jobs: declaredJobs }).drain();
}
