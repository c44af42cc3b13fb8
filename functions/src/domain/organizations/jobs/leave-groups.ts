import { leaveGroups } from "#domain/organizations/jobs";
import { leaveAllGroups } from "#domain/organizations/store/groups";
import { leaveAllPlaces } from "#domain/organizations/store/leaving";
import { present, type StoredOrganization } from "#domain/organizations/store/organizations";
import { organizationBeingMigrated } from "#src/errors";
import { job } from "#src/job";

/**
 * Takes users who have left an organization out of every group of it, and what they hold on its folders and documents away.
 * What is younger than `leftAt` stays.
 */
export default job(leaveGroups, async ({ store }, left) => {
  const { organization } = left;
  await leaveAllGroups(store, left);
  const found = present(await store.get<StoredOrganization>(organization));
  // What is copied while it is taken away could come back.
  if (found?.data.moving?.some(({ stage }) => stage === "moving")) throw organizationBeingMigrated();
  await leaveAllPlaces(store, left);
});
