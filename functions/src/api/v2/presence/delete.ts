import * as z from "zod";
import { transactItems } from "#domain/events/store/items";
import { documentPath } from "#domain/organizations/store/organizations";
import { presencePath } from "#domain/presence/store/presence";
import { readEntries } from "#domain/presence/store/presence-changes";
import { documentOf } from "#http/auth/user-rule";
import { endpoint } from "#http/endpoint";
import { Id, ManyIds } from "#platform/shapes/fields";

export default endpoint({
  path: "/v2/presence/delete",
  auth: "apiKey",
  user: { action: "write", on: documentOf, self: ["userIds[]"] },
  kind: "write",
  audit: false,
  exemptFromQuota: true,
  emits: ["presence.delete"],
  summary: "Remove users from a document's presence. Removing a user who is not present is not an error.",
  input: z.object({ organizationId: Id, documentId: Id, userIds: ManyIds }),
  output: z.object({ success: z.boolean() }),
  cost: { reads: 2, writes: 1, trips: 2, byUser: { reads: 7, writes: 1, trips: 3 } },
  example: { organizationId: "acme", documentId: "homepage", userIds: ["ada"] },
  async handle(call, { userIds, ...place }) {
    const document = documentPath(call, place.organizationId, place.documentId);
    await transactItems(call, userIds, async (tx, batch, { emit }) => {
      const entryOf = await readEntries(tx, call, place, batch);
      for (const userId of batch) {
        // An expired entry is deleted too. Its user has already left, so no departure is emitted.
        tx.delete(presencePath(document, userId));
        if (entryOf(userId)) emit({ type: "presence.delete", ...place, data: { user: { userId } } });
      }
      return {};
    });
    return { message: "Presence deleted successfully.", data: { success: true } };
  },
});
