import type { TimeSlice } from "#platform/async/time-slice";
import type { Write } from "#store/port";
import { checkPath, checkWrites } from "#store/rules";
import type { Tree } from "#store/tree";
import { prepareWrite } from "../writer.ts";
import type { CommitOptions, CommitQueue } from "./commit-queue.ts";

const BULK_BATCH_SIZE = 500;
/** Length of a text from which preparing its write is slow enough to check the time slice. */
const LARGE_TEXT = 64 * 1024;
/** Maximum number of turns that such a write waits for a slice of its own. */
const MAX_TURNS = 20;

/** Checks and prepares writes, and passes them to the queue of commits. */
export class IncomingWrites {
  readonly #tree: Tree;
  readonly #slice: TimeSlice;
  readonly #commits: CommitQueue;

  constructor(tree: Tree, slice: TimeSlice, commits: CommitQueue) {
    this.#tree = tree;
    this.#slice = slice;
    this.#commits = commits;
  }

  /**
   * Commits all writes or none; resolves when they are on disk.
   * @throws ApiError
   */
  push(writes: Write[], options?: CommitOptions): Promise<void> {
    checkWrites(this.#tree, writes);
    if (writes.some(hasLargeText)) return this.#pushLarge(writes, options);
    return this.#commits.push(writes.map(prepareWrite), options);
  }

  async #pushLarge(writes: readonly Write[], options?: CommitOptions): Promise<void> {
    const prepared: ReturnType<typeof prepareWrite>[] = [];
    for (const write of writes) {
      // Checked again after each turn, because other commits may have used up the slice.
      if (hasLargeText(write))
        for (let turn = 0; turn < MAX_TURNS && this.#slice.isOver; turn++) await this.#slice.next();
      prepared.push(prepareWrite(write));
    }
    await this.#commits.push(prepared, options);
  }

  /** Commits many writes in batches, and the writes to one document in order. @throws ApiError of the first batch that fails */
  async bulk(writes: Iterable<Write> | AsyncIterable<Write>): Promise<void> {
    let batch: ReturnType<typeof prepareWrite>[] = [];
    let paths = new Set<string>();
    for await (const write of writes) {
      checkPath(this.#tree, write.path);
      if (batch.length === BULK_BATCH_SIZE || paths.has(write.path)) {
        await this.#commits.push(batch);
        batch = [];
        paths = new Set();
      }
      batch.push(prepareWrite(write));
      paths.add(write.path);
    }
    if (batch.length > 0) await this.#commits.push(batch);
  }
}

/** Whether a field of the write is a large text, as in chunks and threads. */
function hasLargeText(write: Write): boolean {
  if (write.op === "delete") return false;
  return Object.values(write.data).some((value) => typeof value === "string" && value.length > LARGE_TEXT);
}
