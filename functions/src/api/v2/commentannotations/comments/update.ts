import * as z from "zod";
import { commentLog } from "#domain/activities/store/comment-log";
import { mayChange } from "#domain/comments/authors";
import { CommentChange } from "#domain/comments/comment";
import { commentsChanged } from "#domain/comments/comment-events";
import { CommentResults, commentsToChange, selectComments, threadFields } from "#domain/comments/comment-selection";
import { commentResults } from "#domain/comments/results";
import { emitThreadEvents } from "#domain/comments/store/events";
import { loadThreadForChange, saveThread } from "#domain/comments/store/threads";
import { type ThreadComment, updateComments } from "#domain/comments/thread";
import { transactChange } from "#domain/events/store/change";
import { asksToNotify, withNotices } from "#domain/notifications/store/notice-settings";
import { documentOf } from "#http/auth/user-rule";
import { endpoint } from "#http/endpoint";

export default endpoint({
  path: "/v2/commentannotations/comments/update",
  alsoAt: "/v1/commentannotations/comments/update",
  auth: "apiKey",
  user: {
    action: "write",
    on: documentOf,
    author: ["updatedData.reactionAnnotations[].from"],
    times: ["updatedData.reactionAnnotations[].createdAt", "updatedData.reactionAnnotations[].lastUpdated"],
    administrative: ["updatedData.from"],
  },
  kind: "write",
  audit: false,
  emits: ["activity.add", "comment.reaction_add", "comment.reaction_delete", "comment.update"],
  summary:
    "Change comments of a thread, all in the same way: by id, by author, or all of them. Omitted fields stay unchanged, and null removes a field. With a user token, users change only their own comments, and their own reactions to any comment.",
  input: z.object({ ...threadFields, ...commentsToChange, updatedData: CommentChange }),
  output: CommentResults,
  cost: { reads: 2, writes: 1, trips: 2, byUser: { reads: 9, writes: 1, trips: 3 } },
  example: {
    organizationId: "acme",
    documentId: "homepage",
    annotationId: "headline",
    commentIds: [1],
    updatedData: { commentText: "Much shorter, please." },
  },
  async handle(keyCall, { commentIds, userIds, updatedData, ...place }) {
    const call = withNotices(keyCall, asksToNotify(keyCall, updatedData));
    const log = await commentLog(call, updatedData.triggerActivities === true);
    const data = await transactChange(call, async (tx, { emit }) => {
      const thread = await loadThreadForChange(tx, call, place);
      const isAllowed = (comment: ThreadComment) => mayChange(call.user, comment, updatedData);
      const { ids, answered, byAuthors } = selectComments(thread.comments, { commentIds, userIds }, isAllowed);
      const changed = updateComments(thread, ids, updatedData, call.now(), call.user?.userId);
      saveThread(tx, call, place, thread, changed);
      emitThreadEvents({ call, place, emit: log.wrap(tx, emit) }, commentsChanged(thread, changed), changed);
      return commentResults(byAuthors, answered, "Updated successfully", isAllowed);
    });
    return { message: "Comment updated successfully.", data };
  },
});
