import { LRUCache } from "lru-cache";
import { BufferedTransaction } from "./buffered-transaction.ts";
import { ForwardingStore } from "./forwarding-store.ts";
import type { Doc, DocData, RecentOptions, Store, Transaction, Write } from "./port.ts";

/** Memory for remembered documents, in characters of their JSON. */
const MAX_SIZE = 8 * 1024 * 1024;

interface Remembered {
  doc: Doc | undefined;
  /** When the read began, in ms on the monotonic clock. */
  readAt: number;
}

/** The clock and the pauses of a process. */
interface RecentTiming {
  /** Monotonic clock, in ms. */
  now(): number;
  /** Resolves after `ms`. */
  pause(ms: number): Promise<void>;
}

/**
 * Wraps a store that bills reads and remembers documents for `getRecent`; one per process. Documents that the process
 * writes are forgotten before and after the commit, so it sees its own changes at once and those of other processes
 * after `maxAge`.
 */
export class RecentStore extends ForwardingStore {
  override readonly remembers = true;
  readonly #timing: RecentTiming;
  readonly #remembered = new LRUCache<string, Remembered>({
    maxSize: MAX_SIZE,
    sizeCalculation: ({ doc }, path) => path.length + JSON.stringify(doc ?? null).length,
  });
  /** Reads under way, which concurrent callers share. */
  readonly #reading = new Map<string, Promise<Doc | undefined>>();

  constructor(inner: Store, timing: RecentTiming) {
    super(inner);
    this.#timing = timing;
  }

  override getRecent<T extends DocData>(path: string, options: RecentOptions<T>): Promise<Doc<T> | undefined> {
    const { maxAge, remembers, onRead } = options;
    const now = this.#timing.now();
    const remembered = this.#remembered.get(path);
    if (remembered && now < remembered.readAt + maxAge) return Promise.resolve(remembered.doc as Doc<T> | undefined);
    const underWay = this.#reading.get(path);
    if (underWay) return underWay as Promise<Doc<T> | undefined>;
    onRead?.();
    const reading = this.inner.get<T>(path);
    this.#reading.set(path, reading);
    const end = (doc?: { doc: Doc<T> | undefined }) => {
      // The document was written meanwhile.
      if (this.#reading.get(path) !== reading) return;
      this.#reading.delete(path);
      if (doc && remembers(doc.doc)) this.#remembered.set(path, { ...doc, readAt: now });
    };
    reading.then(
      (doc) => end({ doc }),
      () => end(),
    );
    return reading;
  }

  override untilVisible(maxAge: number): Promise<void> {
    return this.#timing.pause(maxAge);
  }

  override async transact<T>(body: (tx: Transaction) => Promise<T>): Promise<T> {
    const writtenPaths = new Set<string>();
    try {
      return await this.inner.transact(async (tx) => {
        const result = await body(tx);
        if (tx instanceof BufferedTransaction) for (const { path } of tx.writes) writtenPaths.add(path);
        this.#forget(writtenPaths);
        return result;
      });
    } finally {
      this.#forget(writtenPaths);
    }
  }

  override async commit(writes: Write[]): Promise<void> {
    const paths = writes.map(({ path }) => path);
    this.#forget(paths);
    await this.inner.commit(writes).finally(() => this.#forget(paths));
  }

  override async bulk(writes: Iterable<Write> | AsyncIterable<Write>): Promise<void> {
    await this.inner.bulk(writes).finally(() => {
      // There may be millions of writes, so everything is forgotten instead.
      this.#remembered.clear();
      this.#reading.clear();
    });
  }

  #forget(paths: Iterable<string>): void {
    for (const path of paths) {
      this.#remembered.delete(path);
      this.#reading.delete(path);
    }
  }
}
