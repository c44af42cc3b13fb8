import * as z from "zod";
import add from "#api/v2/organizations/documents/add";
import { earlierVersion } from "#http/endpoint";
import { DocumentsFields } from "#model/document";
import { Id } from "#model/fields";

export default earlierVersion(add, {
  path: "/v1/organizations/documents/add",
  input: z.object({ organizationId: Id, folderId: Id.optional(), documents: DocumentsFields }),
});
