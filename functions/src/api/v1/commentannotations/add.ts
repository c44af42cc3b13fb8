import * as z from "zod";
import add from "#api/v2/commentannotations/add";
import { earlierVersion } from "#http/endpoint";
import { EarlierCommentAnnotationInputs } from "#model/earlier-comment-annotation";
import { Id } from "#model/fields";

export default earlierVersion(add, {
  path: "/v1/commentannotations/add",
  input: z.object({ organizationId: Id, documentId: Id, commentAnnotations: EarlierCommentAnnotationInputs }),
});
