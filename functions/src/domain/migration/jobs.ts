import * as z from "zod";
import { declareJob, untilDone } from "#queue/declare-job";

/** Moves a document to another id. `migration` is the path of the record. The document refuses changes until it has moved. */
export const migrateDocument = declareJob({
  name: "migrate-document",
  payload: z.object({ migration: z.string() }),
  retry: { ...untilDone, maxBackoff: 60_000 },
  concurrency: 4,
});
