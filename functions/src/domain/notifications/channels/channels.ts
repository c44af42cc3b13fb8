import type { EventType } from "#domain/events/types";
import { isServiceOn, type NoticeSettings } from "#domain/notifications/notice-settings";
import type { Channel } from "#domain/notifications/preference";
import type { StoredOrganization } from "#domain/organizations/store/organizations";
import type { NotificationChannel } from "./channel.ts";
import { email } from "./email.ts";
import { slack } from "./slack.ts";

/** The channels besides the inbox, which the pipeline writes itself. */
export const outsideChannels: Partial<Record<Channel, NotificationChannel>> = { email, slack };

/** The channels that are switched on for an event type of an organization. */
export function offeredChannels(
  settings: NoticeSettings,
  type: EventType,
  organization: StoredOrganization,
): Channel[] {
  const outside = (Object.keys(outsideChannels) as Channel[]).filter((name) =>
    outsideChannels[name]?.isOn(settings, type, organization),
  );
  return isServiceOn(settings, type) ? ["inbox", ...outside] : outside;
}
