import { clearEditors } from "#domain/crdt/store/deletion";
import type { Job } from "#src/job";

/**
 * Deletes the editor data of a document. What was written since stays.
 * Payload: `collection` (path in the store), `until` (ms).
 */
export const clearCrdt: Job = async (context, { collection, until }) => {
  if (typeof collection !== "string") throw new Error("payload of another job");
  await clearEditors(context, collection, Number(until));
};
