import * as z from "zod";
import add from "#api/v2/commentannotations/add";
import { EarlierCommentAnnotationInputs } from "#domain/comments/earlier-comment-annotation";
import { earlierVersion } from "#http/endpoint";
import { Id } from "#platform/shapes/fields";

export default earlierVersion(add, {
  path: "/v1/commentannotations/add",
  input: z.object({ organizationId: Id, documentId: Id, commentAnnotations: EarlierCommentAnnotationInputs }),
});
