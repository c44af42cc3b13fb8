import type * as z from "zod";
import type { JobSettings, Payload, Retry, Task } from "./port.ts";

declare const declared: unique symbol;

/** A task of a declared job, with a payload of that job's shape. Only a declaration makes one. */
export interface DeclaredTask extends Task {
  readonly [declared]: true;
}

/** Which task of a job, and when it may begin: in ms since 1970, default now. */
type TaskPlace = { id: string; dueAt?: number };

/** A job by its name and the shape of its payload. What it does stands in a file of `jobs/` beside the declaration. */
export interface DeclaredJob<P extends z.ZodType> extends JobSettings {
  payload: P;
  /** A task of this job. */
  task(place: TaskPlace, payload: z.input<P>): DeclaredTask;
}

/** Work that a caller was promised: it is tried until it succeeds. */
export const untilDone: Retry = { attempts: Number.POSITIVE_INFINITY, minBackoff: 1000, maxBackoff: 3_600_000 };

/**
 * Declares a job. Payloads are read from the store with `payload`, so a task that an earlier version has stored must still
 * have its shape: fields may be added as optional ones, and a time that was once stored as text is coerced.
 */
export function declareJob<P extends z.ZodType>(
  job: Pick<JobSettings, "name"> & Partial<JobSettings> & { payload: P },
): DeclaredJob<P> {
  return {
    retry: untilDone,
    concurrency: 20,
    ...job,
    task: ({ id, dueAt }, payload) =>
      ({ id, job: job.name, payload: payload as Payload, ...(dueAt !== undefined && { dueAt }) }) as DeclaredTask,
  };
}
