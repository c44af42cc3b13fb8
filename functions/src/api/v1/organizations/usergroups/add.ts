import * as z from "zod";
import add from "#api/v2/organizations/usergroups/add";
import { UserGroups } from "#domain/organizations/user-group";
import { earlierVersion } from "#http/endpoint";
import { Id } from "#platform/shapes/fields";

export default earlierVersion(add, {
  path: "/v1/organizations/usergroups/add",
  cost: { reads: 2, leastReads: 1, writes: 1, trips: 2, note: "It also reads the organization." },
  // It does not create the organization, and groups have no events of their own.
  emits: undefined,
  input: z.object({ organizationId: Id, organizationUserGroups: UserGroups }),
  example: { organizationId: "acme", organizationUserGroups: [{ groupId: "designers", groupName: "Designers" }] },
});
