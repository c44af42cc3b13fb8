import { closeSync, fdatasync, openSync } from "node:fs";
import type { Query, Write } from "#store/port";
import { type Database, DataFileError } from "../database.ts";
import { unconfirmed } from "./unconfirmed.ts";

/** The write-ahead log of a data file, as something to bring to disk. */
export interface Log {
  /** Brings to disk what the log holds now. `onDone` follows, in a later turn, with the error that prevented it. */
  flush(onDone: (error: Error | null) => void): void;
  close(): void;
}

/** The documents that a commit has written, with the paths and names of their collections. */
interface Commit {
  writes: readonly { write: Pick<Write, "path">; collection: string; name: string }[];
}

/** What is told when a commit is on disk, or may never be: then with an error. */
type Settle = (error?: unknown) => void;

/**
 * Brings commits to disk beside the event loop, in the thread pool, and says who must wait for that. SQLite syncs the log
 * before a checkpoint and the file after it (`synchronous=NORMAL`), so a power cut can't damage the file but may cut the last
 * commits off the log. No commit is acknowledged, and nothing of it is shown, before a flush that began after it has ended.
 */
export class WalFlush {
  readonly #onFailed: (error: Error) => void;
  #log: Log | undefined;
  /** What the flush under way covers; undefined: everything is on disk. */
  #running: Unflushed | undefined;
  /** What has been committed since it began. */
  #next: Unflushed | undefined;
  #failure: Error | undefined;

  /** @param log undefined where nothing is brought to disk. @param onFailed called once: the store is of no use any more. */
  constructor(log: Log | undefined, onFailed: (error: Error) => void) {
    this.#log = log;
    this.#onFailed = onFailed;
  }

  /** Whether a commit, ours or another process's, may not be on disk. */
  get isBehind(): boolean {
    return this.#running !== undefined;
  }

  /** Why no commit may be made any more. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  /** Commits of this process were made. @param settle called when they are on disk: at once where there is no log. */
  committed(commits: readonly Commit[], settle: Settle): void {
    if (!this.#log) {
      settle();
      return;
    }
    this.#next ??= new Unflushed();
    this.#next.add(commits, settle);
    this.#flushNext();
  }

  /**
   * Another process has committed, perhaps one that has ended since. Whoever reads may see it before it is on disk.
   * @param writes undefined: it is not known what it has changed.
   */
  sawForeign(writes: Commit["writes"] | undefined): void {
    if (!this.#log) return;
    this.#next ??= new Unflushed();
    if (writes) this.#next.add([{ writes }], () => undefined);
    else this.#next.isAnything = true;
    this.#flushNext();
  }

  /**
   * Resolves when all is on disk that was committed of what `keys` name, a document's path or `keyOf` a query; undefined: it is.
   * @throws ApiError UNAVAILABLE, in the promise
   */
  covering(keys: Iterable<string>): Promise<void> | undefined {
    if (this.#next?.concerns(keys)) return this.#next.flushed;
    return this.#running?.concerns(keys) ? this.#running.flushed : undefined;
  }

  /** Resolves in a turn after that in which everything came to disk that is committed now; undefined: it is there. */
  all(): Promise<void> | undefined {
    return (this.#next ?? this.#running)?.continued;
  }

  /** Brings the last commits to disk and closes the log. */
  async close(): Promise<void> {
    while (this.#running && !this.#failure) await this.all()?.catch(() => undefined);
    const log = this.#log;
    this.#log = undefined;
    log?.close();
  }

  #flushNext(): void {
    if (this.#running || !this.#next) return;
    this.#running = this.#next;
    this.#next = undefined;
    this.#log?.flush((error) => this.#ended(error));
  }

  #ended(error: Error | null): void {
    if (error) {
      this.#fail(error);
      return;
    }
    const done = this.#running;
    this.#running = undefined;
    this.#flushNext();
    done?.end();
  }

  /**
   * After a failure nobody knows what is on disk: the system may have dropped the pages that it could not write, and another
   * flush would succeed without them. So all that waits fails, and so does all that comes.
   */
  #fail(error: Error): void {
    this.#failure = error;
    this.#next ??= new Unflushed();
    this.#next.isAnything = true;
    const failure = unconfirmed(error);
    this.#running?.end(failure);
    this.#next.end(failure);
    this.#onFailed(
      new DataFileError(
        `The data file's log could not be brought to disk (${error.message}), so Atrium ends: what it has not acknowledged may be lost. Check the disk, start again and run \`npx atrium doctor --full\`.`,
      ),
    );
  }
}

/** Commits that one flush covers. */
class Unflushed {
  /** Set after another process's commit: what it has changed is not known. */
  isAnything = false;
  /** Paths of the documents that were changed, of their collections, and the names of these. */
  readonly #changed = new Set<string>();
  readonly #settles: Settle[] = [];
  #flushed: PromiseWithResolvers<void> | undefined;
  #continued: PromiseWithResolvers<void> | undefined;
  #end: { error: unknown } | undefined;

  add(commits: readonly Commit[], settle: Settle): void {
    for (const { writes } of commits)
      for (const { write, collection, name } of writes) this.#changed.add(write.path).add(collection).add(name);
    this.#settles.push(settle);
  }

  concerns(keys: Iterable<string>): boolean {
    if (this.isAnything) return true;
    for (const key of keys) if (this.#changed.has(key)) return true;
    return false;
  }

  get flushed(): Promise<void> {
    this.#flushed ??= this.#pending();
    return this.#flushed.promise;
  }

  /** As `flushed`, but after the callers of the commits have continued. */
  get continued(): Promise<void> {
    this.#continued ??= this.#pending();
    return this.#continued.promise;
  }

  /** The flush has ended. @param error why it failed. */
  end(error?: unknown): void {
    this.#end = { error };
    for (const settle of this.#settles) settle(error);
    const [flushed, continued] = [this.#flushed, this.#continued];
    if (flushed) finish(flushed, error);
    if (continued) setImmediate(() => finish(continued, error));
  }

  /** A promise for the end, which a failed flush has reached already. */
  #pending(): PromiseWithResolvers<void> {
    const pending = Promise.withResolvers<void>();
    if (this.#end) finish(pending, this.#end.error);
    return pending;
  }
}

function finish({ resolve, reject }: PromiseWithResolvers<void>, error: unknown): void {
  if (error === undefined) resolve();
  else reject(error);
}

/** What names the documents of a query for `covering`. */
export function keyOf(query: Query): string {
  return "collection" in query ? query.collection : query.group;
}

/**
 * The log of an open data file, whose commits SQLite itself brings to disk no longer; undefined for a file in memory.
 * @throws an error of the system when the log can't be opened.
 */
export function openLog(db: Database, file: string): Log | undefined {
  const { journal_mode } = db.statement("PRAGMA journal_mode").get() as { journal_mode: string };
  if (journal_mode !== "wal") return undefined;
  // SQLite made it with the first read and keeps it while a connection is open. It holds no locks on it, which closing a second
  // descriptor would release. Flushing a file concerns all that was written to it, through whichever descriptor.
  const descriptor = openSync(`${file}-wal`, "r+");
  db.exec("PRAGMA synchronous=NORMAL");
  return {
    flush: (onDone) => fdatasync(descriptor, onDone),
    close: () => closeSync(descriptor),
  };
}
