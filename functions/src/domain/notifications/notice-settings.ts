import type { EmailConfig } from "#domain/configs/email-config";
import type { NotificationConfig, NotificationServiceConfig } from "#domain/configs/notification-config";
import type { EventType } from "#domain/events/types";

/** How an API key notifies people, with the defaults filled in. */
export interface NoticeSettings {
  notification: Required<NotificationConfig>;
  email: Required<EmailConfig>;
}

/** A window that gathers notices. */
export interface BatchSettings {
  /** Milliseconds from its first notice until it closes. */
  window: number;
  /** It closes earlier when it holds this many. */
  maxActivities: number;
}

/** Whether an event type notifies people at all. */
export function isOn(settings: NoticeSettings, type: EventType): boolean {
  return isServiceOn(settings, type) || isMailOn(settings, type);
}

/** Whether the notification service is on for an event type. */
export function isServiceOn({ notification }: NoticeSettings, type: EventType): boolean {
  const { comment = {}, huddle = {} } = notification.notificationServiceConfig.triggers ?? {};
  return notification.useNotificationService && (comment[type] ?? huddle[type] ?? false);
}

/** Whether mails are on for an event type. */
export function isMailOn({ email }: NoticeSettings, type: EventType): boolean {
  return email.useEmailService && (email.emailServiceConfig.triggers?.[type] ?? false);
}

/** How long a notice is held before it is decided, in ms. */
export function delayOf({ notification }: NoticeSettings): number {
  const { isEnabled = false, delaySeconds = 10 } = notification.notificationServiceConfig.delayConfig ?? {};
  return notification.useNotificationService && isEnabled ? delaySeconds * 1000 : 0;
}

/** The windows that gather notices: by document, and over all documents of a user. */
export function windowsOf({ notification }: NoticeSettings): { document?: BatchSettings; user?: BatchSettings } {
  const { document, user } = notification.notificationServiceConfig.batchConfig ?? {};
  if (!notification.useNotificationService) return {};
  return {
    ...(document?.isEnabled && { document: toBatch(document) }),
    ...(user?.isEnabled && { user: toBatch(user) }),
  };
}

type StoredBatch = NonNullable<NonNullable<NotificationServiceConfig["batchConfig"]>["user"]>;

function toBatch({ batchWindowSeconds = 10, maxActivities = 2 }: StoredBatch): BatchSettings {
  return { window: batchWindowSeconds * 1000, maxActivities };
}
