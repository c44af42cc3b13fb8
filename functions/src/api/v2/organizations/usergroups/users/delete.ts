import * as z from "zod";
import { transactItems } from "#domain/events/store/items";
import { deleteAllMembers, loadGroup, memberPath, membershipEvent } from "#domain/organizations/store/groups";
import { organizationPath } from "#domain/organizations/store/organizations";
import { endpoint } from "#http/endpoint";
import { ItemResults, itemResults } from "#http/item-results";
import { contractCheck } from "#platform/shapes/contract-check";
import { hasItems, hasValue } from "#platform/shapes/field-rules";
import { Id } from "#platform/shapes/fields";
import { MAX_ITEMS } from "#platform/shapes/limits";
import { unique } from "#platform/shapes/list";
import { notFound } from "#src/errors";

export default endpoint({
  path: "/v2/organizations/usergroups/users/delete",
  alsoAt: "/v1/organizations/usergroups/users/delete",
  auth: "apiKey",
  kind: "write",
  audit: false,
  exemptFromQuota: true,
  emits: ["usergroup.user_delete"],
  summary: "Remove users from a user group: by id, or every user with deleteAll, whatever ids are listed.",
  input: z
    .object({
      organizationId: Id,
      organizationUserGroupId: Id,
      /** May be empty with `deleteAll`. */
      userIds: unique(z.array(Id).max(MAX_ITEMS)).optional(),
      deleteAll: z.boolean().optional(),
    })
    .check(
      contractCheck(
        {
          anyOf: [hasValue("deleteAll", true), hasItems("userIds")],
        },
        ({ userIds = [], deleteAll }: { userIds?: unknown[] | undefined; deleteAll?: boolean | undefined }) =>
          deleteAll || userIds.length > 0,
        { path: ["userIds"], message: "must name users unless deleteAll is true." },
      ),
    ),
  output: ItemResults,
  cost: { reads: 3, writes: 1, trips: 2 },
  example: { organizationId: "acme", organizationUserGroupId: "engineers", userIds: ["ada"] },
  async handle(call, { userIds = [], deleteAll, ...place }) {
    const { organizationUserGroupId } = place;
    const message = "Deleted users from group successfully.";
    const removed = { message: "User deleted from organization user group." };
    const always = { organizationUserGroupId };
    if (deleteAll) {
      const memberIds = new Set(await deleteAllMembers(call, place));
      const leave = (userId: string) => {
        if (!memberIds.has(userId)) throw notFound("groupMember");
        return removed;
      };
      const data = itemResults([...memberIds.union(new Set(userIds))], String, leave, always);
      return { message, data };
    }
    const organization = organizationPath(call, place.organizationId);
    const data = await transactItems(call, userIds, async (tx, batch, { emit }) => {
      const paths = batch.map((userId) => memberPath(organization, organizationUserGroupId, userId));
      const [, members] = await Promise.all([loadGroup(tx, call, place), tx.getMany(paths)]);
      const byId = new Map(members.map((member) => [member?.id, member]));
      const leave = (userId: string) => {
        const member = byId.get(userId);
        if (!member) throw notFound("groupMember");
        tx.delete(member.path);
        emit(membershipEvent("usergroup.user_delete", place, userId));
        return removed;
      };
      return itemResults(batch, String, leave, always);
    });
    return { message, data };
  },
});
