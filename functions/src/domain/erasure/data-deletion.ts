import * as z from "zod";

/** A started deletion of people's data (docs/behaviour.md#erasure). */
export const DataDeletion = z.object({
  jobId: z.string(),
  /** Number of organizations to process. */
  tasksCount: z.number(),
});

/** Progress of a deletion. */
export const DataDeletionStatus = z.object({
  isDeleteCompleted: z.boolean(),
  tasksLeft: z.number(),
  /** Milliseconds since 1970; null until a task is completed. */
  lastTaskCompletedTime: z.number().nullable(),
});
