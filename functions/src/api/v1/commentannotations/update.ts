import * as z from "zod";
import update from "#api/v2/commentannotations/update";
import {
  changesOrUsers,
  EarlierCommentAnnotationChange,
  oneOrListOfOne,
  UserReplacements,
} from "#domain/comments/comment-annotation-change";
import { threadsToChange } from "#domain/comments/thread-selection";
import { earlierVersion } from "#http/endpoint";
import { Id } from "#platform/shapes/fields";

export default earlierVersion(update, {
  path: "/v1/commentannotations/update",
  input: z
    .object({
      organizationId: Id,
      documentId: Id,
      ...threadsToChange,
      updatedData: oneOrListOfOne(EarlierCommentAnnotationChange).optional(),
      updateUsers: UserReplacements.optional(),
    })
    .check(changesOrUsers),
});
