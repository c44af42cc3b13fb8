import * as z from "zod";
import update from "#api/v2/organizations/folders/access/update";
import { earlierVersion } from "#http/endpoint";
import { AccessType, Id, ManyIds } from "#platform/shapes/fields";

export default earlierVersion(update, {
  path: "/v1/organizations/folders/access/update",
  input: z.object({ organizationId: Id, folderIds: ManyIds, accessType: AccessType.optional() }),
});
