import * as z from "zod";
import { transactItems } from "#domain/events/store/items";
import {
  groupPath,
  memberPath,
  membershipEvent,
  newGroup,
  newMember,
  readGroup,
} from "#domain/organizations/store/groups";
import { userPath } from "#domain/organizations/store/members";
import { organizationPath } from "#domain/organizations/store/organizations";
import { endpoint } from "#http/endpoint";
import { ItemResults, itemResults } from "#http/item-results";
import { Id, ManyIds } from "#platform/shapes/fields";
import { notFound } from "#src/errors";

export default endpoint({
  path: "/v2/organizations/usergroups/users/add",
  alsoAt: "/v1/organizations/usergroups/users/add",
  auth: "apiKey",
  kind: "write",
  audit: false,
  emits: ["usergroup.user_add"],
  summary: "Add users of an organization to one of its user groups, which is created if it does not exist.",
  input: z.object({ organizationId: Id, organizationUserGroupId: Id, userIds: ManyIds }),
  output: ItemResults,
  cost: { reads: 4, writes: 1, trips: 2 },
  example: { organizationId: "acme", organizationUserGroupId: "engineers", userIds: ["lin"] },
  async handle(call, { userIds, ...place }) {
    const { organizationUserGroupId } = place;
    const organization = organizationPath(call, place.organizationId);
    const data = await transactItems(call, userIds, async (tx, batch, { emit }) => {
      const [group, users, members] = await Promise.all([
        readGroup(tx, call, place),
        tx.getMany(batch.map((userId) => userPath(organization, userId))),
        tx.getMany(batch.map((userId) => memberPath(organization, organizationUserGroupId, userId))),
      ]);
      const groupAt = groupPath(organization, organizationUserGroupId);
      if (!group) tx.create(groupAt, newGroup(call, organizationUserGroupId));
      const present = new Set(users.map((user) => user?.id));
      const joined = new Set(members.map((member) => member?.id));
      const join = (userId: string) => {
        if (!present.has(userId)) throw notFound("user");
        const path = memberPath(organization, organizationUserGroupId, userId);
        tx.set(path, newMember(call, organizationUserGroupId, userId));
        if (!joined.has(userId)) emit(membershipEvent("usergroup.user_add", place, userId));
        return { message: "User added to organization user group." };
      };
      return itemResults(batch, String, join, { organizationUserGroupId });
    });
    return { message: "Added organization users to group successfully.", data };
  },
});
