import * as z from "zod";
import { declareJob } from "#queue/declare-job";

/** Deletes the data of people. `deletion` is the path of the deletion's record. */
export const deleteUserData = declareJob({
  name: "delete-user-data",
  payload: z.object({ deletion: z.string() }),
});
