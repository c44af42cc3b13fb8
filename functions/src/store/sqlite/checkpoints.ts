import { extname, join } from "node:path";
import { Worker } from "node:worker_threads";
import { hostTimer, type SetTimer } from "#platform/async/timer";
import { type Database, isSqliteError } from "./database.ts";

/** Moves pages of the log into the data file, away from the event loop. */
export interface CheckpointThread {
  /** Starts moving what stands in the log; `onDone` follows. */
  start(): void;
  close(): Promise<void>;
}

/** How pages get from the log into the data file. */
export interface CheckpointOptions {
  /** Pages in the log, at 4 KiB each, from which on they are moved; 0: another program moves them. */
  pages: number;
  /** @param onDone called whenever what was started has ended, well or not. */
  openThread(onDone: () => void): CheckpointThread;
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
 * event loop for a tenth of a second and more. Here a thread moves them while commits go on. Then commits wait while it
 * moves what has been appended meanwhile: the log is empty after that, and the next commit begins it anew.
 */
export class Checkpoints {
  readonly #db: Database;
  readonly #options: CheckpointOptions;
  readonly #canMeasure = canMeasure(process.versions.sqlite);
  #thread: CheckpointThread | undefined;
  #state: "none" | "running" | "done" | "last" = "none";
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
    this.#thread?.start();
  }

  /** The thread has ended what it was asked for, or has failed. */
  #ended(): void {
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
    this.#thread ??= this.#options.openThread(() => this.#ended());
    this.#thread.start();
  }

  /** Ends the thread; what it has not moved stays in the log, where it is as safe. */
  async close(): Promise<void> {
    this.#cancelTimer();
    await this.#thread?.close();
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
export function openCheckpointThread(file: string, onDone: () => void): CheckpointThread {
  let worker: Worker | undefined;
  return {
    start() {
      worker ??= open();
      // Commits may wait for it, and nothing else may keep the process.
      worker.ref();
      worker.postMessage("checkpoint");
    },
    async close() {
      const ending = worker;
      worker = undefined;
      await ending?.terminate();
    },
  };

  function open(): Worker {
    const opened = new Worker(threadFile, { workerData: file });
    opened.on("message", () => {
      // One that is being ended keeps the process until it has.
      if (worker === opened) opened.unref();
      onDone();
    });
    // One that has failed is opened anew with the next checkpoint.
    return opened.on("error", () => {
      worker = undefined;
      onDone();
    });
  }
}
