import { updateThreads } from "#domain/comments/store/thread-updates";
import { ThreadSubscription } from "#domain/comments/thread-subscription";
import { documentOf } from "#http/auth/user-rule";
import { endpoint } from "#http/endpoint";
import { ItemResults, itemResults } from "#http/item-results";

export default endpoint({
  path: "/v2/commentannotations/unsubscribe",
  auth: "apiKey",
  // Users manage their own notifications: being allowed to read the thread is enough.
  user: { action: "read", on: documentOf, self: ["userId"] },
  kind: "write",
  audit: false,
  emits: ["comment_annotation.unsubscribe"],
  summary:
    "End a user's subscription to threads of a document: the user is then notified only of what directly involves them.",
  input: ThreadSubscription,
  output: ItemResults,
  cost: { reads: 2, writes: 1, trips: 2, byUser: { reads: 7, writes: 1, trips: 3 } },
  example: { organizationId: "acme", documentId: "homepage", annotationIds: ["ann-2"], userId: "lin" },
  async handle(call, { annotationIds, userId, ...place }) {
    const updatedData = { unsubscribeUserIds: [userId] };
    const data = await updateThreads(call, place, { annotationIds }, { updatedData }, (threads, unsubscribe) =>
      itemResults(
        threads,
        ({ annotationId }) => annotationId,
        (one) => ({ ...unsubscribe(one), message: "Unsubscribed." }),
      ),
    );
    return { message: "Unsubscribed successfully.", data };
  },
});
