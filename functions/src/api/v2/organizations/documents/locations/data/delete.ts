import * as z from "zod";
import { ThreadLocation } from "#domain/comments/comment-annotation";
import { commentsDeleted } from "#domain/comments/comment-events";
import { deletionBytes, transactThreads } from "#domain/comments/store/changes";
import { locationName } from "#domain/comments/thread-filter";
import { deleteNotifications } from "#domain/notifications/jobs";
import { organizationPath } from "#domain/organizations/store/organizations";
import { credentialFields } from "#http/auth/body-credentials";
import { endpoint } from "#http/endpoint";
import { Id } from "#platform/shapes/fields";

export default endpoint({
  path: "/v2/organizations/documents/locations/data/delete",
  alsoAt: "/v1/organizations/documents/locations/data/delete",
  auth: "apiKey",
  credentialsInBody: true,
  kind: "write",
  audit: false,
  exemptFromQuota: true,
  emits: ["comment.delete"],
  summary:
    "Delete the data at one location of a document: its threads with their comments and, in the background, the notifications whose location has the same id.",
  input: z.object({ ...credentialFields, organizationId: Id, documentId: Id, location: ThreadLocation }),
  output: z.null(),
  cost: { reads: 5, writes: 2, trips: 2 },
  example: { organizationId: "acme", documentId: "homepage", location: { id: 0 } },
  async handle(call, { organizationId, documentId, location }) {
    const organization = organizationPath(call, organizationId);
    const notifications = { organization, until: call.now(), documentId, locationId: location.id };
    await transactThreads(
      call,
      { organizationId, documentId },
      { locationIds: [locationName(location)] },
      (tx, threads, emit) => {
        for (const { path, thread } of threads) {
          if (!thread) continue;
          tx.delete(path);
          emit(commentsDeleted(thread), thread);
        }
        return {};
      },
      deletionBytes,
      ({ later }) => {
        if (location.id !== undefined) later(deleteNotifications, notifications);
      },
    );
    return { message: "Data deleted successfully.", data: null };
  },
});
