import * as z from "zod";
import { ThreadLocation } from "#domain/comments/comment-annotation";
import { transactItems } from "#domain/events/store/items";
import { furtherFields, messageFields, NotificationId, NotifyUsers } from "#domain/notifications/notification";
import { addNotification } from "#domain/notifications/store/additions";
import { documentOf } from "#http/auth/user-rule";
import { endpoint } from "#http/endpoint";
import { EmbeddedUser } from "#platform/shapes/embedded-user";
import { requiredUnless } from "#platform/shapes/field-rules";
import { Id } from "#platform/shapes/fields";

export default endpoint({
  path: "/v2/notifications/add",
  auth: "apiKey",
  user: {
    action: "write",
    on: documentOf,
    author: ["actionUser"],
    administrative: ["createOrganization", "createDocument"],
  },
  kind: "write",
  audit: false,
  emits: ["document.add", "notification.add", "organization.add"],
  summary:
    "Add a notification to the inboxes of an organization's users. A notification whose id already exists is not added again. With a user token, an id that another caller has used is refused. If a server adds a notification under an id that a user chose, the server's notification takes that id.",
  furtherErrors: ["ALREADY_EXISTS"],
  input: z
    .object({
      organizationId: Id,
      documentId: Id,
      notificationId: NotificationId.optional(),
      actionUser: EmbeddedUser,
      ...messageFields,
      ...furtherFields,
      location: ThreadLocation.optional(),
      notifyUsers: NotifyUsers,
      notifyAll: z.boolean().default(true),
      isNotificationResolverUsed: z.boolean().optional(),
      verifyUserPermissions: z.boolean().optional(),
      createDocument: z.boolean().optional(),
      createOrganization: z.boolean().optional(),
    })
    .check(
      requiredUnless("displayHeadlineMessageTemplate", ["isNotificationResolverUsed", true], "is required."),
      requiredUnless(
        ["displayBodyMessage", "displayBodyMessageTemplate"],
        ["isNotificationResolverUsed", true],
        "is required.",
      ),
    ),
  output: z.object({ success: z.literal(true), message: z.string() }),
  cost: {
    reads: 2,
    writes: 2,
    trips: 3,
    byUser: { reads: 16, writes: 2, trips: 6 },
    extraTrip: "The recipients depend on the members of its place.",
  },
  example: {
    organizationId: "acme",
    documentId: "homepage",
    actionUser: { userId: "ada", name: "Ada Lovelace" },
    displayHeadlineMessageTemplate: "{actionUser.name} invited you to {project}",
    displayHeadlineMessageTemplateData: { project: "Atlas" },
    displayBodyMessage: "Have a look at the new draft.",
    notifyUsers: [{ userId: "lin" }],
    notifyAll: false,
  },
  async handle(call, input) {
    const { organizationId, documentId, notificationId = call.newId("ntf") } = input;
    const { createDocument, createOrganization, verifyUserPermissions, ...rest } = input;
    const { organizationId: _o, documentId: _d, notificationId: _n, ...content } = rest;
    const flags = {
      isNew: input.notificationId === undefined,
      createDocument,
      createOrganization,
      // A notification from a user must reach only users who may open the document.
      verifyUserPermissions: verifyUserPermissions || call.user !== undefined,
    };
    await transactItems(call, [content], async (tx, _batch, change) => {
      await addNotification(tx, call, { organizationId, documentId, notificationId, content, ...flags }, change);
      return {};
    });
    const message = "Notification added successfully.";
    return { message, data: { success: true as const, message } };
  },
});
