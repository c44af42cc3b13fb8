import * as z from "zod";
import { deleteGroup } from "#domain/organizations/store/delete-group";
import { endpoint } from "#http/endpoint";
import { ItemResults, itemResults } from "#http/item-results";
import { FewIds, Id } from "#platform/shapes/fields";
import { notFound } from "#src/errors";

export default endpoint({
  path: "/v2/organizations/usergroups/delete",
  auth: "apiKey",
  kind: "write",
  audit: { action: "usergroup.delete", target: ({ organizationId }) => ({ organizationId }) },
  exemptFromQuota: true,
  emits: ["usergroup.user_delete"],
  summary: "Delete user groups of an organization. Their members stay in the organization.",
  input: z.object({ organizationId: Id, organizationUserGroupIds: FewIds }),
  output: ItemResults,
  cost: { reads: 3, writes: 3, trips: 2 },
  example: { organizationId: "acme", organizationUserGroupIds: ["engineers"] },
  async handle(call, { organizationId, organizationUserGroupIds: groupIds }) {
    const deleted = new Set<string>();
    for (const organizationUserGroupId of groupIds)
      if (await deleteGroup(call, { organizationId, organizationUserGroupId })) deleted.add(organizationUserGroupId);
    const data = itemResults(groupIds, String, (id) => {
      if (!deleted.has(id)) throw notFound("group");
      return { id, message: "Organization user group deleted." };
    });
    return { message: "Organization user group(s) deleted successfully.", data };
  },
});
