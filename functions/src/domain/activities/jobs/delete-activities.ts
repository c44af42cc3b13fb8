import { deleteAllActivities } from "#domain/activities/store/deletion";
import type { Job } from "#src/job";

/**
 * Deletes the activities of a document, of an entity, or of both.
 * Payload: `organization` (path in the store), `until` (ms: younger ones stay), `documentId` and `targetEntityId` where given.
 */
export const deleteActivities: Job = async ({ store }, { organization, until, documentId, targetEntityId }) => {
  if (typeof organization !== "string" || [documentId, targetEntityId].some(Array.isArray))
    throw new Error("payload of another job");
  const selection = { documentId, targetEntityId } as { documentId?: string; targetEntityId?: string };
  await deleteAllActivities(store, organization, { ...selection, until: Number(until) });
};
