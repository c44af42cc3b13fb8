import * as z from "zod";
import { transactItems } from "#domain/events/store/items";
import { deleteAllMembers, loadGroup, memberPath, membershipEvent } from "#domain/organizations/store/groups";
import { organizationPath } from "#domain/organizations/store/organizations";
import { endpoint } from "#http/endpoint";
import { ItemResults, itemResults } from "#http/item-results";
import { Id, ManyIds } from "#platform/fields";
import { notFound } from "#src/errors";

export default endpoint({
  path: "/v2/organizations/usergroups/users/delete",
  alsoAt: "/v1/organizations/usergroups/users/delete",
  auth: "apiKey",
  kind: "write",
  exemptFromQuota: true,
  emits: ["usergroup.user_delete"],
  summary: "Take users out of a user group: those that are named, or all of them.",
  input: z
    .object({
      organizationId: Id,
      organizationUserGroupId: Id,
      userIds: ManyIds.optional(),
      deleteAll: z.boolean().optional(),
    })
    .refine(({ userIds, deleteAll }) => (userIds !== undefined) !== (deleteAll === true), {
      path: ["userIds"],
      message: "must be given unless deleteAll is true, and not together with it.",
    }),
  output: ItemResults,
  cost: { reads: 4, leastReads: 3, writes: 1, trips: 2, note: "It also reads the organization." },
  example: { organizationId: "acme", organizationUserGroupId: "engineers", userIds: ["ada"] },
  async handle(call, { userIds, deleteAll: _, ...place }) {
    const { organizationUserGroupId } = place;
    const message = "Deleted users from group successfully.";
    const removed = { organizationUserGroupId, message: "User deleted from organization user group." };
    if (!userIds) return { message, data: itemResults(await deleteAllMembers(call, place), String, () => removed) };
    const organization = organizationPath(call, place.organizationId);
    const data = await transactItems(call, userIds, async (tx, batch, { emit }) => {
      const paths = batch.map((userId) => memberPath(organization, organizationUserGroupId, userId));
      const [, members] = await Promise.all([loadGroup(tx, call, place), tx.getMany(paths)]);
      const byId = new Map(members.map((member) => [member?.id, member]));
      return itemResults(batch, String, (userId) => {
        const member = byId.get(userId);
        if (!member) throw notFound("user");
        tx.delete(member.path);
        emit(membershipEvent("usergroup.user_delete", place, userId));
        return removed;
      });
    });
    return { message, data };
  },
});
