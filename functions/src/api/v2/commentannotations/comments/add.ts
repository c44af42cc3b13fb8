import * as z from "zod";
import { commentsAdded } from "#domain/comment-events";
import { addComments } from "#domain/comment-thread";
import { endpoint } from "#http/endpoint";
import { documentOf } from "#http/user-rule";
import { CommentId, CommentInputs } from "#model/comment";
import { threadFields } from "#model/comment-selection";
import { transactChange } from "#store/change";
import { loadThread, saveThread } from "#store/comments";
import { emitOn } from "#store/thread-events";
import { requireWriters } from "#store/user-access";

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
  emits: ["comment.add"],
  summary: "Add comments to a thread. All of them are added, or none.",
  input: z.object({
    ...threadFields,
    createOrganization: z.boolean().optional(),
    createDocument: z.boolean().optional(),
    /** Refuse the call unless every author may write to the document. */
    verifyUserPermissions: z.boolean().default(false),
    commentData: CommentInputs,
  }),
  output: z.array(CommentId),
  example: {
    organizationId: "acme",
    documentId: "homepage",
    annotationId: "headline",
    commentData: [{ commentText: "Shorter, please.", from: { userId: "lin", name: "Lin Chen" } }],
  },
  async handle(call, { commentData, createOrganization, createDocument, verifyUserPermissions, ...place }) {
    const data = await transactChange(call, async (tx, { emit }) => {
      const thread = await loadThread(tx, call, place, { createOrganization, createDocument });
      // A user is its own author, and was asked for before.
      if (verifyUserPermissions && !call.user)
        await requireWriters(
          tx,
          call,
          place,
          commentData.map(({ from }) => from.userId),
        );
      const isByUser = call.user !== undefined;
      const { thread: changed, commentIds, movedIds } = addComments(thread, commentData, call.now(), { isByUser });
      saveThread(tx, call, place, thread, changed);
      emitOn(place, emit, commentsAdded(changed, [...movedIds, ...commentIds]));
      return commentIds;
    });
    return { message: "Comment(s) added successfully.", data };
  },
});
