import * as z from "zod";
import add from "#api/v2/users/add";
import { earlierVersion } from "#http/endpoint";
import { folderOrDocument, placeFields } from "#model/place";
import { UsersWithoutRole } from "#model/user";

export default earlierVersion(add, {
  path: "/v1/users/add",
  input: z.object({ ...placeFields, users: UsersWithoutRole }).refine(...folderOrDocument),
});
