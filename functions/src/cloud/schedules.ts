import { onSchedule, type ScheduleFunction } from "firebase-functions/v2/scheduler";
import type { CloudService, ServiceSource } from "./context.ts";
import { defaultOptions } from "./default-options.ts";

/** Timeout of a schedule's function, in s; `LONGEST_SWEEP` is the time limit of its sweep, in ms. */
const TIMEOUT = 540;
const LONGEST_SWEEP = 480_000;

/** The scheduled functions; all other background work is a task. */
export function scheduleFunctions(service: ServiceSource) {
  return {
    /** Creates tasks in Cloud Tasks that were lost or never created there. */
    tasks: scheduled("every 5 minutes", service, async ({ queue }) => void (await queue.sweep(LONGEST_SWEEP))),
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
    timeoutSeconds: TIMEOUT,
    retryCount: 1,
  };
  return onSchedule(options, async () => run(await service()));
}
