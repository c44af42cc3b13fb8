import * as z from "zod";
import { declareJob } from "#queue/declare-job";

/** Deletes expired records every hour. `from` is the path of the tenant after which an interrupted sweep continues. */
export const sweepHourly = declareJob({
  name: "sweep",
  payload: z.object({ from: z.string().optional() }),
  concurrency: 1,
});
