import { fdatasyncSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";
import type { CheckpointThreadData } from "./checkpoints.ts";
import { existingFile } from "./existing-file.ts";

/** Maximum number of rounds per message, while commits append pages. */
const MOST_ROUNDS = 3;
/** Pages (8 MB) that may be left to the last message, during which commits wait: moving them takes a few ms, like another round. */
const FEW_PAGES = 2000;
/** SQLite's result code for a failed sync of a file. */
const SYNC_FAILED = 1034;

/** The thread of `Checkpoints`: for each message it moves the pages of the log into the data file, and replies. */
const { file, descriptor } = workerData as CheckpointThreadData;
const db = new DatabaseSync(existingFile(file), { timeout: 0 });
// As in `openDatabase`.
db.exec("PRAGMA checkpoint_fullfsync=1");
const checkpoint = db.prepare("PRAGMA wal_checkpoint(PASSIVE)");

parentPort?.on("message", ({ isLast }: { isLast: boolean }) => {
  let syncFailure: string | undefined;
  try {
    for (let round = 1, moved = 0; ; round++) {
      const { busy, log } = checkpoint.get() as { busy: number; log: number };
      // SQLite syncs the file only if no commit has appended a page meanwhile, which would leave too much for the last message.
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
