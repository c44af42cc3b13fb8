import * as z from "zod";
import { PresenceUserChanges } from "#domain/presence/presence";
import { toStoredPresence } from "#domain/presence/store/presence";
import { writePresence } from "#domain/presence/store/presence-changes";
import { documentOf } from "#http/auth/user-rule";
import { endpoint } from "#http/endpoint";
import { Id } from "#platform/shapes/fields";

export default endpoint({
  path: "/v2/presence/update",
  auth: "apiKey",
  user: { action: "write", on: documentOf, author: ["users[]"] },
  kind: "write",
  audit: false,
  emits: ["presence.add", "presence.update"],
  summary:
    "Update the presence of users in a document and renew its expiry. Omitted fields stay unchanged, and null removes a field. A user who is not present is added.",
  input: z.object({ organizationId: Id, documentId: Id, users: PresenceUserChanges }),
  output: z.object({ success: z.boolean() }),
  cost: { reads: 2, writes: 1, trips: 2, byUser: { reads: 7, writes: 1, trips: 3 } },
  example: { organizationId: "acme", documentId: "homepage", users: [{ userId: "ada", status: "away" }] },
  async handle(call, { users, ...place }) {
    await writePresence(call, place, users, (user, before) => toStoredPresence(call, user, before));
    return { message: "Presence updated successfully.", data: { success: true } };
  },
});
