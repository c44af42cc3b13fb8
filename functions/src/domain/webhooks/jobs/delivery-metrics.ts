import { deliver } from "#domain/webhooks/jobs";
import { waitingFor } from "#domain/webhooks/store/delivery-slots";
import { apiKeyPath } from "#domain/workspaces/store/api-keys";
import { Histogram } from "#platform/observability/histogram";
import { LabelledCounter } from "#platform/observability/labelled-counter";
import type { Metrics, Sample } from "#platform/observability/metrics";
import { type StoredTask, TASKS } from "#queue/task-record";
import { processPart, type ReadContext } from "#src/context";

/** Upper bounds of an attempt's duration, in s: an attempt times out after 15 s. */
const DURATIONS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];
/**
 * Maximum number of endpoints, and of deliveries of each, that are counted as waiting: beyond them the count is a lower
 * bound.
 */
const ENDPOINTS_COUNTED = 200;
const DELIVERIES_COUNTED = 10_000;

/**
 * Result of an attempt: delivered; to be retried; failed for the last time; or refused permanently by the endpoint
 * (HTTP 410).
 */
export type AttemptResult = "succeeded" | "retried" | "failed" | "gone";

/** Counts delivery attempts and waiting deliveries. */
class DeliveryMetrics {
  readonly #attempts: LabelledCounter;
  readonly #durations = new Histogram(DURATIONS);

  constructor(context: ReadContext, metrics: Metrics) {
    this.#attempts = new LabelledCounter(
      metrics,
      { name: "atrium_delivery_attempts_total", help: "Attempts to deliver to a webhook endpoint, by outcome." },
      "outcome",
      ["succeeded", "retried", "failed", "gone"] satisfies AttemptResult[],
    );
    metrics.register(
      { name: "atrium_delivery_duration_seconds", type: "histogram", help: "Time that a webhook endpoint takes." },
      () => this.#durations.samples(),
    );
    metrics.register(
      { name: "atrium_deliveries_waiting", type: "gauge", help: "Deliveries that are not made yet.", of: "store" },
      () => countWaiting(context),
    );
  }

  /** Counts a finished attempt. */
  count(result: AttemptResult, ms: number): void {
    this.#attempts.add(result);
    this.#durations.observe(ms / 1000);
  }
}

/** Only endpoints with waiting deliveries have a task. */
async function countWaiting({ store }: ReadContext): Promise<Sample[]> {
  const { docs } = await store.query<StoredTask>({
    collection: TASKS,
    where: [{ field: "job", op: "==", value: deliver.name }],
    orderBy: [{ field: "nextAt", direction: "asc" }],
    limit: ENDPOINTS_COUNTED,
    select: ["payload"],
  });
  const workers = docs.filter(({ data }) => data.payload.slot === undefined);
  const counts = await Promise.all(
    workers.map(({ data: { payload } }) => {
      // Deliveries stored by an earlier version get their slot when a worker starts.
      const query = waitingFor(apiKeyPath(String(payload.apiKeyId)), String(payload.endpointId));
      return store.count({ ...query, limit: DELIVERIES_COUNTED });
    }),
  );
  return [{ value: counts.reduce((sum, count) => sum + count, 0) }];
}

/** The delivery metrics of the process. */
export const deliveryMetrics = processPart((context) => new DeliveryMetrics(context, context.metrics));
