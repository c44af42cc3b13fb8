import type { KeyCall } from "#src/context";
import { inboxPath, type StoredInboxEntry } from "#store/inbox";
import { preferencePath, type StoredPreference } from "#store/notification-preferences";
import { notificationPath, packContent, type StoredNotification } from "#store/notifications";
import { organizationPath } from "#store/organizations";
import type { Write } from "#store/port";

/** Notifications and preferences that examples name. `mark` stands in every free text. */
export function notifications(call: KeyCall, mark: string): Write[] {
  const organization = organizationPath(call, "acme");
  const actionUser = { userId: "lin", name: `Lin Chen${mark}`, email: `lin${mark}@example.com` };
  const sent = ["welcome", "draft-ready", "old-news"].flatMap((notificationId, i): Write[] => {
    const about = { documentId: "homepage", timestamp: call.now() - i * 60_000 };
    const content = packContent({
      actionUser,
      displayHeadlineMessageTemplate: `{actionUser.name} works on {project}${mark}`,
      displayHeadlineMessageTemplateData: { project: `Atlas${mark}` },
      displayBodyMessage: `Notification ${notificationId}${mark}`,
      notificationSourceData: { page: `home${mark}` },
      notificationSource: "custom",
      metadata: { campaign: `spring${mark}` },
      notifyUsers: [{ userId: "ada", name: `Ada Lovelace${mark}` }],
      notifyAll: false,
    });
    const notification: StoredNotification = { ...about, actorId: "lin", content };
    const entry: StoredInboxEntry = { ...about, userId: "ada", notificationId, channels: ["inbox", "email"] };
    return [
      { op: "create", path: notificationPath(organization, notificationId), data: notification },
      { op: "create", path: inboxPath(organization, "ada", notificationId), data: entry },
    ];
  });
  const preference: StoredPreference = { userId: "ada", inbox: "ALL", email: "NONE" };
  return [...sent, { op: "create", path: preferencePath(organization, "ada"), data: preference }];
}
