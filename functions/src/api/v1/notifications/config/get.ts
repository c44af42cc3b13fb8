import * as z from "zod";
import get from "#api/v2/notifications/config/get";
import { earlierVersion } from "#http/endpoint";
import { Id, Ids } from "#platform/shapes/fields";

export default earlierVersion(get, {
  path: "/v1/notifications/config/get",
  input: z.object({
    organizationId: Id,
    userId: Id,
    documentIds: Ids,
    getOrganizationConfig: z.boolean().optional(),
  }),
});
