import * as z from "zod";
import get from "#api/v2/commentannotations/get";
import { EarlierCommentAnnotation } from "#domain/comments/earlier-comment-annotation";
import { threadIds } from "#domain/comments/thread-selection";
import { toEarlierCommentAnnotation } from "#domain/comments/to-comment-annotation";
import { documentOf } from "#http/auth/user-rule";
import { endpoint } from "#http/endpoint";
import { mapInSlices } from "#platform/async/time-slice";
import { Id } from "#platform/shapes/fields";

export default endpoint({
  path: "/v1/commentannotations/get",
  auth: "apiKey",
  user: { action: "read", on: documentOf },
  kind: "read",
  summary: "Read the comment threads of a document: by id, or the 1,000 most recently changed, newest first.",
  input: z.object({ organizationId: Id, documentId: Id, ...threadIds }),
  output: z.array(EarlierCommentAnnotation.nullable()),
  forms: [{ when: { annotationIds: [undefined] }, output: z.array(EarlierCommentAnnotation) }],
  cost: { reads: 5, writes: 0, trips: 1, byUser: { reads: 9, writes: 0, trips: 2 } },
  example: { organizationId: "acme", documentId: "homepage" },
  async handle(call, selection) {
    const { message, data } = await get.handle(call, { ...selection, pageSize: 1000 });
    const threads = Array.isArray(data) ? data : [];
    return { message, data: await mapInSlices(threads, (thread) => thread && toEarlierCommentAnnotation(thread)) };
  },
});
