import * as z from "zod";
import remove from "#api/v2/commentannotations/delete";
import { notificationField } from "#domain/comments/comment-selection";
import { threadsToChange } from "#domain/comments/thread-selection";
import { earlierVersion } from "#http/endpoint";
import { Id } from "#platform/shapes/fields";

export default earlierVersion(remove, {
  path: "/v1/commentannotations/delete",
  input: z.object({ organizationId: Id, documentId: Id, ...threadsToChange, ...notificationField }),
});
