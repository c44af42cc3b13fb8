import type { Notification } from "@atrium/client";

/** The text of a notification: its body, or its headline if it has no body. */
export function textOfNotification({ displayBodyMessage, displayHeadlineMessage }: Notification["messages"]): string {
  return displayBodyMessage || displayHeadlineMessage || "";
}
