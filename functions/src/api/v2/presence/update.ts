import * as z from "zod";
import { endpoint } from "#http/endpoint";
import { documentOf } from "#http/user-rule";
import { Id } from "#model/fields";
import { PresenceUsers } from "#model/presence";
import { toStoredPresence } from "#store/presence";
import { writePresence } from "#store/presence-changes";

export default endpoint({
  path: "/v2/presence/update",
  auth: "apiKey",
  user: { action: "write", on: documentOf, author: ["users[]"] },
  kind: "write",
  emits: ["presence.add", "presence.update"],
  summary: "Change what is said of users in a document, and keep them there. A user who is not there is added.",
  input: z.object({ organizationId: Id, documentId: Id, users: PresenceUsers }),
  output: z.object({ success: z.boolean() }),
  example: { organizationId: "acme", documentId: "homepage", users: [{ userId: "ada", status: "away" }] },
  async handle(call, { users, ...place }) {
    await writePresence(call, place, users, (user, before) => toStoredPresence(call, user, before));
    return { message: "Presence updated successfully.", data: { success: true } };
  },
});
