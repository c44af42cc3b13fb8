import { z } from "zod";
import { commentsChanged } from "#domain/comment-events";
import { commentResults } from "#domain/comment-selection";
import { updateComments } from "#domain/comment-thread";
import { endpoint } from "#http/endpoint";
import { CommentChange } from "#model/comment";
import { CommentResults, ManyCommentIds, refuseSameComments, threadFields } from "#model/comment-selection";
import { transactChange } from "#store/change";
import { loadThread, saveThread } from "#store/comments";
import { emitOn } from "#store/thread-events";

export default endpoint({
  path: "/v2/commentannotations/comments/update",
  auth: "apiKey",
  kind: "write",
  emits: ["comment.reaction_add", "comment.reaction_delete", "comment.update"],
  summary: "Change comments of a thread, all in the same way. What is left out stays, null takes a field away.",
  input: z.object({ ...threadFields, commentIds: ManyCommentIds, updatedData: CommentChange }),
  output: CommentResults,
  example: {
    organizationId: "acme",
    documentId: "homepage",
    annotationId: "headline",
    commentIds: [1],
    updatedData: { commentText: "Much shorter, please." },
  },
  async handle(call, { commentIds, updatedData, ...place }) {
    refuseSameComments(commentIds);
    const data = await transactChange(call, async (tx, { emit }) => {
      const thread = await loadThread(tx, call, place);
      const changed = updateComments(thread, commentIds, updatedData, call.now());
      saveThread(tx, call, place, thread, changed);
      emitOn(place, emit, commentsChanged(thread, changed));
      return commentResults(thread.comments, commentIds, "Updated successfully");
    });
    return { message: "Comment updated successfully.", data };
  },
});
