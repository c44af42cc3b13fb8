import { onSchedule, type ScheduleFunction } from "firebase-functions/v2/scheduler";
import type { CloudService, ServiceSource } from "./context.ts";
import { usualOptions } from "./usual-options.ts";

/** What runs by the clock alone: all else is a task. */
export function scheduleFunctions(service: ServiceSource) {
  return {
    /** Creates the tasks again that were promised and never created, or lost. */
    tasks: scheduled("every 5 minutes", service, async ({ queue }) => void (await queue.sweep())),
    /** Sees to it that the hourly sweep of what is past its time goes on. */
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
    ...usualOptions,
    schedule,
    maxInstances: 1,
    memory: "512MiB" as const,
    timeoutSeconds: 540,
    retryCount: 1,
  };
  return onSchedule(options, async () => run(await service()));
}
