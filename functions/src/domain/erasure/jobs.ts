import * as z from "zod";
import { declareJob } from "#queue/declare-job";

/** Deletes what people have written. `deletion` is the path of the record. */
export const deleteUserData = declareJob({
  name: "delete-user-data",
  payload: z.object({ deletion: z.string() }),
});
