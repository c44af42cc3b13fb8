import * as z from "zod";
import { declareJob } from "#queue/declare-job";

/** Deletes the subtrees of documents whose deletion has begun. `paths` are paths in the store. */
export const purge = declareJob({
  name: "purge",
  payload: z.object({ paths: z.array(z.string()) }),
});
