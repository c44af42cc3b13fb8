import * as z from "zod";
import get from "#api/v2/users/get";
import { earlierVersion } from "#http/endpoint";
import { Ids } from "#platform/fields";
import { folderOrDocument, placeFields } from "#platform/place";

export default earlierVersion(get, {
  path: "/v1/users/get",
  requires: undefined,
  summary:
    "Read the users of an organization, or of one of its folders or documents: the first 1,000. To read the rest of a longer list, pass its nextPageToken to the v2 endpoint.",
  input: z
    .object({ ...placeFields, userIds: Ids.optional(), organizationUserGroupIds: Ids.optional() })
    .refine(...folderOrDocument)
    .transform((filter) => ({ ...filter, pageSize: 1000 })),
});
