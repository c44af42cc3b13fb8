import { leaveAllGroups } from "#domain/organizations/store/groups";
import { leaveAllPlaces } from "#domain/organizations/store/leaving";
import { present, type StoredOrganization } from "#domain/organizations/store/organizations";
import { ApiError } from "#platform/error";
import type { Job } from "#src/job";

/**
 * Takes users who have left an organization out of every group of it, and what they hold on its folders and documents away.
 * Payload: `organization` (path in the store), `userIds`, `leftAt` (ms). What is younger stays.
 */
export const leaveGroups: Job = async ({ store }, { organization, userIds, leftAt }) => {
  if (typeof organization !== "string" || !Array.isArray(userIds)) throw new Error("payload of another job");
  const left = { organization, userIds, leftAt: Number(leftAt) };
  await leaveAllGroups(store, left);
  const found = present(await store.get<StoredOrganization>(organization));
  // What is copied while it is taken away could come back.
  if (found?.data.moving?.some(({ stage }) => stage === "moving"))
    throw new ApiError("ABORTED", "Documents are being migrated. Try again in a moment.");
  await leaveAllPlaces(store, left);
};
