import * as z from "zod";
import add from "#api/v2/users/add";
import { UsersWithoutRole } from "#domain/organizations/user";
import { earlierVersion } from "#http/endpoint";
import { folderOrDocument, placeFields } from "#platform/shapes/place";

export default earlierVersion(add, {
  path: "/v1/users/add",
  input: z.object({ ...placeFields, users: UsersWithoutRole }).check(folderOrDocument),
});
