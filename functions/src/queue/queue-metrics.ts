import type { MetricFamily, Metrics, Sample } from "#platform/observability/metrics";
import type { Query, Store } from "#store/port";
import { nextDue } from "./due-tasks.ts";
import type { QueueContext, RunnableJob } from "./port.ts";
import { TASKS } from "./task-record.ts";

/** Maximum number of tasks counted per job and state; this value means this many or more. */
const MOST_COUNTED = 10_000;

/** Sources of the queue's metrics. */
export interface QueueMetricsOptions {
  context: () => QueueContext;
  jobs: readonly RunnableJob[];
  /** Tasks that this process runs. */
  running(): number;
}

/** Registers metrics of the queue: waiting, running and parked tasks, and how overdue the oldest one is. */
export function registerQueueMetrics(metrics: Metrics, { context, jobs, running }: QueueMetricsOptions): void {
  const names = jobs.map(({ name }) => name);
  const gauge = (name: MetricFamily["name"], help: string, read: Parameters<Metrics["register"]>[1]) =>
    metrics.register({ name, type: "gauge", help, of: "store" }, read);
  const countByJob = (op: "<=" | ">") => async () => {
    const { store, now } = context();
    return Promise.all(names.map((job) => countTasks(store, job, op, now())));
  };
  gauge("atrium_queue_tasks_waiting", "Tasks that are due and wait to begin, by job.", countByJob("<="));
  gauge("atrium_queue_tasks_scheduled", "Tasks that are due later or leased, by job.", countByJob(">"));
  gauge("atrium_queue_tasks_parked", "Tasks that have failed for the last time.", async () => {
    const orderBy: Query["orderBy"] = [{ field: "failedAt", direction: "asc" }];
    return [{ value: await context().store.count({ collection: TASKS, orderBy, limit: MOST_COUNTED }) }];
  });
  gauge("atrium_queue_oldest_due_seconds", "How long the task that has been due longest has waited.", async () => [
    { value: (await queueLag(context(), names)) / 1000 },
  ]);
  metrics.register(
    { name: "atrium_queue_tasks_leased", type: "gauge", help: "Tasks that run, under a lease of this server." },
    () => [{ value: running() }],
  );
}

/** How long the task that has been due longest has waited, in ms; 0 when none is due. */
export async function queueLag({ store, now }: QueueContext, jobs: readonly string[]): Promise<number> {
  return Math.max(0, now() - (await nextDue(store, jobs, new Set())));
}

async function countTasks(store: Store, job: string, op: "<=" | ">", now: number): Promise<Sample> {
  const where: Query["where"] = [
    { field: "job", op: "==", value: job },
    { field: "nextAt", op, value: now },
  ];
  const orderBy: Query["orderBy"] = [{ field: "nextAt", direction: "asc" }];
  return { labels: { job }, value: await store.count({ collection: TASKS, where, orderBy, limit: MOST_COUNTED }) };
}
