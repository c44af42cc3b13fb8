import * as z from "zod";
import { transactItems } from "#domain/events/store/items";
import { groupPath, newGroup } from "#domain/organizations/store/groups";
import { ensureOrganization, organizationPath, requireOrganization } from "#domain/organizations/store/organizations";
import { UserGroups } from "#domain/organizations/user-group";
import { endpoint } from "#http/endpoint";
import { ItemResults, itemResults } from "#http/item-results";
import { Id } from "#platform/shapes/fields";

export default endpoint({
  path: "/v2/organizations/usergroups/add",
  auth: "apiKey",
  kind: "write",
  audit: false,
  emits: ["organization.add"],
  summary: "Add user groups to an organization; a group that exists is renamed.",
  input: z.object({
    organizationId: Id,
    createOrganization: z.boolean().optional(),
    organizationUserGroups: UserGroups,
  }),
  output: ItemResults,
  cost: { reads: 2, writes: 2, trips: 2 },
  example: {
    organizationId: "initech",
    createOrganization: true,
    organizationUserGroups: [{ groupId: "designers", groupName: "Designers" }],
  },
  async handle(call, { organizationId, createOrganization, organizationUserGroups }) {
    const path = organizationPath(call, organizationId);
    const data = await transactItems(call, organizationUserGroups, async (tx, batch, { emit }) => {
      const groupPaths = batch.map(({ groupId }) => groupPath(path, groupId));
      const [organization, ...groups] = await tx.getMany([path, ...groupPaths]);
      if (createOrganization) ensureOrganization(tx, call, organizationId, organization, emit);
      else requireOrganization(organization);
      const existing = new Set(groups.map((group) => group?.path));
      return itemResults(
        batch,
        ({ groupId }) => groupId,
        ({ groupId: id, groupName }) => {
          const at = groupPath(path, id);
          if (!existing.has(at)) tx.create(at, newGroup(call, id, groupName));
          else if (groupName !== undefined) tx.update(at, { groupName });
          return { id, message: "Organization user group added." };
        },
      );
    });
    return { message: "Organization User Groups added successfully.", data };
  },
});
