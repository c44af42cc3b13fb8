import type * as z from "zod";
import type { JobSettings, Payload, Retry, Task } from "./port.ts";

declare const declared: unique symbol;

/** A task of a declared job, with a payload of that job's shape. Only `task` of a declaration creates one. */
export interface DeclaredTask extends Task {
  readonly [declared]: true;
}

/** The id of a task, and when it may start: in ms since 1970, default now. */
type TaskIdentity = { id: string; dueAt?: number };

/** A job by its name and the shape of its payload. Its code is a file of `jobs/` beside the declaration. */
export interface DeclaredJob<P extends z.ZodType> extends JobSettings {
  payload: P;
  /** Creates a task of this job. */
  task(identity: TaskIdentity, payload: z.input<P>): DeclaredTask;
}

/** Retry policy of work that a caller was promised: retry until it succeeds. */
export const untilDone: Retry = { attempts: Number.POSITIVE_INFINITY, minBackoff: 1000, maxBackoff: 3_600_000 };

/**
 * Declares a job. Stored payloads are parsed with `payload`, so it must accept tasks of earlier versions: new fields are
 * optional, and a time that was once stored as text is coerced.
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
