import * as z from "zod";
import update from "#api/v2/commentannotations/update";
import { earlierVersion } from "#http/endpoint";
import { EarlierCommentAnnotationChange, oneOrListOfOne, UserReplacements } from "#model/comment-annotation-change";
import { Id } from "#model/fields";
import { threadsToChange } from "#model/thread-selection";

export default earlierVersion(update, {
  path: "/v1/commentannotations/update",
  input: z.object({
    organizationId: Id,
    documentId: Id,
    ...threadsToChange,
    updatedData: oneOrListOfOne(EarlierCommentAnnotationChange).optional(),
    updateUsers: UserReplacements.optional(),
  }),
});
