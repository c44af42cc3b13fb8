import * as z from "zod";
import { PresenceUsers } from "#domain/presence/presence";
import { toStoredPresence } from "#domain/presence/store/presence";
import { writePresence } from "#domain/presence/store/presence-changes";
import { documentOf } from "#http/auth/user-rule";
import { endpoint } from "#http/endpoint";
import { Id } from "#platform/shapes/fields";

export default endpoint({
  path: "/v2/presence/add",
  auth: "apiKey",
  user: { action: "write", on: documentOf, author: ["users[]"] },
  kind: "write",
  audit: false,
  emits: ["presence.add", "presence.update"],
  summary:
    "Set who is present in a document. An entry expires 60 seconds after its last add or update, unless it is `offline`.",
  input: z.object({ organizationId: Id, documentId: Id, users: PresenceUsers }),
  output: z.object({ success: z.boolean() }),
  cost: { reads: 2, writes: 1, trips: 2, byUser: { reads: 7, writes: 1, trips: 3 } },
  example: {
    organizationId: "acme",
    documentId: "homepage",
    users: [{ userId: "grace", name: "Grace Hopper", email: "grace@example.com", status: "online" }],
  },
  async handle(call, { users, ...place }) {
    await writePresence(call, place, users, (user) => toStoredPresence(call, user));
    return { message: "Presence added successfully.", data: { success: true } };
  },
});
