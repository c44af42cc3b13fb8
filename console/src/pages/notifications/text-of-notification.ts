import type { Notification } from "@atrium/client";

/** What a notification says: its body, or the headline of one that has none. */
export function textOfNotification({ displayBodyMessage, displayHeadlineMessage }: Notification["messages"]): string {
  return displayBodyMessage || displayHeadlineMessage || "";
}
