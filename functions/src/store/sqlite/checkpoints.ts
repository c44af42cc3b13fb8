import { closeSync, openSync } from "node:fs";
import { extname, join } from "node:path";
import { Worker } from "node:worker_threads";
import { hostTimer, type SetTimer } from "#platform/async/timer";
import { type Database, DataFileError, isSqliteError } from "./database.ts";

/** Moves pages of the log into the data file and brings that to disk, away from the event loop. */
export interface CheckpointThread {
  /** Starts moving what stands in the log; `onDone` follows. @param isLast whether no commit appends anything meanwhile. */
  start(isLast: boolean): void;
  close(): Promise<void>;
  /** Closes the data file, after every connection of this process to it: their locks go with it. */
  closeFile(): void;
}

/** What the thread begins with. */
export interface CheckpointThreadData {
  /** Path of the data file. */
  file: string;
  /** The data file, open; undefined where it could not be opened once more. SQLite alone brings it to disk then. */
  descriptor: number | undefined;
}

/** Told that what was started has ended. @param syncFailure why the data file may not be on disk. */
type OnDone = (syncFailure?: string) => void;

/** How pages get from the log into the data file. */
export interface CheckpointOptions {
  /** Pages in the log, at 4 KiB each, from which on they are moved; 0: another program moves them. */
  pages: number;
  /** @param onDone called whenever what was started has ended, well or not. */
  openThread(onDone: OnDone): CheckpointThread;
  /** Told once, with a message for the operator, that the disk has failed: the store is of no use any more. */
  onSyncFailed: (error: Error) => void;
  /** Default: the timer of the process. */
  timer?: SetTimer;
}

/** Pages in the log before they are moved: 32 MB. The log is read when the file is opened, so it must not grow much larger. */
export const CHECKPOINT_PAGES = 8000;
/** From so many times as many pages on, a commit moves them itself: the thread has failed, or can't keep up. */
const TIMES = 4;
/** The first version of SQLite that tells how long the log is without moving pages. */
const MEASURING_VERSION = [3, 51];

/** How long commits wait at most for the last pages, in ms: a thread that takes longer has failed, or the disk has. */
const LONGEST_HOLD = 2000;

/**
 * Checkpoints beside the commits. SQLite would have the commit that fills the log move all of its pages, which keeps the
 * event loop for a tenth of a second and more. Here a thread moves them and brings them to disk while commits go on. Then
 * commits wait while it does so with what has been appended meanwhile: the log is empty after that, and the next commit begins
 * it anew.
 */
export class Checkpoints {
  readonly #db: Database;
  readonly #options: CheckpointOptions;
  readonly #canMeasure = canMeasure(process.versions.sqlite);
  #thread: CheckpointThread | undefined;
  #state: "none" | "running" | "done" | "last" | "failed" = "none";
  /** Lets the commits go on that wait. */
  #resume: () => void = () => undefined;
  #cancelTimer: () => void = () => undefined;

  constructor(db: Database, options: CheckpointOptions) {
    this.#db = db;
    this.#options = options;
    db.exec(`PRAGMA wal_autocheckpoint=${this.#canMeasure ? TIMES * options.pages : options.pages}`);
  }

  /** Whether commits have to wait, while reads go on. @param resume called when they may be made. */
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

  /** The thread has ended what it was asked for, or has failed. */
  #ended(syncFailure?: string): void {
    if (syncFailure !== undefined) this.#fail(syncFailure);
    if (this.#state === "running") this.#state = "done";
    if (this.#state !== "last") return;
    this.#state = "none";
    this.#cancelTimer();
    this.#resume();
  }

  /** A commit has ended. */
  afterCommit(): void {
    if (this.#state !== "none" || !this.#canMeasure || this.#options.pages === 0) return;
    const log = this.#measure();
    if (!log || log.log - log.checkpointed < this.#options.pages) return;
    this.#state = "running";
    this.#thread ??= this.#options.openThread((syncFailure) => this.#ended(syncFailure));
    this.#thread.start(false);
  }

  /**
   * After a failure nobody knows what is on disk: the system may have dropped the pages that it could not write, and the next
   * attempt would succeed without them. They all stand in the log, which is read from its beginning when the file is opened.
   */
  #fail(reason: string): void {
    if (this.#state === "failed") return;
    const isHolding = this.#state === "last";
    this.#state = "failed";
    this.#cancelTimer();
    if (isHolding) this.#resume();
    this.#options.onSyncFailed(
      new DataFileError(
        `The data file could not be brought to disk (${reason}), so Atrium ends: all that it has acknowledged is in the file's log. Check the disk, start again and run \`npx atrium doctor --full\`.`,
      ),
    );
  }

  /** Ends the thread; what it has not moved stays in the log, where it is as safe. */
  async close(): Promise<void> {
    this.#cancelTimer();
    await this.#thread?.close();
  }

  /** Lets go of the data file, after every connection of this process to it. */
  closeFile(): void {
    this.#thread?.closeFile();
    this.#thread = undefined;
  }

  /** How many pages the log has. undefined: SQLite has failed to tell, which takes nothing from any commit. */
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

/** Stands beside this file, as source and in the bundle of the server alike. */
const threadFile = join(import.meta.dirname, `checkpoint-thread${extname(import.meta.filename)}`);

/** A thread with a connection of its own. */
export function openCheckpointThread(file: string, onDone: OnDone): CheckpointThread {
  const descriptor = openToFlush(file);
  let worker: Worker | undefined;
  return {
    start(isLast) {
      worker ??= open();
      // Commits may wait for it, and nothing else may keep the process.
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
      // One that is being ended keeps the process until it has.
      if (worker === opened) opened.unref();
      onDone(syncFailure);
    });
    // One that has failed is opened anew with the next checkpoint.
    return opened.on("error", () => {
      worker = undefined;
      onDone();
    });
  }
}

/** The file, open; undefined where that fails, as where too many are open: no commit may fail for that. */
function openToFlush(file: string): number | undefined {
  try {
    return openSync(file, "r+");
  } catch {
    return undefined;
  }
}
