import * as z from "zod";
import { countUsers, MAX_COUNTED } from "#domain/documents/store/counts";
import { endpoint } from "#http/endpoint";
import { folderOrDocument, placeFields } from "#platform/shapes/place";

export default endpoint({
  path: "/v2/users/count/get",
  auth: "apiKey",
  requires: "advancedQueries",
  kind: "read",
  summary: `Count the users of an organization, or of one of its folders or documents. Counting stops at ${MAX_COUNTED.toLocaleString("en")}.`,
  input: z.object(placeFields).check(folderOrDocument),
  output: z.object({ count: z.number() }),
  cost: { reads: 1, writes: 0, trips: 1 },
  example: { organizationId: "acme" },
  async handle(call, place) {
    return { message: "User count retrieved successfully.", data: { count: await countUsers(call, place) } };
  },
});
