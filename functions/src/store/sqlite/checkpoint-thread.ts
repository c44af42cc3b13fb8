import { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";

/** Rounds of one checkpoint: commits append pages while one runs. Each flushes the data file, which slows commits down. */
const MOST_ROUNDS = 2;
/** So few pages, 8 MB, are left for the last message, during which commits wait: it takes some ms, no more than another round. */
const FEW_PAGES = 2000;

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
