import * as z from "zod";
import get from "#api/v2/organizations/get";
import { earlierVersion } from "#http/endpoint";
import { Ids } from "#platform/shapes/fields";

export default earlierVersion(get, {
  path: "/v1/organizations/get",
  requires: undefined,
  summary:
    "Read organizations: by id, or the first 1,000. To read the rest of a longer list, pass its nextPageToken to the v2 endpoint.",
  input: z.object({ organizationIds: Ids.optional() }).transform((filter) => ({ ...filter, pageSize: 1000 })),
});
