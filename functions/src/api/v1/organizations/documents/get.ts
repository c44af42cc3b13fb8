import * as z from "zod";
import get from "#api/v2/organizations/documents/get";
import { earlierVersion } from "#http/endpoint";
import { Id, Ids, PageSize, PageToken } from "#platform/shapes/fields";

export default earlierVersion(get, {
  path: "/v1/organizations/documents/get",
  cost: {
    reads: 3,
    writes: 0,
    trips: 2,
    byUser: { reads: 13, writes: 0, trips: 4 },
    extraTrip: "The reply names the folders, which are known only once the documents have been read.",
  },
  requires: undefined,
  input: z.object({
    organizationId: Id,
    documentIds: Ids.optional(),
    pageSize: PageSize,
    pageToken: PageToken.optional(),
  }),
  example: { organizationId: "acme", documentIds: ["homepage", "roadmap"] },
});
