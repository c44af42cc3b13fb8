import * as z from "zod";
import { declareJob } from "#queue/declare-job";

/**
 * Turns the events of a call into messages and deliveries. `events` is a `TaskEvent[]` as JSON text, `parts` the JSON
 * list of the parts that they share, `traceparent` that of the call if tracing is on. `withPreferences` adds the
 * notification preferences of the people in a thread.
 */
export const fanOut = declareJob({
  name: "fan-out",
  payload: z.object({
    apiKeyId: z.string(),
    events: z.string(),
    parts: z.string().optional(),
    traceparent: z.string().optional(),
    withPreferences: z.literal(true).optional(),
  }),
  concurrency: 64,
  queues: 8,
  background: true,
  endsItself: true,
});

/** Finds the people whom events concern. `causes` is a `NoticeCause[]` as JSON text. */
export const notify = declareJob({
  name: "notify",
  payload: z.object({ apiKeyId: z.string(), causes: z.string() }),
  background: true,
});
