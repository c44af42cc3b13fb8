import * as z from "zod";
import { Comment } from "#domain/comments/comment";
import { CommentIds, threadFields } from "#domain/comments/comment-selection";
import { type CommentPosition, commentPage } from "#domain/comments/results";
import { loadThread } from "#domain/comments/store/threads";
import { toComment } from "#domain/comments/thread";
import { documentOf } from "#http/auth/user-rule";
import { endpoint } from "#http/endpoint";
import { fromPageToken, toPageToken } from "#http/page-token";
import { Ids, PageSize, PageToken } from "#platform/shapes/fields";

export default endpoint({
  path: "/v2/commentannotations/comments/get",
  auth: "apiKey",
  user: { action: "read", on: documentOf },
  requires: "advancedQueries",
  kind: "read",
  summary: "Read the comments of a thread, oldest first, or by id. An unknown id yields null.",
  input: z.object({
    ...threadFields,
    /** Only comments that these users wrote. */
    userIds: Ids.optional(),
    commentIds: CommentIds.optional(),
    pageSize: PageSize,
    pageToken: PageToken.optional(),
  }),
  output: z.array(Comment.nullable()),
  cost: { reads: 2, writes: 0, trips: 1, byUser: { reads: 6, writes: 0, trips: 2 } },
  example: { organizationId: "acme", documentId: "homepage", annotationId: "headline" },
  async handle(call, { userIds, commentIds, pageSize, pageToken, ...place }) {
    const message = "Comments retrieved successfully.";
    const query = ["comments", place, userIds ?? null, commentIds ?? null];
    const after = fromPageToken(call, query, pageToken) as CommentPosition | undefined;
    const { comments } = await loadThread(call.store, call, place);
    const selectedComments = userIds ? comments.filter(({ from }) => userIds.includes(from.userId)) : comments;
    if (commentIds) {
      const byId = new Map(selectedComments.map((comment) => [comment.commentId, toComment(comment)]));
      return { message, data: commentIds.map((id) => byId.get(id) ?? null) };
    }
    const { page, end } = commentPage(selectedComments, pageSize, after);
    return { message, data: page.map(toComment), nextPageToken: toPageToken(call, query, end) };
  },
});
