import type { Write } from "#store/port";
import { MAX_WRITES } from "#store/rules";
import type { Ramp } from "./ramp.ts";
import { measureWrite } from "./write.ts";

/** Maximum number of concurrent commits. */
const CONCURRENCY = 4;
/** Maximum size of one commit in bytes: well below the 10 MiB limit of a request. */
const MAX_BATCH_BYTES = 4 * 1024 * 1024;

/**
 * Commits the writes in batches at the rate of the ramp. After a failure no further batch starts; running ones finish first.
 * The client's `BulkWriter` is unsuitable: it resends unanswered requests, writes one document concurrently, ignores the
 * size of requests, and retries an exceeded quota for ten minutes.
 */
export async function bulk(
  writes: Iterable<Write> | AsyncIterable<Write>,
  ramp: Ramp,
  commit: (batch: Write[]) => Promise<void>,
): Promise<void> {
  const running = new Map<Promise<void>, ReadonlySet<string>>();
  const failures: unknown[] = [];
  const fail = (error: unknown) => void failures.push(error);
  try {
    for await (const batch of commitsOf(writes)) {
      // A document that occurs again waits for its earlier writes, which may have to be resent.
      await Promise.all([...running].map(([under, paths]) => batch.some(({ path }) => paths.has(path)) && under));
      await ramp.take(batch.length);
      if (failures.length > 0) break;
      const commitment = commit(batch)
        .catch(fail)
        .finally(() => running.delete(commitment));
      running.set(commitment, new Set(batch.map(({ path }) => path)));
      if (running.size >= CONCURRENCY) await Promise.race(running.keys());
      if (failures.length > 0) break;
    }
  } catch (error) {
    fail(error);
  }
  await Promise.all(running.keys());
  if (failures.length > 0) throw failures[0];
}

/** Splits writes at the limits of a commit, and where a document occurs again. */
async function* commitsOf(writes: Iterable<Write> | AsyncIterable<Write>): AsyncGenerator<Write[]> {
  let batch: Write[] = [];
  let paths = new Set<string>();
  let bytes = 0;
  for await (const write of writes) {
    const size = measureWrite(write);
    if (batch.length >= MAX_WRITES || bytes + size > MAX_BATCH_BYTES || paths.has(write.path)) {
      yield batch;
      batch = [];
      paths = new Set();
      bytes = 0;
    }
    batch.push(write);
    paths.add(write.path);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}
