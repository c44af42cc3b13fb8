import { HttpsError } from "firebase-functions/v2/https";
import { onTaskDispatched, type TaskQueueFunction } from "firebase-functions/v2/tasks";
import { queueRateLimits } from "#queue/cloud-tasks-request";
import type { RunnableJob } from "#queue/port";
import type { ServiceSource } from "./context.ts";
import { usualOptions } from "./usual-options.ts";

/** Tries of a task that could not even be handled, where the job itself sets no end; the sweeper finds it after that. */
const MANY = 100;

/** The job as a function that Cloud Tasks alone may invoke. */
export function jobFunction(job: RunnableJob, service: ServiceSource): TaskQueueFunction {
  const { attempts, minBackoff, maxBackoff } = job.retry;
  const options = {
    ...usualOptions,
    invoker: "private" as const,
    memory: "512MiB" as const,
    concurrency: Math.min(80, job.concurrency),
    timeoutSeconds: 1800,
    retryConfig: {
      maxAttempts: Math.min(attempts, MANY),
      minBackoffSeconds: Math.ceil(minBackoff / 1000),
      maxBackoffSeconds: Math.ceil(maxBackoff / 1000),
    },
    rateLimits: queueRateLimits(job),
  };
  return onTaskDispatched(options, async ({ data }) => {
    const { receiver } = await service();
    const { status } = await receiver.run(data);
    if (status !== 200) throw new HttpsError("unavailable", "The task could not be handled; send it again.");
  });
}
