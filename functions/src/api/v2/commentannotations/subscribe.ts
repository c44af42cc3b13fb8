import { updateThreads } from "#domain/comments/store/thread-updates";
import { ThreadSubscription } from "#domain/comments/thread-subscription";
import { documentOf } from "#http/auth/user-rule";
import { endpoint } from "#http/endpoint";
import { ItemResults, itemResults } from "#http/item-results";

export default endpoint({
  path: "/v2/commentannotations/subscribe",
  auth: "apiKey",
  // Users manage their own notifications: being allowed to read the thread is enough.
  user: { action: "read", on: documentOf, self: ["userId"] },
  kind: "write",
  audit: false,
  emits: ["comment_annotation.subscribe"],
  summary:
    "Subscribe a user to threads of a document: they are notified of everything that happens there, even if they take no part in it.",
  input: ThreadSubscription,
  output: ItemResults,
  cost: { reads: 2, writes: 1, trips: 2, byUser: { reads: 7, writes: 1, trips: 3 } },
  example: { organizationId: "acme", documentId: "homepage", annotationIds: ["ann-1"], userId: "ada" },
  async handle(call, { annotationIds, userId, ...place }) {
    const updatedData = { subscribeUserIds: [userId] };
    const data = await updateThreads(call, place, { annotationIds }, { updatedData }, (threads, subscribe) =>
      itemResults(
        threads,
        ({ annotationId }) => annotationId,
        (one) => ({ ...subscribe(one), message: "Subscribed." }),
      ),
    );
    return { message: "Subscribed successfully.", data };
  },
});
