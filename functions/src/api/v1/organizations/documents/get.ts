import * as z from "zod";
import get from "#api/v2/organizations/documents/get";
import { earlierVersion } from "#http/endpoint";
import { Id, Ids, PageSize, PageToken } from "#platform/fields";

export default earlierVersion(get, {
  path: "/v1/organizations/documents/get",
  requires: undefined,
  input: z.object({
    organizationId: Id,
    documentIds: Ids.optional(),
    pageSize: PageSize,
    pageToken: PageToken.optional(),
  }),
  example: { organizationId: "acme", documentIds: ["homepage", "roadmap"] },
});
