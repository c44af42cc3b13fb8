import { ApiError, type ErrorCode } from "#platform/error";
import { type Context, processPart } from "#src/context";
import type { DocData, Store, Write } from "#store/port";

const path = "host/elapsedTime";

/** Most that counts between the looks of two processes, in ms: their monotonic clocks say nothing of each other. */
const MOST_BETWEEN_PROCESSES = 3_600_000;

/** Stored form: what has elapsed, who looked last, and when by both clocks of that process, all in ms. */
interface StoredElapsedTime extends DocData {
  elapsed: number;
  by: string;
  monotonic: number;
  now: number;
}

/** Names the process in what it has noted. */
const processId = processPart(({ newId }) => newId("proc"));

/**
 * Notes how much time the service has seen elapse in all, and returns it in ms. However the clock is set, a process counts no more than
 * has really elapsed, and from the note of one process to that of the next an hour counts at most. It costs a read and a write.
 */
export async function elapsedTime(context: Context): Promise<number> {
  const { store, monotonic, now } = context;
  const stored = await store.get<StoredElapsedTime>(path);
  const looked = { by: processId(context), monotonic: monotonic(), now: now() };
  const elapsed = stored ? stored.data.elapsed + sinceLook(stored.data, looked) : 0;
  const data = { ...looked, elapsed };
  await write(
    store,
    stored ? { op: "set", path, data, precondition: { version: stored.version } } : { op: "create", path, data },
  );
  return elapsed;
}

/** Without a transaction, which would lock. Where another process has looked meanwhile, it has counted the same time. */
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
