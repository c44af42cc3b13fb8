import * as z from "zod";
import { declareJob } from "#queue/declare-job";

/** Measures what an API key stores. `startedAt` is in ms since 1970; a later measurement replaces this one. */
export const measureUsage = declareJob({
  name: "measureUsage",
  payload: z.object({ apiKeyId: z.string(), startedAt: z.number() }),
  background: true,
});
