import type { Job } from "#src/jobs";
import { leaveAllGroups } from "#store/groups";

/**
 * Takes users out of every group of an organization that they have left.
 * Payload: `organization` (path in the store), `userIds`, `leftAt` (ms). Memberships that are younger stay.
 */
export const leaveGroups: Job = async ({ store }, { organization, userIds, leftAt }) => {
  if (typeof organization !== "string" || !Array.isArray(userIds)) throw new Error("payload of another job");
  await leaveAllGroups(store, { organization, userIds, leftAt: Number(leftAt) });
};
