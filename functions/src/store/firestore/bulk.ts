import type { Write } from "#store/port";
import { MAX_WRITES } from "#store/rules";
import { measureWrite } from "./write.ts";

/** Most commits under way. */
const CONCURRENCY = 4;
/** Most bytes of one commit: well below the 10 MiB that a request may have. */
const MAX_PIECE_BYTES = 4 * 1024 * 1024;

/** Commits the writes in pieces. After a failure no further piece begins, and those under way end first. */
export async function bulk(
  writes: Iterable<Write> | AsyncIterable<Write>,
  commit: (piece: Write[]) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  const fail = (error: unknown) => void failures.push(error);
  try {
    for await (const piece of pieces(writes)) {
      const commitment = commit(piece)
        .catch(fail)
        .finally(() => running.delete(commitment));
      running.add(commitment);
      if (running.size >= CONCURRENCY) await Promise.race(running);
      if (failures.length > 0) break;
    }
  } catch (error) {
    fail(error);
  }
  await Promise.all(running);
  if (failures.length > 0) throw failures[0];
}

/** Cuts where a commit has enough writes or bytes, and where a document comes again. */
async function* pieces(writes: Iterable<Write> | AsyncIterable<Write>): AsyncGenerator<Write[]> {
  let piece: Write[] = [];
  let paths = new Set<string>();
  let bytes = 0;
  for await (const write of writes) {
    const size = measureWrite(write);
    if (piece.length >= MAX_WRITES || bytes + size > MAX_PIECE_BYTES || paths.has(write.path)) {
      yield piece;
      piece = [];
      paths = new Set();
      bytes = 0;
    }
    piece.push(write);
    paths.add(write.path);
    bytes += size;
  }
  if (piece.length > 0) yield piece;
}
