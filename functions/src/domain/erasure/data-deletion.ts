import * as z from "zod";

/** A deletion of people's data that has begun (docs/behaviour.md#erasure). */
export const DataDeletion = z.object({
  jobId: z.string(),
  /** How many organizations are gone through. */
  tasksCount: z.number(),
});

/** How far a deletion has come. */
export const DataDeletionStatus = z.object({
  isDeleteCompleted: z.boolean(),
  tasksLeft: z.number(),
  /** Milliseconds since 1970; null while none is completed. */
  lastTaskCompletedTime: z.number().nullable(),
});
