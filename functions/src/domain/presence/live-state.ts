import * as z from "zod";
import { FreeObject } from "#platform/shapes/free-json";

/** Maximum size of a live state in bytes of JSON: the limit of a stored document, minus room for its path and times. */
export const MAX_LIVE_STATE_BYTES = 1_048_576 - 8_192;

/** Live state data (docs/behaviour.md#live-state). */
export const LiveState = z.object({
  liveStateDataId: z.string(),
  data: FreeObject,
  /** Milliseconds since 1970. */
  lastUpdated: z.number(),
});
export type LiveState = z.infer<typeof LiveState>;
