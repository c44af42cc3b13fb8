import { describe } from "node:test";
import { boundsContract } from "./contract/queue-bounds.ts";
import { crashContract } from "./contract/queue-crashes.ts";
import { failureContract } from "./contract/queue-failures.ts";
import { promiseContract } from "./contract/queue-promises.ts";
import type { QueueAdapter } from "./queue-rig.ts";

/** Registers the suite that states what `queue/port.ts` promises, for one adapter. */
export function queueContract(name: string, adapter: QueueAdapter): void {
  describe(`contract of the queue: ${name}`, () => {
    promiseContract(adapter);
    failureContract(adapter);
    crashContract(adapter);
    boundsContract(adapter);
  });
}
