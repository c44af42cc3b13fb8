import * as z from "zod";
import add from "#api/v2/organizations/usergroups/add";
import { UserGroups } from "#domain/organizations/user-group";
import { earlierVersion } from "#http/endpoint";
import { Id } from "#platform/fields";

export default earlierVersion(add, {
  path: "/v1/organizations/usergroups/add",
  // It makes no organization, and groups have no events of their own.
  emits: undefined,
  input: z.object({ organizationId: Id, organizationUserGroups: UserGroups }),
  example: { organizationId: "acme", organizationUserGroups: [{ groupId: "designers", groupName: "Designers" }] },
});
