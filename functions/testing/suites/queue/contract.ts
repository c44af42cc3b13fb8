import { describe } from "@jest/globals";
import { crashContract } from "./crashes.ts";
import { failureContract } from "./failures.ts";
import { jobLimitsContract } from "./job-limits.ts";
import { promiseContract } from "./promises.ts";
import type { QueueAdapter } from "./rig.ts";

/** Registers, for one adapter, the suite that states the promises of `queue/port.ts`. */
export function queueContract(name: string, adapter: QueueAdapter): void {
  describe(`contract of the queue: ${name}`, () => {
    promiseContract(adapter);
    failureContract(adapter);
    crashContract(adapter);
    jobLimitsContract(adapter);
  });
}
