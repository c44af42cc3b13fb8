import * as z from "zod";
import { transactItems } from "#domain/events/store/items";
import { readOrganizations, requireItem } from "#domain/organizations/store/organization-changes";
import { untilDeletionVisible } from "#domain/organizations/store/organizations";
import { purge } from "#domain/retention/jobs";
import { endpoint } from "#http/endpoint";
import { ItemResults, itemResults } from "#http/item-results";
import { ManyIds } from "#platform/shapes/fields";

export default endpoint({
  path: "/v2/organizations/delete",
  alsoAt: "/v1/organizations/delete",
  auth: "apiKey",
  kind: "write",
  audit: { action: "organization.delete", items: "organizationId" },
  exemptFromQuota: true,
  emits: ["organization.delete"],
  summary: "Delete organizations with all their users, groups, folders and documents.",
  input: z.object({ organizationIds: ManyIds }),
  output: ItemResults,
  cost: { reads: 1, writes: 3, trips: 2 },
  example: { organizationIds: ["globex"] },
  async handle(call, { organizationIds }) {
    const data = await transactItems(call, organizationIds, async (tx, batch, { later, emit }) => {
      const organizationsById = await readOrganizations(tx, call, batch);
      const paths: string[] = [];
      const results = itemResults(batch, String, (id) => {
        const { path } = requireItem(organizationsById.get(id));
        tx.update(path, { deleting: true });
        paths.push(path);
        emit({ type: "organization.delete", organizationId: id });
        return { id, message: "Deleted Successfully" };
      });
      if (paths.length > 0) later(purge, { paths });
      return results;
    });
    await untilDeletionVisible(call);
    return { message: "Organization(s) deleted successfully.", data };
  },
});
