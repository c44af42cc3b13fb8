import { closeSync, fdatasync, openSync } from "node:fs";
import type { Query, Write } from "#store/port";
import { type Database, DataFileError } from "../database.ts";
import { unconfirmed } from "./unconfirmed.ts";

/** The write-ahead log of a data file, for flushing it. */
export interface Log {
  /** Flushes what the log holds now. Calls `onDone` in a later turn, with the error if it failed. */
  flush(onDone: (error: Error | null) => void): void;
  close(): void;
}

/** The documents that a commit has written, with the paths and names of their collections. */
interface Commit {
  writes: readonly { write: Pick<Write, "path">; collection: string; name: string }[];
}

/** Called when a commit is on disk, or with an error when it may never be. */
type Settle = (error?: unknown) => void;

/**
 * Flushes commits in the thread pool, off the event loop, and decides who must wait for that. SQLite syncs the log before a
 * checkpoint and the file after it (`synchronous=NORMAL`), so a power cut can't damage the file but may cut the last commits
 * off the log. No commit is acknowledged or shown to readers before a flush that began after it has ended.
 */
export class WalFlush {
  readonly #onFailed: (error: Error) => void;
  #log: Log | undefined;
  /** Commits that the running flush covers; undefined if everything is on disk. */
  #running: Unflushed | undefined;
  /** Commits made since that flush began. */
  #next: Unflushed | undefined;
  #failure: Error | undefined;

  /** @param log undefined if nothing is flushed. @param onFailed called at most once; the store is then unusable. */
  constructor(log: Log | undefined, onFailed: (error: Error) => void) {
    this.#log = log;
    this.#onFailed = onFailed;
  }

  /** Whether a commit, ours or another process's, may not be on disk. */
  get isBehind(): boolean {
    return this.#running !== undefined;
  }

  /** The error after which no commit may be made; undefined if there was none. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  /** Flushes commits that this process has made. @param settle called when they are on disk; at once if there is no log. */
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
   * Flushes a commit of another process, which may have ended since. Reads may see the commit before it is on disk.
   * @param writes undefined if it is unknown what the commit has changed.
   */
  sawForeign(writes: Commit["writes"] | undefined): void {
    if (!this.#log) return;
    this.#next ??= new Unflushed();
    if (writes) this.#next.add([{ writes }], () => undefined);
    else this.#next.isAnything = true;
    this.#flushNext();
  }

  /**
   * Resolves when everything that was committed to the documents that `keys` name is on disk; undefined if it already is.
   * @param keys paths of documents, or `keyOf` queries.
   * @throws ApiError UNAVAILABLE, in the promise
   */
  covering(keys: Iterable<string>): Promise<void> | undefined {
    if (this.#next?.concerns(keys)) return this.#next.flushed;
    return this.#running?.concerns(keys) ? this.#running.flushed : undefined;
  }

  /** Resolves one turn after everything that is committed now is on disk; undefined if it already is. */
  all(): Promise<void> | undefined {
    return (this.#next ?? this.#running)?.continued;
  }

  /** Flushes the last commits and closes the log. */
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
   * After a failed flush it is unknown what is on disk: the system may have dropped the pages that it could not write,
   * and another flush would succeed without them. So everything that waits fails, and so does everything later.
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
        `The data file's log could not be flushed to disk (${error.message}), so Atrium ends: what it has not acknowledged may be lost. Check the disk, start again and run \`npx atrium doctor --full\`.`,
      ),
    );
  }
}

/** Commits that one flush covers. */
class Unflushed {
  /** Set after another process's commit whose changes are unknown. */
  isAnything = false;
  /** Paths of the changed documents, and the paths and names of their collections. */
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

  /** Like `flushed`, but after the callers of the commits have continued. */
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

  /** A promise for the end of the flush; already settled after a failed one. */
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

/** The key that stands for the documents of a query in `covering`. */
export function keyOf(query: Query): string {
  return "collection" in query ? query.collection : query.group;
}

/**
 * Opens the log of an open data file, whose commits SQLite then no longer flushes itself; undefined for a file in memory.
 * @throws an error of the system when the log can't be opened.
 */
export function openLog(db: Database, file: string): Log | undefined {
  const { journal_mode } = db.statement("PRAGMA journal_mode").get() as { journal_mode: string };
  if (journal_mode !== "wal") return undefined;
  // SQLite created the log with the first read and keeps it while a connection is open. It holds no locks on the log
  // that closing a second descriptor would release. A flush covers everything written to the file, through any
  // descriptor.
  const descriptor = openSync(`${file}-wal`, "r+");
  db.exec("PRAGMA synchronous=NORMAL");
  return {
    flush: (onDone) => fdatasync(descriptor, onDone),
    close: () => closeSync(descriptor),
  };
}
