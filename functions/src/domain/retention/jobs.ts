import * as z from "zod";
import { declareJob } from "#queue/declare-job";

/** Deletes documents whose deletion has begun. `paths` in the store. */
export const purge = declareJob({
  name: "purge",
  payload: z.object({ paths: z.array(z.string()) }),
});
