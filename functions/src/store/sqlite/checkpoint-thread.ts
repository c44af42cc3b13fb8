import { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";

/** Rounds of one checkpoint: while one round moves pages, commits append others. */
const MOST_ROUNDS = 4;
/** So few pages are left to the thread of the commits: moving them takes a few ms. */
const FEW_PAGES = 250;

/** The thread of `Checkpoints`: with each message it moves what stands in the log into the data file, and answers. */
const db = new DatabaseSync(workerData as string, { timeout: 0 });
const checkpoint = db.prepare("PRAGMA wal_checkpoint(PASSIVE)");

parentPort?.on("message", () => {
  try {
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const { busy, log, checkpointed } = checkpoint.get() as { busy: number; log: number; checkpointed: number };
      if (busy || log - checkpointed <= FEW_PAGES) break;
    }
  } finally {
    parentPort?.postMessage("done");
  }
});
