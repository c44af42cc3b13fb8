import * as z from "zod";
import { isOwn } from "#domain/comments/authors";
import { threadDeleted } from "#domain/comments/comment-events";
import { notificationField } from "#domain/comments/comment-selection";
import { type DecideThreads, deletionBytes, transactThreads } from "#domain/comments/store/changes";
import { agentsToDelete, threadsToChange } from "#domain/comments/thread-selection";
import { asksToNotify, withNotices } from "#domain/notifications/store/notice-settings";
import { documentOf } from "#http/auth/user-rule";
import { endpoint } from "#http/endpoint";
import { type ItemResult, ItemResults, itemResults } from "#http/item-results";
import { ApiError } from "#platform/error";
import { Id } from "#platform/shapes/fields";
import { featureOff, notFound } from "#src/errors";

export default endpoint({
  path: "/v2/commentannotations/delete",
  auth: "apiKey",
  user: { action: "write", on: documentOf },
  kind: "write",
  audit: false,
  exemptFromQuota: true,
  // Deleting a thread deletes its comments: the catalogue of events has none for the thread itself.
  emits: ["comment.delete"],
  summary:
    "Delete threads of a document with their comments: the threads that meet all conditions, or every thread of the document if no conditions are given.",
  input: z.object({ organizationId: Id, documentId: Id, ...threadsToChange, ...agentsToDelete, ...notificationField }),
  output: ItemResults,
  cost: { reads: 2, writes: 1, trips: 2, byUser: { reads: 9, writes: 0, trips: 2 } },
  example: { organizationId: "acme", documentId: "homepage", annotationIds: ["ann-3"] },
  async handle(keyCall, { organizationId, documentId, triggerNotification, ...filter }) {
    const call = withNotices(keyCall, asksToNotify(keyCall, { triggerNotification }));
    const { agentId, agentSuggestions, agentUrls } = filter;
    // The message differs from that of endpoints that need the feature for every call: here only these filters do.
    if ((agentId ?? agentSuggestions ?? agentUrls) !== undefined && !call.apiKey.features.advancedQueries)
      throw featureOff("advancedQueries", "NOT_FOUND");
    const decide: DecideThreads<ItemResult> = (tx, threads, emit) =>
      itemResults(
        threads,
        ({ annotationId }) => annotationId,
        ({ annotationId, path, thread }) => {
          if (!thread) throw notFound("annotation");
          if (!isOwn(call.user, thread))
            throw new ApiError("PERMISSION_DENIED", "Only its author may delete a thread.");
          tx.delete(path);
          emit(threadDeleted(thread), thread);
          return { id: annotationId, message: "Deleted Successfully" };
        },
      );
    const data = await transactThreads(call, { organizationId, documentId }, filter, decide, deletionBytes);
    return { message: "Annotations deleted successfully.", data };
  },
});
