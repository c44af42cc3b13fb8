import { closeSync, openSync } from "node:fs";
import { extname, join } from "node:path";
import { Worker } from "node:worker_threads";
import { hostTimer, type SetTimer } from "#platform/async/timer";
import { type Database, DataFileError, isSqliteError } from "./database.ts";

/** Moves pages from the log into the data file and flushes that to disk, off the event loop. */
export interface CheckpointThread {
  /** Starts moving the pages of the log; `onDone` follows. @param isLast whether no commit can append pages meanwhile. */
  start(isLast: boolean): void;
  close(): Promise<void>;
  /** Closes the data file. Call it after closing all connections of this process to the file: it releases their locks. */
  closeFile(): void;
}

/** Initial data of the thread. */
export interface CheckpointThreadData {
  /** Path of the data file. */
  file: string;
  /** Descriptor of the open data file; undefined if it could not be opened again. Then only SQLite flushes it. */
  descriptor: number | undefined;
}

/** Called when a run of the thread has ended. @param syncFailure why the data file may not be on disk. */
type OnDone = (syncFailure?: string) => void;

/** Options of `Checkpoints`. */
export interface CheckpointOptions {
  /** Number of pages in the log, of 4 KiB each, that triggers a checkpoint; 0: another program moves the pages. */
  pages: number;
  /** @param onDone called whenever a run has ended, whether it succeeded or not. */
  openThread(onDone: OnDone): CheckpointThread;
  /** Called once, with a message for the operator, when the disk has failed; the store is then unusable. */
  onSyncFailed: (error: Error) => void;
  /** Default: the timer of the process. */
  timer?: SetTimer;
}

/** Pages in the log before they are moved: 32 MB. The log is read when the file is opened, so it must not grow much larger. */
export const CHECKPOINT_PAGES = 8000;
/** At this multiple of `pages`, SQLite makes a commit move the pages: the thread has failed or can't keep up. */
const TIMES = 4;
/** The first version of SQLite that reports the length of the log without moving pages. */
const MEASURING_VERSION = [3, 51];

/** Maximum time that commits wait for the last pages, in ms: if it takes longer, the thread or the disk has failed. */
const LONGEST_HOLD = 2000;

/**
 * Checkpoints alongside the commits. SQLite would make the commit that fills the log move all of its pages, which blocks the
 * event loop for a tenth of a second or more. Here a thread moves and flushes them while commits go on. Then commits wait
 * while it moves the pages appended meanwhile. After that the log is empty, and the next commit restarts it.
 */
export class Checkpoints {
  readonly #db: Database;
  readonly #options: CheckpointOptions;
  readonly #canMeasure = canMeasure(process.versions.sqlite);
  #thread: CheckpointThread | undefined;
  #state: "none" | "running" | "done" | "last" | "failed" = "none";
  /** Resumes the waiting commits. */
  #resume: () => void = () => undefined;
  #cancelTimer: () => void = () => undefined;

  constructor(db: Database, options: CheckpointOptions) {
    this.#db = db;
    this.#options = options;
    db.exec(`PRAGMA wal_autocheckpoint=${this.#canMeasure ? TIMES * options.pages : options.pages}`);
  }

  /** Whether commits have to wait, while reads go on. @param resume called when commits may continue. */
  holdsCommits(resume: () => void): boolean {
    if (this.#state === "done") this.#moveLast();
    this.#resume = resume;
    return this.#state === "last";
  }

  #moveLast(): void {
    const log = this.#measure();
    if (log?.log === log?.checkpointed) {
      this.#state = "none";
      return;
    }
    this.#state = "last";
    this.#cancelTimer = (this.#options.timer ?? hostTimer)(LONGEST_HOLD, () => this.#ended());
    this.#thread?.start(true);
  }

  /** Called when the thread has finished a run, has failed or has taken too long. */
  #ended(syncFailure?: string): void {
    if (syncFailure !== undefined) this.#fail(syncFailure);
    if (this.#state === "running") this.#state = "done";
    if (this.#state !== "last") return;
    this.#state = "none";
    this.#cancelTimer();
    this.#resume();
  }

  /** Call it after each commit. */
  afterCommit(): void {
    if (this.#state !== "none" || !this.#canMeasure || this.#options.pages === 0) return;
    const log = this.#measure();
    if (!log || log.log - log.checkpointed < this.#options.pages) return;
    this.#state = "running";
    this.#thread ??= this.#options.openThread((syncFailure) => this.#ended(syncFailure));
    this.#thread.start(false);
  }

  /**
   * After a failed sync it is unknown what is on disk: the system may have dropped the pages that it could not write,
   * and the next sync would succeed without them. The log still holds them all and is read from its start when the file
   * is opened.
   */
  #fail(reason: string): void {
    if (this.#state === "failed") return;
    const isHolding = this.#state === "last";
    this.#state = "failed";
    this.#cancelTimer();
    if (isHolding) this.#resume();
    this.#options.onSyncFailed(
      new DataFileError(
        `The data file could not be flushed to disk (${reason}), so Atrium ends: everything that it has acknowledged is in the file's log. Check the disk, start again and run \`npx atrium doctor --full\`.`,
      ),
    );
  }

  /** Ends the thread. Pages that it has not moved stay in the log, where they are just as safe. */
  async close(): Promise<void> {
    this.#cancelTimer();
    await this.#thread?.close();
  }

  /** Closes the thread's data file. Call it after closing all connections of this process to the file. */
  closeFile(): void {
    this.#thread?.closeFile();
    this.#thread = undefined;
  }

  /** Number of pages in the log; undefined if SQLite fails to report it, which affects no commit. */
  #measure(): { log: number; checkpointed: number } | undefined {
    try {
      return this.#db.statement("PRAGMA wal_checkpoint(NOOP)").get() as { log: number; checkpointed: number };
    } catch (error) {
      if (isSqliteError(error)) return undefined;
      throw error;
    }
  }
}

function canMeasure(version = "0.0"): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [ofMajor = 0, ofMinor = 0] = MEASURING_VERSION;
  return major > ofMajor || (major === ofMajor && minor >= ofMinor);
}

/** Next to this file, both in the sources and in the server's bundle. */
const threadFile = join(import.meta.dirname, `checkpoint-thread${extname(import.meta.filename)}`);

/** A thread with a connection of its own, opened by the first checkpoint. */
export function openCheckpointThread(file: string, onDone: OnDone): CheckpointThread {
  const descriptor = openToFlush(file);
  let worker: Worker | undefined;
  return {
    start(isLast) {
      worker ??= open();
      // Commits may wait for it when nothing else keeps the process alive.
      worker.ref();
      worker.postMessage({ isLast });
    },
    async close() {
      const ending = worker;
      worker = undefined;
      await ending?.terminate();
    },
    closeFile() {
      if (descriptor !== undefined) closeSync(descriptor);
    },
  };

  function open(): Worker {
    const workerData: CheckpointThreadData = { file, descriptor };
    const opened = new Worker(threadFile, { workerData });
    opened.on("message", ({ syncFailure }: { syncFailure?: string }) => {
      // A worker that is being terminated keeps the process alive until it has ended.
      if (worker === opened) opened.unref();
      onDone(syncFailure);
    });
    // The next checkpoint replaces a failed worker.
    return opened.on("error", () => {
      worker = undefined;
      onDone();
    });
  }
}

/** Opens the file; undefined if that fails, for example with too many open files: no commit may fail because of that. */
function openToFlush(file: string): number | undefined {
  try {
    return openSync(file, "r+");
  } catch {
    return undefined;
  }
}
