import type { Channel, NotificationConfig } from "./preference.ts";

/**
 * Why a person is not notified: the cause or the access is gone, the person has seen it, or does not want such notices.
 */
export type DropReason = "gone" | "no-access" | "seen" | "preference";

/** The facts that decide about one person's notice, as they are when it is decided. */
export interface NoticeFacts {
  /** Whether the thread and the comment that the event is about still exist. */
  isThere: boolean;
  /** Whether the person may open the document and see the thread. */
  maySee: boolean;
  /** When the person last looked at the thread or at its notifications, in ms since 1970. */
  seenAt?: number | undefined;
  /** When the event happened, in ms since 1970. */
  timestamp: number;
  /** Whether the event directly involves the person. */
  isDirect: boolean;
  /** What the person wants on each channel. */
  config: Readonly<Required<NotificationConfig>>;
  /** The channels that are switched on for the event type. */
  offered: readonly Channel[];
}

/** Decides whether and by which channels a person is notified (docs/behaviour.md#notices). */
export function decideNotice(facts: NoticeFacts): { channels: Channel[] } | { dropped: DropReason } {
  const { isThere, maySee, seenAt = Number.NEGATIVE_INFINITY, timestamp, isDirect, config, offered } = facts;
  if (!isThere) return { dropped: "gone" };
  if (!maySee) return { dropped: "no-access" };
  if (seenAt >= timestamp) return { dropped: "seen" };
  const channels = offered.filter((channel) => config[channel] === "ALL" || (config[channel] === "MINE" && isDirect));
  return channels.length > 0 ? { channels } : { dropped: "preference" };
}
