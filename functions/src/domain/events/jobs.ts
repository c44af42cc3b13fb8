import * as z from "zod";
import { declareJob } from "#queue/declare-job";

/**
 * Turns the events of a call into messages and deliveries. `events` is a `WebhookEvent[]` as JSON text, `traceparent` that of
 * the call, where traces are made.
 */
export const fanOut = declareJob({
  name: "fan-out",
  payload: z.object({ apiKeyId: z.string(), events: z.string(), traceparent: z.string().optional() }),
  concurrency: 64,
  background: true,
  endsItself: true,
});
