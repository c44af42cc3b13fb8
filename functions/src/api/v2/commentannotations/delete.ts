import * as z from "zod";
import { isOwn } from "#domain/comment-authors";
import { commentsDeleted } from "#domain/comment-events";
import { featureOffMessage } from "#domain/features";
import { endpoint } from "#http/endpoint";
import { type ItemResult, ItemResults, itemResults } from "#http/item-results";
import { documentOf } from "#http/user-rule";
import { ApiError } from "#model/error";
import { Id } from "#model/fields";
import { refuseDuplicates } from "#model/lists";
import { agentsToDelete, threadsToChange } from "#model/thread-selection";
import { type DecideThreads, deletionBytes, transactThreads } from "#store/thread-changes";

export default endpoint({
  path: "/v2/commentannotations/delete",
  auth: "apiKey",
  user: { action: "write", on: documentOf },
  kind: "write",
  // A thread goes with its comments: the catalogue has no event of its own for that (reference E1).
  emits: ["comment.delete"],
  summary:
    "Delete threads of a document with their comments: those that meet all conditions; without any, all of the document.",
  input: z.object({ organizationId: Id, documentId: Id, ...threadsToChange, ...agentsToDelete }),
  output: ItemResults,
  example: { organizationId: "acme", documentId: "homepage", annotationIds: ["ann-3"] },
  async handle(call, { organizationId, documentId, ...filter }) {
    refuseDuplicates(filter.annotationIds ?? [], "annotationIds");
    const { agentId, agentSuggestions, agentUrls } = filter;
    // Not the refusal of endpoints that need the feature: here only these filters do (reference C7).
    if ((agentId ?? agentSuggestions ?? agentUrls) !== undefined && !call.apiKey.features.advancedQueries)
      throw new ApiError("NOT_FOUND", featureOffMessage.advancedQueries);
    const decide: DecideThreads<ItemResult> = (tx, threads, tell) =>
      itemResults(
        threads,
        ({ annotationId }) => annotationId,
        ({ annotationId, path, thread }) => {
          if (!thread) throw new ApiError("NOT_FOUND", "Annotation not found.");
          if (!isOwn(call.user, thread))
            throw new ApiError("PERMISSION_DENIED", "Only its author may delete a thread.");
          tx.delete(path);
          tell(commentsDeleted(thread));
          return { id: annotationId, message: "Deleted Successfully" };
        },
      );
    const data = await transactThreads(call, { organizationId, documentId }, filter, decide, deletionBytes);
    return { message: "Annotations deleted successfully.", data };
  },
});
