import * as z from "zod";
import { requireWriters } from "#domain/access/store/user-access";
import { commentLog } from "#domain/activities/store/comment-log";
import { CommentId, CommentInputs } from "#domain/comments/comment";
import { commentsAdded } from "#domain/comments/comment-events";
import { threadFields } from "#domain/comments/comment-selection";
import { emitThreadEvents } from "#domain/comments/store/events";
import { loadThreadForChange, saveThread } from "#domain/comments/store/threads";
import { addComments } from "#domain/comments/thread";
import { transactChange } from "#domain/events/store/change";
import { asksToNotify, withNotices } from "#domain/notifications/store/notice-settings";
import { documentOf } from "#http/auth/user-rule";
import { endpoint } from "#http/endpoint";

export default endpoint({
  path: "/v2/commentannotations/comments/add",
  auth: "apiKey",
  user: {
    action: "write",
    on: documentOf,
    author: ["commentData[].from", "commentData[].reactionAnnotations[].from"],
    times: [
      "commentData[].createdAt",
      "commentData[].lastUpdated",
      "commentData[].reactionAnnotations[].createdAt",
      "commentData[].reactionAnnotations[].lastUpdated",
    ],
    administrative: ["createOrganization", "createDocument"],
  },
  kind: "write",
  audit: false,
  emits: ["activity.add", "comment.add"],
  summary: "Add comments to a thread. Either all of them are added or none.",
  input: z.object({
    ...threadFields,
    createOrganization: z.boolean().optional(),
    createDocument: z.boolean().optional(),
    /** Refuse the call unless every author may write to the document. */
    verifyUserPermissions: z.boolean().default(false),
    commentData: CommentInputs,
  }),
  output: z.array(CommentId),
  cost: { reads: 2, writes: 1, trips: 2, byUser: { reads: 9, writes: 2, trips: 3 } },
  example: {
    organizationId: "acme",
    documentId: "homepage",
    annotationId: "headline",
    commentData: [{ commentText: "Shorter, please.", from: { userId: "lin", name: "Lin Chen" } }],
  },
  async handle(keyCall, { commentData, createOrganization, createDocument, verifyUserPermissions, ...place }) {
    const notifies = commentData.map((comment) => asksToNotify(keyCall, comment));
    const call = withNotices(keyCall, notifies.includes(true));
    const log = await commentLog(
      call,
      commentData.some(({ triggerActivities }) => triggerActivities),
    );
    const data = await transactChange(call, async (tx, { emit }) => {
      const thread = await loadThreadForChange(tx, call, place, { createOrganization, createDocument });
      // With a user token the author is the user, whose access has been checked already.
      if (verifyUserPermissions && !call.user)
        await requireWriters(
          tx,
          call,
          place,
          commentData.map(({ from }) => from.userId),
        );
      const isByUser = call.user !== undefined;
      const { thread: changed, commentIds, renumberedIds } = addComments(thread, commentData, call.now(), { isByUser });
      saveThread(tx, call, place, thread, changed);
      const notifiedIds = new Set(commentIds.filter((_, i) => notifies[i]));
      const events = commentsAdded(changed, [...renumberedIds, ...commentIds], notifiedIds);
      const loggedIds = new Set(commentIds.filter((_, i) => commentData[i]?.triggerActivities));
      const emitAndLog = log.wrap(tx, emit, ({ commentId }) => commentId !== undefined && loggedIds.has(commentId));
      emitThreadEvents({ call, place, emit: emitAndLog }, events, changed);
      return commentIds;
    });
    return { message: "Comment(s) added successfully.", data };
  },
});
