import * as z from "zod";
import { isOwn } from "#domain/comments/authors";
import { commentsDeleted } from "#domain/comments/comment-events";
import {
  CommentResults,
  commentsToChange,
  notificationField,
  selectComments,
  threadFields,
} from "#domain/comments/comment-selection";
import { commentResults } from "#domain/comments/results";
import { emitThreadEvents } from "#domain/comments/store/events";
import { loadThreadForChange, saveThread } from "#domain/comments/store/threads";
import { deleteComments, type ThreadComment } from "#domain/comments/thread";
import { transactChange } from "#domain/events/store/change";
import { asksToNotify, withNotices } from "#domain/notifications/store/notice-settings";
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
  input: z.object({ ...threadFields, ...commentsToChange, ...notificationField }),
  output: CommentResults,
  cost: { reads: 2, writes: 1, trips: 2, byUser: { reads: 9, writes: 1, trips: 3 } },
  example: { organizationId: "acme", documentId: "homepage", annotationId: "headline", commentIds: [1] },
  async handle(keyCall, { commentIds, userIds, triggerNotification, ...place }) {
    const call = withNotices(keyCall, asksToNotify(keyCall, { triggerNotification }));
    const data = await transactChange(call, async (tx, { emit }) => {
      const thread = await loadThreadForChange(tx, call, place);
      const isAllowed = (comment: ThreadComment) => isOwn(call.user, comment);
      const { ids, answered, byAuthors } = selectComments(thread.comments, { commentIds, userIds }, isAllowed);
      const changed = deleteComments(thread, ids, call.now());
      saveThread(tx, call, place, thread, changed);
      emitThreadEvents({ call, place, emit }, commentsDeleted(thread, changed), changed, thread);
      return commentResults(byAuthors, answered, "Deleted successfully", isAllowed);
    });
    return { message: "Comments(s) deleted successfully.", data };
  },
});
