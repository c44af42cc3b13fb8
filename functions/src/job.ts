import type { Payload, Run } from "#queue/port";
import type { Context } from "./context.ts";

/** A job: does its work page by page, may run again at any time, and returns when its subject is gone. */
export type Job = (context: Context, payload: Payload, run?: Run) => Promise<void>;

/** A job that looks at the run itself: its task's id, or how often it was tried. */
export type RunJob = (context: Context, payload: Payload, run: Run) => Promise<void>;
