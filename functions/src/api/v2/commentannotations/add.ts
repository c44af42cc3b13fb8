import * as z from "zod";
import { commentLog, type IsLogged } from "#domain/activities/store/comment-log";
import { type CommentAnnotationInput, CommentAnnotationInputs } from "#domain/comments/comment-annotation";
import { addThread, namedThreads, readForThreads } from "#domain/comments/store/additions";
import { ensurePlace } from "#domain/documents/store/places";
import { transactItems } from "#domain/events/store/items";
import { asksToNotify, withNotices } from "#domain/notifications/store/notice-settings";
import { requireOrganization } from "#domain/organizations/store/organizations";
import { documentOf } from "#http/auth/user-rule";
import { endpoint } from "#http/endpoint";
import { ItemResults, itemResults } from "#http/item-results";
import { Id } from "#platform/shapes/fields";

export default endpoint({
  path: "/v2/commentannotations/add",
  auth: "apiKey",
  user: {
    action: "write",
    on: documentOf,
    author: [
      "commentAnnotations[].from",
      "commentAnnotations[].commentData[].from",
      "commentAnnotations[].commentData[].reactionAnnotations[].from",
    ],
    times: [
      "commentAnnotations[].createdAt",
      "commentAnnotations[].lastUpdated",
      "commentAnnotations[].commentData[].createdAt",
      "commentAnnotations[].commentData[].lastUpdated",
      "commentAnnotations[].commentData[].reactionAnnotations[].createdAt",
      "commentAnnotations[].commentData[].reactionAnnotations[].lastUpdated",
    ],
    administrative: ["createOrganization", "createDocument"],
  },
  kind: "write",
  audit: false,
  emits: ["activity.add", "comment_annotation.add", "document.add", "organization.add"],
  summary:
    "Start comment threads on a document. Each begins with its first comments, and `/v2/commentannotations/comments/add` adds replies. If a server uses an id that a user chose, the server's thread takes that id and the user's thread gets a new one.",
  input: z.object({
    organizationId: Id,
    documentId: Id,
    createOrganization: z.boolean().optional(),
    createDocument: z.boolean().optional(),
    /** Refuse each thread with an author who may not write to the document. */
    verifyUserPermissions: z.boolean().optional(),
    commentAnnotations: CommentAnnotationInputs,
  }),
  output: ItemResults,
  cost: { reads: 1, writes: 1, trips: 2, byUser: { reads: 8, writes: 1, trips: 3 } },
  example: {
    organizationId: "acme",
    documentId: "homepage",
    commentAnnotations: [
      {
        location: { id: "headline", locationName: "Headline" },
        commentData: [{ commentText: "Shorter, please.", from: { userId: "lin", name: "Lin Chen" } }],
      },
    ],
  },
  async handle(keyCall, { commentAnnotations, createOrganization, createDocument, verifyUserPermissions, ...place }) {
    const isAsked = ({ commentData }: CommentAnnotationInput) =>
      commentData.some((comment) => asksToNotify(keyCall, comment));
    const call = withNotices(keyCall, commentAnnotations.some(isAsked));
    const threads = namedThreads(call, commentAnnotations);
    const log = await commentLog(call, commentAnnotations.some(isToBeLogged));
    // With a user token the author is the user, whose access has been checked already.
    const isVerified = verifyUserPermissions && !call.user;
    const data = await transactItems(call, threads, async (tx, batch, { emit }) => {
      const { place: placeDocs, holders, deniedAuthors } = await readForThreads(tx, call, place, batch, isVerified);
      if (!createOrganization) requireOrganization(placeDocs.organization);
      const refusal = ensurePlace(tx, call, place, placeDocs, { createDocument }, emit);
      if (refusal) throw refusal;
      return itemResults(
        batch,
        (thread) => (deniedAuthors.has(thread) ? thread.deniedKey : thread.annotationId),
        (thread) => {
          const own = isAsked(thread.input) ? call : keyCall;
          const ofThread: IsLogged = ({ annotationId }) => annotationId === thread.annotationId;
          const emitAndLog = isToBeLogged(thread.input) ? log.wrap(tx, emit, ofThread) : emit;
          return addThread(tx, own, place, thread, { holders, deniedAuthors }, emitAndLog);
        },
      );
    });
    return { message: "Comment Annotation(s) added successfully.", data };
  },
});

function isToBeLogged({ commentData }: CommentAnnotationInput): boolean {
  return commentData.some(({ triggerActivities }) => triggerActivities === true);
}
