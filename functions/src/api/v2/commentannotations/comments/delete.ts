import { z } from "zod";
import { commentsDeleted } from "#domain/comment-events";
import { commentResults } from "#domain/comment-selection";
import { deleteComments } from "#domain/comment-thread";
import { endpoint } from "#http/endpoint";
import { CommentResults, ManyCommentIds, refuseSameComments, threadFields } from "#model/comment-selection";
import { transactChange } from "#store/change";
import { loadThread, saveThread } from "#store/comments";
import { emitOn } from "#store/thread-events";

export default endpoint({
  path: "/v2/commentannotations/comments/delete",
  auth: "apiKey",
  kind: "write",
  emits: ["comment.delete"],
  summary: "Delete comments of a thread: those that are named, or all. The thread stays.",
  input: z.object({ ...threadFields, commentIds: ManyCommentIds.optional() }),
  output: CommentResults,
  example: { organizationId: "acme", documentId: "homepage", annotationId: "headline", commentIds: [1] },
  async handle(call, { commentIds, ...place }) {
    if (commentIds) refuseSameComments(commentIds);
    const data = await transactChange(call, async (tx, { emit }) => {
      const thread = await loadThread(tx, call, place);
      const named = commentIds ?? thread.comments.map(({ commentId }) => commentId);
      const changed = deleteComments(thread, named, call.now());
      saveThread(tx, call, place, thread, changed);
      emitOn(place, emit, commentsDeleted(thread, changed));
      return commentResults(thread.comments, named, "Deleted successfully");
    });
    return { message: "Comments(s) deleted successfully.", data };
  },
});
