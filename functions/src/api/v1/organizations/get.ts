import * as z from "zod";
import get from "#api/v2/organizations/get";
import { earlierVersion } from "#http/endpoint";
import { Ids, PageToken } from "#platform/shapes/fields";

export default earlierVersion(get, {
  path: "/v1/organizations/get",
  requires: undefined,
  summary: "Read organizations: by id, or all in pages of 1,000.",
  input: z
    .object({ organizationIds: Ids.optional(), pageToken: PageToken.optional() })
    .transform((filter) => ({ ...filter, pageSize: 1000 })),
});
