import { fdatasyncSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";
import type { CheckpointThreadData } from "./checkpoints.ts";

/** Rounds of one message, while commits append pages. */
const MOST_ROUNDS = 3;
/** So few pages, 8 MB, are left for the last message, during which commits wait: it takes some ms, no more than another round. */
const FEW_PAGES = 2000;
/** SQLite's result code where the system has failed to bring a file to disk. */
const SYNC_FAILED = 1034;

/** The thread of `Checkpoints`: with each message it moves what stands in the log into the data file, and answers. */
const { file, descriptor } = workerData as CheckpointThreadData;
const db = new DatabaseSync(file, { timeout: 0 });
const checkpoint = db.prepare("PRAGMA wal_checkpoint(PASSIVE)");

parentPort?.on("message", ({ isLast }: { isLast: boolean }) => {
  let syncFailure: string | undefined;
  try {
    for (let round = 1, moved = 0; ; round++) {
      const { busy, log } = checkpoint.get() as { busy: number; log: number };
      // SQLite does so only where no commit has appended a page meanwhile, which is while commits wait: too much would be left.
      if (descriptor !== undefined) fdatasyncSync(descriptor);
      if (isLast || busy || round === MOST_ROUNDS || log - moved <= FEW_PAGES) break;
      moved = log;
    }
  } catch (error) {
    if (!isSyncFailure(error)) throw error;
    syncFailure = error.message;
  } finally {
    parentPort?.postMessage({ syncFailure });
  }
});

function isSyncFailure(error: unknown): error is Error {
  const { errcode, syscall } = error as { errcode?: number; syscall?: string };
  return errcode === SYNC_FAILED || syscall === "fdatasync";
}
