import * as z from "zod";
import { transactItems } from "#domain/events/store/items";
import { readOrganizations, requireItem, updateOrganization } from "#domain/organizations/store/organization-changes";
import { endpoint } from "#http/endpoint";
import { ItemResults, itemResults } from "#http/item-results";
import { ManyIds } from "#platform/shapes/fields";

export default endpoint({
  path: "/v2/organizations/access/disablestate/update",
  alsoAt: "/v1/organizations/access/disablestate/update",
  auth: "apiKey",
  kind: "write",
  audit: { action: "organization.disableState.update", items: "organizationId" },
  exemptFromQuota: true,
  emits: ["organization.disable", "organization.enable"],
  summary: "Block all users' access to organizations, or restore it. The data stays as it is.",
  input: z.object({ organizationIds: ManyIds, disabled: z.boolean() }),
  output: ItemResults,
  cost: { reads: 1, writes: 2, trips: 2 },
  example: { organizationIds: ["acme"], disabled: true },
  async handle(call, { organizationIds, disabled }) {
    const data = await transactItems(call, organizationIds, async (tx, batch, { emit }) => {
      const organizationsById = await readOrganizations(tx, call, batch);
      return itemResults(batch, String, (id) => {
        updateOrganization(tx, emit, requireItem(organizationsById.get(id)), { disabled, lastUpdated: call.now() });
        return { id, message: "Updated disable state for organization Successfully" };
      });
    });
    return { message: "Updated disable state for Organization(s) successfully.", data };
  },
});
