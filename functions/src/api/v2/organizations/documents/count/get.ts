import * as z from "zod";
import { countDocuments, MAX_COUNTED } from "#domain/documents/store/counts";
import { endpoint } from "#http/endpoint";
import { Id } from "#platform/shapes/fields";

export default endpoint({
  path: "/v2/organizations/documents/count/get",
  auth: "apiKey",
  requires: "advancedQueries",
  kind: "read",
  summary: `Count the documents of an organization, or those directly in one of its folders or at its top. Counting stops at ${MAX_COUNTED.toLocaleString("en")}.`,
  input: z.object({
    organizationId: Id,
    /** Id of a folder, or `root` for the documents at the top level of the organization. */
    folderId: Id.optional(),
  }),
  output: z.object({ count: z.number() }),
  cost: { reads: 3, writes: 0, trips: 1 },
  example: { organizationId: "acme", folderId: "designs" },
  async handle(call, place) {
    return { message: "Document count retrieved successfully.", data: { count: await countDocuments(call, place) } };
  },
});
