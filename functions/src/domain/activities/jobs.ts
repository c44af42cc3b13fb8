import * as z from "zod";
import { declareJob } from "#queue/declare-job";

/** Deletes the activities of a document, of an entity, or of both. `organization` is a path in the store; `until` is in ms. */
export const deleteActivities = declareJob({
  name: "delete-activities",
  payload: z.object({
    organization: z.string(),
    until: z.coerce.number<number>(),
    documentId: z.string().optional(),
    targetEntityId: z.string().optional(),
  }),
});
