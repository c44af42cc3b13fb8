import * as z from "zod";
import { declareJob } from "#queue/declare-job";

/** Deletes what is past its time, every hour. `from` is the path of the tenant where a sweep was cut off. */
export const sweepHourly = declareJob({
  name: "sweep",
  payload: z.object({ from: z.string().optional() }),
  concurrency: 1,
});
