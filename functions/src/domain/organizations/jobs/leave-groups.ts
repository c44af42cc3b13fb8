import { leaveGroups } from "#domain/organizations/jobs";
import { leaveAllGroups } from "#domain/organizations/store/groups";
import { leaveAllPlaces } from "#domain/organizations/store/leaving";
import { type StoredOrganization, unlessDeleting } from "#domain/organizations/store/organizations";
import { organizationBeingMigrated } from "#src/errors";
import { job } from "#src/job";

/**
 * Removes users who left an organization from all of its groups, and deletes their grants and memberships on its
 * folders and documents. Records that are newer than `leftAt` are kept.
 */
export default job(leaveGroups, async ({ store }, departure) => {
  const { organization } = departure;
  await leaveAllGroups(store, departure);
  const organizationDoc = unlessDeleting(await store.get<StoredOrganization>(organization));
  // A running migration could copy a record before it is deleted and so restore it.
  if (organizationDoc?.data.moving?.some(({ stage }) => stage === "moving")) throw organizationBeingMigrated();
  await leaveAllPlaces(store, departure);
});
