import * as z from "zod";
import add from "#api/v2/organizations/documents/add";
import { DocumentsFields } from "#domain/documents/document";
import { earlierVersion } from "#http/endpoint";
import { Id } from "#platform/shapes/fields";

export default earlierVersion(add, {
  path: "/v1/organizations/documents/add",
  input: z.object({ organizationId: Id, folderId: Id.optional(), documents: DocumentsFields }),
});
