import { HttpsError } from "firebase-functions/v2/https";
import { onTaskDispatched, type TaskQueueFunction } from "firebase-functions/v2/tasks";
import { queueRateLimits } from "#queue/cloud-tasks-request";
import type { RunnableJob } from "#queue/port";
import type { ServiceSource } from "./context.ts";
import { defaultOptions } from "./default-options.ts";

/**
 * Maximum deliveries of a task that could not be handled, for jobs without a limit; after that a sweep finds the task.
 */
const MAX_DELIVERIES = 100;

/** The job as a Cloud Function that only Cloud Tasks may invoke. */
export function jobFunction(job: RunnableJob, service: ServiceSource): TaskQueueFunction {
  const { attempts, minBackoff, maxBackoff } = job.retry;
  const options = {
    ...defaultOptions,
    invoker: "private" as const,
    memory: "512MiB" as const,
    concurrency: Math.min(80, job.concurrency),
    timeoutSeconds: 1800,
    retryConfig: {
      maxAttempts: Math.min(attempts, MAX_DELIVERIES),
      minBackoffSeconds: Math.ceil(minBackoff / 1000),
      maxBackoffSeconds: Math.ceil(maxBackoff / 1000),
    },
    rateLimits: queueRateLimits(job),
  };
  return onTaskDispatched(options, async ({ data }) => {
    const { receiver } = await service();
    const { status } = await receiver.run(data);
    if (status !== 200) throw new HttpsError("unavailable", "The task could not be handled; deliver it again.");
  });
}
