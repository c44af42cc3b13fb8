import { z } from "zod";
import { endpoint } from "#http/endpoint";
import { Id } from "#model/fields";
import { refuseDuplicates } from "#model/lists";
import { PresenceUsers } from "#model/presence";
import { transactItems } from "#store/items";
import { toStoredPresence } from "#store/presence";
import { readEntries, writeEntry } from "#store/presence-changes";

export default endpoint({
  path: "/v2/presence/add",
  auth: "apiKey",
  kind: "write",
  emits: ["presence.add", "presence.update"],
  summary:
    "Say who is in a document. An entry expires 60 seconds after its last add or update, unless it is `offline`.",
  input: z.object({ organizationId: Id, documentId: Id, users: PresenceUsers }),
  output: z.object({ success: z.boolean() }),
  example: {
    organizationId: "acme",
    documentId: "homepage",
    users: [{ userId: "grace", name: "Grace Hopper", email: "grace@example.com", status: "online" }],
  },
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
        writeEntry(tx, call, place, { userId, before: entryOf(userId), after: toStoredPresence(call, user) }, emit);
      }
      return {};
    });
    return { message: "Presence added successfully.", data: { success: true } };
  },
});
