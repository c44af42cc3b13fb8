import { describe } from "@jest/globals";
import { boundsContract } from "./bounds.ts";
import { crashContract } from "./crashes.ts";
import { failureContract } from "./failures.ts";
import { promiseContract } from "./promises.ts";
import type { QueueAdapter } from "./rig.ts";

/** Registers the suite that states what `queue/port.ts` promises, for one adapter. */
export function queueContract(name: string, adapter: QueueAdapter): void {
  describe(`contract of the queue: ${name}`, () => {
    promiseContract(adapter);
    failureContract(adapter);
    crashContract(adapter);
    boundsContract(adapter);
  });
}
