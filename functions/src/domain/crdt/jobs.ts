import * as z from "zod";
import { declareJob } from "#queue/declare-job";

/** Deletes the editor data of a document. `collection` is a path in the store; `until` is in ms. */
export const clearCrdt = declareJob({
  name: "clear-crdt",
  payload: z.object({ collection: z.string(), until: z.coerce.number<number>() }),
});

/** Deletes chunks of editors that are no longer referenced. `editors` are paths in the store. */
export const trimCrdt = declareJob({
  name: "trim-crdt",
  payload: z.object({
    editors: z.array(z.string()),
    /** Generation whose writer has finished or died; omitted when editors are deleted. */
    over: z.string().optional(),
  }),
});

/** Folds the log of an editor into its base, emits an event for the change, and deletes what was folded earlier. */
export const foldLog = declareJob({
  name: "fold-log",
  /** Path of the editor in the store. */
  payload: z.object({ editor: z.string() }),
  concurrency: 4,
  background: true,
});
