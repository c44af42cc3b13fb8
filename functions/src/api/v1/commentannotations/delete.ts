import * as z from "zod";
import remove from "#api/v2/commentannotations/delete";
import { earlierVersion } from "#http/endpoint";
import { Id } from "#model/fields";
import { threadsToChange } from "#model/thread-selection";

export default earlierVersion(remove, {
  path: "/v1/commentannotations/delete",
  input: z.object({ organizationId: Id, documentId: Id, ...threadsToChange }),
});
