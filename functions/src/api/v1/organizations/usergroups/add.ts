import { z } from "zod";
import add from "#api/v2/organizations/usergroups/add";
import { earlierVersion } from "#http/endpoint";
import { Id } from "#model/fields";
import { UserGroups } from "#model/user-group";

export default earlierVersion(add, {
  path: "/v1/organizations/usergroups/add",
  input: z.object({ organizationId: Id, organizationUserGroups: UserGroups }),
});
