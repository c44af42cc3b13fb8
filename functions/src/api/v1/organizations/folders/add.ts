import * as z from "zod";
import add from "#api/v2/organizations/folders/add";
import { FoldersWithoutAccessType } from "#domain/documents/folder";
import { earlierVersion } from "#http/endpoint";
import { Id } from "#platform/shapes/fields";

export default earlierVersion(add, {
  path: "/v1/organizations/folders/add",
  input: z.object({ organizationId: Id, folders: FoldersWithoutAccessType }),
});
