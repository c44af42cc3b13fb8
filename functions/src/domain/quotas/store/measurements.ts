import { measureUsage } from "#domain/quotas/jobs";
import { retryOnConflict } from "#platform/async/retry-on-conflict";
import { type Context, processPart } from "#src/context";
import { measurementPath } from "./usage-paths.ts";

/**
 * How long a count is trusted before it is measured again, in ms. A measurement finds what a crash lost and an import
 * added.
 */
const MEASURED_EVERY = 86_400_000;
/** A measurement that has not ended after this time was lost, in ms. */
const LONGEST_MEASUREMENT = 3_600_000;

/** When to measure each API key again, as far as this process knows; in ms since 1970. */
const nextMeasurements = processPart(() => new Map<string, number>());

/** Starts a measurement of an API key if there was none for a day. Reads at most one document an hour. */
export async function keepMeasured(context: Context, apiKeyId: string): Promise<void> {
  const due = nextMeasurements(context);
  const now = context.now();
  const next = due.get(apiKeyId);
  // A clock that was set back must not delay the measurement for long.
  if (next !== undefined && now < next && next - now <= MEASURED_EVERY) return;
  const measurement = (await context.store.get(measurementPath(apiKeyId)))?.data;
  const dueAt = measurement
    ? measurement.startedAt + (measurement.endedAt === undefined ? LONGEST_MEASUREMENT : MEASURED_EVERY)
    : now;
  if (dueAt <= now) await startMeasurement(context, apiKeyId);
  else due.set(apiKeyId, dueAt);
}

/** Starts a new measurement of an API key. */
export async function startMeasurement(context: Context, apiKeyId: string): Promise<void> {
  const { store, queue, newId, now } = context;
  const startedAt = now();
  nextMeasurements(context).set(apiKeyId, startedAt + LONGEST_MEASUREMENT);
  const task = measureUsage.task({ id: newId("task") }, { apiKeyId, startedAt });
  await retryOnConflict(() =>
    store.transact(async (tx) => {
      tx.set(measurementPath(apiKeyId), { startedAt });
      queue.add(tx, task);
    }),
  );
  await queue.start(task);
}
