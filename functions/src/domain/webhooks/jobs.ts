import * as z from "zod";
import { declareJob } from "#queue/declare-job";

/** Delivers what waits for an endpoint. There is one task for each endpoint: the concurrency is how many are served at once. */
export const deliver = declareJob({
  name: "deliver",
  payload: z.object({
    apiKeyId: z.string(),
    endpointId: z.string(),
    /** How many deliveries the run before had begun, and when the last one. */
    started: z.string().optional(),
    /** Until when the rate lets nothing more begin, in ms since 1970. Empty: it does not hold anything up. */
    pausedUntil: z.string().optional(),
  }),
  concurrency: 500,
  background: true,
});

/** Sends again what an endpoint has missed. `since` is in ms since 1970. */
export const recoverDeliveries = declareJob({
  name: "recover-deliveries",
  payload: z.object({ apiKeyId: z.string(), endpointId: z.string(), since: z.coerce.number<number>() }),
});
