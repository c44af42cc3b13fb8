import * as z from "zod";
import { transactItems } from "#domain/events/store/items";
import { OrganizationChanges } from "#domain/organizations/organization";
import {
  readOrganizations,
  requireItem,
  toOrganizationPatch,
  updateOrganization,
} from "#domain/organizations/store/organization-changes";
import { endpoint } from "#http/endpoint";
import { ItemResults, itemResults } from "#http/item-results";

export default endpoint({
  path: "/v2/organizations/update",
  alsoAt: "/v1/organizations/update",
  auth: "apiKey",
  kind: "write",
  audit: false,
  emits: ["organization.update"],
  summary: "Change names and custom fields of organizations; null removes a field.",
  input: z.object({ organizations: OrganizationChanges }),
  output: ItemResults,
  cost: { reads: 1, writes: 1, trips: 2 },
  example: { organizations: [{ organizationId: "acme", organizationName: "Acme International", plan: "enterprise" }] },
  async handle(call, { organizations }) {
    const data = await transactItems(call, organizations, async (tx, batch, { emit }) => {
      const ids = batch.map(({ organizationId }) => organizationId);
      const organizationsById = await readOrganizations(tx, call, ids);
      return itemResults(
        batch,
        ({ organizationId }) => organizationId,
        (input) => {
          const organization = requireItem(organizationsById.get(input.organizationId));
          updateOrganization(tx, emit, organization, toOrganizationPatch(call, organization.data, input));
          return { id: organization.id, message: "Updated Successfully" };
        },
      );
    });
    return { message: "Organization(s) updated successfully.", data };
  },
});
