import type * as z from "zod";
import type { DeclaredJob } from "#queue/declare-job";
import type { Payload, Run, RunnableJob } from "#queue/port";
import type { Context } from "./context.ts";

/** The work of a job. It proceeds in pages, may run again at any time, and returns if its subject no longer exists. */
export interface Job {
  name: string;
  /** @throws Error for a payload that does not have the declared shape. */
  run(context: Context, payload: Payload, run?: Run): Promise<void>;
}

/** Defines the work of a declared job. */
export function job<P extends z.ZodType>(
  declaration: DeclaredJob<P>,
  run: (context: Context, payload: z.output<P>, run: Run) => Promise<void>,
): Job {
  return {
    name: declaration.name,
    run: async (context, payload, task = { id: declaration.name, attempt: 1 }) => {
      const parsed = declaration.payload.safeParse(payload);
      if (!parsed.success)
        throw new Error(
          `the payload does not have the shape that the job ${declaration.name} declares: ${parsed.error.message}`,
        );
      await run(context, parsed.data, task);
    },
  };
}

/**
 * A declared job in the form that the queue needs. Its code is loaded with its first task: most processes run few jobs.
 */
export function runnable(
  { payload: _payload, task: _task, ...settings }: DeclaredJob<z.ZodType>,
  load: () => Promise<{ default: Job }>,
): RunnableJob {
  // The queue passes the whole context, because the host creates it with one.
  return {
    ...settings,
    run: async (context, payload, run) => (await load()).default.run(context as Context, payload, run),
  };
}
