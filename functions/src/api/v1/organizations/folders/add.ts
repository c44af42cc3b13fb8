import * as z from "zod";
import add from "#api/v2/organizations/folders/add";
import { NewFolders } from "#domain/documents/folder";
import { earlierVersion } from "#http/endpoint";
import { Id } from "#platform/shapes/fields";

export default earlierVersion(add, {
  path: "/v1/organizations/folders/add",
  input: z.object({
    organizationId: Id,
    folders: NewFolders.transform((folders) => folders.map(({ accessType: _ignored, ...folder }) => folder)),
  }),
});
