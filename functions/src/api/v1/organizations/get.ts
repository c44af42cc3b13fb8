import * as z from "zod";
import get from "#api/v2/organizations/get";
import { earlierVersion } from "#http/endpoint";
import { Ids } from "#platform/fields";

export default earlierVersion(get, {
  path: "/v1/organizations/get",
  requires: undefined,
  summary:
    "Read organizations: those that are named, or the first 1,000. The nextPageToken of a longer list leads on in v2.",
  input: z.object({ organizationIds: Ids.optional() }).transform((filter) => ({ ...filter, pageSize: 1000 })),
});
