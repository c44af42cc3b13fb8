import * as z from "zod";
import { isOwn } from "#domain/comments/authors";
import { commentsDeleted } from "#domain/comments/comment-events";
import { CommentResults, ManyAuthors, ManyCommentIds, threadFields } from "#domain/comments/comment-selection";
import { commentResults } from "#domain/comments/results";
import { emitOn } from "#domain/comments/store/events";
import { loadThread, saveThread } from "#domain/comments/store/threads";
import { deleteComments, type ThreadComment } from "#domain/comments/thread";
import { transactChange } from "#domain/events/store/change";
import { documentOf } from "#http/auth/user-rule";
import { endpoint } from "#http/endpoint";

export default endpoint({
  path: "/v2/commentannotations/comments/delete",
  alsoAt: "/v1/commentannotations/comments/delete",
  auth: "apiKey",
  user: { action: "write", on: documentOf },
  kind: "write",
  audit: false,
  exemptFromQuota: true,
  emits: ["comment.delete"],
  summary:
    "Delete comments of a thread: by id, by author, or all of them. With a user token, users delete only their own comments. The thread stays.",
  input: z.object({
    ...threadFields,
    commentIds: ManyCommentIds.optional(),
    /** Only comments that these users wrote. */
    userIds: ManyAuthors.optional(),
  }),
  output: CommentResults,
  cost: { reads: 4, leastReads: 3, writes: 1, trips: 2, note: "It also reads the organization." },
  example: { organizationId: "acme", documentId: "homepage", annotationId: "headline", commentIds: [1] },
  async handle(call, { commentIds, userIds, ...place }) {
    const data = await transactChange(call, async (tx, { emit }) => {
      const thread = await loadThread(tx, call, place);
      const isAllowed = (comment: ThreadComment) => isOwn(call.user, comment);
      const selected = userIds ? thread.comments.filter(({ from }) => userIds.includes(from.userId)) : thread.comments;
      const own = idsOf(selected.filter(isAllowed));
      const named = commentIds ?? own;
      const removed = named.filter((id) => own.includes(id));
      const changed = deleteComments(thread, removed, call.now());
      saveThread(tx, call, place, thread, changed);
      emitOn({ call, place, emit }, commentsDeleted(thread, changed), changed, thread);
      return commentResults(selected, named, "Deleted successfully", isAllowed);
    });
    return { message: "Comments(s) deleted successfully.", data };
  },
});

function idsOf(comments: readonly ThreadComment[]): number[] {
  return comments.map(({ commentId }) => commentId);
}
