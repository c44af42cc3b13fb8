import * as z from "zod";
import update from "#api/v2/users/update";
import { earlierVersion } from "#http/endpoint";
import { folderOrDocument, placeFields } from "#model/place";
import { UsersWithoutRole } from "#model/user";

export default earlierVersion(update, {
  path: "/v1/users/update",
  input: z.object({ ...placeFields, users: UsersWithoutRole }).refine(...folderOrDocument),
});
