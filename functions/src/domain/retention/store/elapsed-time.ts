import { ApiError, type ErrorCode } from "#platform/error";
import { type Context, processPart } from "#src/context";
import type { DocData, Store, Write } from "#store/port";

const path = "host/elapsedTime";

/** Maximum time counted between the notes of two processes, in ms: their monotonic clocks can't be compared. */
const MOST_BETWEEN_PROCESSES = 3_600_000;

/**
 * Stored form: the elapsed time, the process that noted it last, and the time by both clocks of that process, all in
 * ms.
 */
interface StoredElapsedTime extends DocData {
  elapsed: number;
  by: string;
  monotonic: number;
  now: number;
}

/** Identifies the process in its notes. */
const processId = processPart(({ newId }) => newId("proc"));

/**
 * Notes and returns the total time that has elapsed for the service, in ms. However the clock is set, a process counts
 * at most the time that has really elapsed, and between the notes of two processes at most an hour. Costs a read and a
 * write.
 */
export async function recordElapsedTime(context: Context): Promise<number> {
  const { store, monotonic, now } = context;
  const storedTime = await store.get<StoredElapsedTime>(path);
  const look = { by: processId(context), monotonic: monotonic(), now: now() };
  const elapsed = storedTime ? storedTime.data.elapsed + sinceLook(storedTime.data, look) : 0;
  const data = { ...look, elapsed };
  await write(
    store,
    storedTime
      ? { op: "set", path, data, precondition: { version: storedTime.version } }
      : { op: "create", path, data },
  );
  return elapsed;
}

/**
 * Writes without a transaction, which would lock. If another process has written meanwhile, it has counted the same
 * time.
 */
async function write(store: Store, change: Write): Promise<void> {
  const conflicts: readonly ErrorCode[] = ["FAILED_PRECONDITION", "ALREADY_EXISTS", "ABORTED"];
  await store.commit([change]).catch((error) => {
    if (!(error instanceof ApiError && conflicts.includes(error.code))) throw error;
  });
}

type Look = Pick<StoredElapsedTime, "by" | "monotonic" | "now">;

function sinceLook(last: Look, { by, monotonic, now }: Look): number {
  if (last.by === by) return Math.max(0, monotonic - last.monotonic);
  return Math.min(Math.max(0, now - last.now), MOST_BETWEEN_PROCESSES);
}
