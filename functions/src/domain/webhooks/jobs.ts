import * as z from "zod";
import { declareJob } from "#queue/declare-job";

/**
 * Delivers pending messages to an endpoint. Each endpoint has one task, and helper tasks while it is busy, so the
 * concurrency bounds the endpoints served at once.
 */
export const deliver = declareJob({
  name: "deliver",
  payload: z.object({
    apiKeyId: z.string(),
    endpointId: z.string(),
    /** How many deliveries the previous run started, and the time of the last one: `<count>@<ms since 1970>`. */
    started: z.string().optional(),
    /** Until when the rate limit prevents further starts, in ms since 1970; empty when it does not. */
    pausedUntil: z.string().optional(),
    /** Slots of deliveries that have their own workers, separated by commas. */
    helped: z.string().optional(),
    /** The one slot that this worker helps with. If omitted: all slots that have no worker of their own. */
    slot: z.number().optional(),
  }),
  concurrency: 500,
  background: true,
});

/** Resends the deliveries that an endpoint has missed. `since` is in ms since 1970. */
export const recoverDeliveries = declareJob({
  name: "recover-deliveries",
  payload: z.object({ apiKeyId: z.string(), endpointId: z.string(), since: z.coerce.number<number>() }),
});
