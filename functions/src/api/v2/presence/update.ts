import { z } from "zod";
import { endpoint } from "#http/endpoint";
import { Id } from "#model/fields";
import { refuseDuplicates } from "#model/lists";
import { PresenceUsers } from "#model/presence";
import { transactItems } from "#store/items";
import { toStoredPresence } from "#store/presence";
import { readEntries, writeEntry } from "#store/presence-changes";

export default endpoint({
  path: "/v2/presence/update",
  auth: "apiKey",
  kind: "write",
  emits: ["presence.add", "presence.update"],
  summary: "Change what is said of users in a document, and keep them there. A user who is not there is added.",
  input: z.object({ organizationId: Id, documentId: Id, users: PresenceUsers }),
  output: z.object({ success: z.boolean() }),
  example: { organizationId: "acme", documentId: "homepage", users: [{ userId: "ada", status: "away" }] },
  async handle(call, { users, ...place }) {
    refuseDuplicates(
      users.map(({ userId }) => userId),
      "users",
    );
    await transactItems(call, users, async (tx, piece, { emit }) => {
      const userIds = piece.map(({ userId }) => userId);
      const entryOf = await readEntries(tx, call, place, userIds);
      for (const user of piece) {
        const { userId } = user;
        const before = entryOf(userId);
        writeEntry(tx, call, place, { userId, before, after: toStoredPresence(call, user, before) }, emit);
      }
      return {};
    });
    return { message: "Presence updated successfully.", data: { success: true } };
  },
});
