import { extname, join } from "node:path";
import { Worker } from "node:worker_threads";
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
}

/** Pages in the log before they are moved: 32 MB. The log is read when the file is opened, so it must not grow much larger. */
export const CHECKPOINT_PAGES = 8000;
/** From so many times as many pages on, a commit moves them itself: the thread has failed, or can't keep up. */
const TIMES = 4;
/** The first version of SQLite that tells how long the log is without moving pages. */
const MEASURING_VERSION = [3, 51];

/**
 * Checkpoints beside the commits. SQLite would have the commit that fills the log move all of its pages, which keeps the
 * event loop for a tenth of a second and more. Here a thread moves them while commits go on, and a commit moves only what
 * has been appended meanwhile: then the log is empty, and the next commit begins it anew.
 */
export class Checkpoints {
  readonly #db: Database;
  readonly #options: CheckpointOptions;
  readonly #canMeasure = canMeasure(process.versions.sqlite);
  #thread: CheckpointThread | undefined;
  #state: "none" | "running" | "done" = "none";

  constructor(db: Database, options: CheckpointOptions) {
    this.#db = db;
    this.#options = options;
    db.exec(`PRAGMA wal_autocheckpoint=${this.#canMeasure ? TIMES * options.pages : options.pages}`);
  }

  /** A commit begins, outside of any transaction. Moves the few pages that the thread has left. */
  beforeCommit(): void {
    if (this.#state !== "done") return;
    this.#state = "none";
    this.#run("PASSIVE");
  }

  /** A commit has ended. */
  afterCommit(): void {
    if (this.#state !== "none" || !this.#canMeasure || this.#options.pages === 0) return;
    const log = this.#run("NOOP");
    if (!log || log.log - log.checkpointed < this.#options.pages) return;
    this.#state = "running";
    this.#thread ??= this.#options.openThread(() => {
      this.#state = "done";
    });
    this.#thread.start();
  }

  /** Ends the thread; what it has not moved stays in the log, where it is as safe. */
  async close(): Promise<void> {
    await this.#thread?.close();
    this.#thread = undefined;
  }

  /** undefined: it has failed, which takes nothing from any commit. */
  #run(mode: "NOOP" | "PASSIVE"): { log: number; checkpointed: number } | undefined {
    try {
      return this.#db.statement(`PRAGMA wal_checkpoint(${mode})`).get() as { log: number; checkpointed: number };
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
      worker.postMessage("checkpoint");
    },
    async close() {
      await worker?.terminate();
    },
  };

  function open(): Worker {
    // One that has failed is opened anew with the next checkpoint.
    const opened = new Worker(threadFile, { workerData: file }).on("message", onDone).on("error", () => {
      worker = undefined;
      onDone();
    });
    opened.unref();
    return opened;
  }
}
