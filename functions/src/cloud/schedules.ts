import { onSchedule, type ScheduleFunction } from "firebase-functions/v2/scheduler";
import type { CloudService, ServiceSource } from "./context.ts";
import { defaultOptions } from "./default-options.ts";

/** The scheduled functions; all other background work is a task. */
export function scheduleFunctions(service: ServiceSource) {
  return {
    /** Creates tasks again that were lost or never created in Cloud Tasks. */
    tasks: scheduled("every 5 minutes", service, async ({ queue }) => void (await queue.sweep())),
    /** Ensures that the hourly sweep of expired data continues. */
    retention: scheduled("every 60 minutes", service, async ({ context }) => {
      const { keepSweeping } = await import("#domain/sweep/jobs/sweep");
      await keepSweeping(context);
    }),
  };
}

function scheduled(
  schedule: string,
  service: ServiceSource,
  run: (service: CloudService) => Promise<void>,
): ScheduleFunction {
  const options = {
    ...defaultOptions,
    schedule,
    maxInstances: 1,
    memory: "512MiB" as const,
    timeoutSeconds: 540,
    retryCount: 1,
  };
  return onSchedule(options, async () => run(await service()));
}
