import type { Write } from "#store/port";
import { MAX_WRITES } from "#store/rules";
import type { Ramp } from "./ramp.ts";
import { measureWrite } from "./write.ts";

/** Most commits under way. */
const CONCURRENCY = 4;
/** Most bytes of one commit: well below the 10 MiB that a request may have. */
const MAX_BATCH_BYTES = 4 * 1024 * 1024;

/**
 * Commits the writes in batches, at the pace of the ramp. After a failure no further batch begins, and those under way end
 * first. The client's own `BulkWriter` is not for this: it sends a request whose answer was lost again by itself, so that
 * what it has created is reported as existing; it repeats for ten minutes where a quota is used up; two writes of one
 * document may be under way at once; it cuts by number alone, so that large documents exceed a request; and it fails
 * when the clock of the machine is set back.
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
    for await (const batch of batchesOf(writes)) {
      // A document that comes again waits for its earlier writes: they may have to be sent a second time.
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

/** Cuts where a commit has enough writes or bytes, and where a document comes again. */
async function* batchesOf(writes: Iterable<Write> | AsyncIterable<Write>): AsyncGenerator<Write[]> {
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
