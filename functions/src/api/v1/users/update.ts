import * as z from "zod";
import update from "#api/v2/users/update";
import { UserChangesWithoutRole } from "#domain/organizations/user";
import { earlierVersion } from "#http/endpoint";
import { folderOrDocument, placeFields } from "#platform/shapes/place";

export default earlierVersion(update, {
  path: "/v1/users/update",
  input: z.object({ ...placeFields, users: UserChangesWithoutRole }).check(folderOrDocument),
  example: { organizationId: "acme", users: [{ userId: "ada", name: "Ada King" }] },
  // Roles are ignored, so no update is an administrative change.
  cost: { reads: 2, writes: 1, trips: 2 },
});
