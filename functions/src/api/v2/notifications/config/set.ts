import * as z from "zod";
import { requireDocumentsForChange } from "#domain/documents/store/required-documents";
import { transactItems } from "#domain/events/store/items";
import { ChosenConfig } from "#domain/notifications/preference";
import { preferencePath } from "#domain/notifications/store/preferences";
import { placePath } from "#domain/organizations/store/organizations";
import { documentsOf } from "#http/auth/user-rule";
import { endpoint } from "#http/endpoint";
import { FewIds, Id, ManyIds } from "#platform/shapes/fields";
import { type Patch, REMOVE } from "#store/port";

const message = "User config set successfully.";

export default endpoint({
  path: "/v2/notifications/config/set",
  auth: "apiKey",
  user: {
    // The settings are the user's own: reading the documents is enough.
    action: "read",
    on: documentsOf,
    self: ["userIds[]"],
  },
  requires: "notificationPreferences",
  kind: "write",
  audit: false,
  summary:
    "Set which notifications users receive for documents or, without documentIds, for all documents of an organization. Omitted channels keep their settings; `null` takes a setting away, so that the organization's or the default applies again.",
  input: z.object({ organizationId: Id, documentIds: FewIds.optional(), userIds: ManyIds, config: ChosenConfig }),
  output: z.record(
    z.string(),
    z.object({
      success: z.literal(true),
      userId: z.string(),
      /** The first of several documents; `null` for the organization. */
      documentId: z.string().nullable(),
      message: z.string(),
    }),
  ),
  cost: {
    reads: 2,
    leastReads: 1,
    writes: 1,
    trips: 2,
    byUser: { reads: 7, writes: 1, trips: 3 },
    note: "It also reads the organization.",
  },
  example: {
    organizationId: "acme",
    documentIds: ["homepage"],
    userIds: ["lin"],
    config: { inbox: "ALL", email: "NONE" },
  },
  async handle(call, { organizationId, documentIds, userIds, config }) {
    const pairs = (documentIds ?? [undefined]).flatMap((documentId) =>
      userIds.map((userId) => ({ documentId, userId })),
    );
    const data = await transactItems(call, pairs, async (tx, batch) => {
      await requireDocumentsForChange(tx, call, organizationId, documentIds ?? []);
      const choices = Object.entries(config).map(([channel, choice]) => [channel, choice ?? REMOVE]);
      // Setting the e-mail channel again cancels an earlier unsubscription, and so does taking the choice away.
      const emailSetAt = config.email === null ? REMOVE : call.now();
      const mails: Patch = config.email === undefined ? {} : { emailSetAt, unsubscribedAt: REMOVE };
      for (const { documentId, userId } of batch)
        tx.merge(preferencePath(placePath(call, { organizationId, documentId }), userId), {
          userId,
          ...Object.fromEntries(choices),
          ...mails,
        });
      const documentId = documentIds?.[0] ?? null;
      return Object.fromEntries(
        batch.map(({ userId }) => [userId, { success: true as const, userId, documentId, message }]),
      );
    });
    return { message, data };
  },
});
