import * as z from "zod";
import get from "#api/v2/notifications/config/get";
import { earlierVersion } from "#http/endpoint";
import { Id, Ids } from "#platform/fields";
import { unique } from "#platform/list";

export default earlierVersion(get, {
  path: "/v1/notifications/config/get",
  input: z.object({
    organizationId: Id,
    userId: Id,
    documentIds: unique(Ids),
    getOrganizationConfig: z.boolean().optional(),
  }),
});
