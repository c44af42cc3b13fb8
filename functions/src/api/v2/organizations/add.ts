import * as z from "zod";
import { transactItems } from "#domain/events/store/items";
import { OrganizationsFields } from "#domain/organizations/organization";
import {
  readOrganizations,
  toOrganizationPatch,
  toStoredOrganization,
  updateOrganization,
} from "#domain/organizations/store/organization-changes";
import { organizationPath, refuseWhileDeleting } from "#domain/organizations/store/organizations";
import { endpoint } from "#http/endpoint";
import { ItemResults, itemResults } from "#http/item-results";

export default endpoint({
  path: "/v2/organizations/add",
  alsoAt: "/v1/organizations/add",
  auth: "apiKey",
  kind: "write",
  audit: false,
  emits: ["organization.add", "organization.update"],
  summary: "Add organizations; an organization that exists is updated.",
  input: z.object({ organizations: OrganizationsFields }),
  output: ItemResults,
  cost: { reads: 1, writes: 1, trips: 2 },
  example: { organizations: [{ organizationId: "initech", organizationName: "Initech", plan: "team" }] },
  async handle(call, { organizations }) {
    const data = await transactItems(call, organizations, async (tx, batch, { emit }) => {
      const ids = batch.map(({ organizationId }) => organizationId);
      const organizationsById = await readOrganizations(tx, call, ids);
      return itemResults(
        batch,
        ({ organizationId }) => organizationId,
        (input) => {
          const id = input.organizationId;
          const organization = organizationsById.get(id);
          refuseWhileDeleting(organization, "organization");
          if (organization)
            updateOrganization(tx, emit, organization, toOrganizationPatch(call, organization.data, input));
          else {
            tx.create(organizationPath(call, id), toStoredOrganization(call, input));
            const { organizationName } = input;
            emit({ type: "organization.add", organizationId: id, data: { organizationName } });
          }
          return { id, message: "Added Successfully" };
        },
      );
    });
    return { message: "Organization(s) added successfully.", data };
  },
});
