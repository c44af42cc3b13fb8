import type { Thread } from "#domain/comments/thread";
import type { EventType } from "#domain/events/types";
import type { NoticeSettings } from "#domain/notifications/notice-settings";
import type { StoredOrganization } from "#domain/organizations/store/organizations";
import type { EmbeddedUser } from "#platform/shapes/embedded-user";
import type { WriteCall } from "#src/call";

/** A person who gets a message. */
export interface MessageRecipient {
  userId: string;
  name?: string | undefined;
  /** Any text: whether it is an address shows when a mail is sent to it. */
  email?: string | undefined;
}

/** One thing that happened. */
export interface MessageItem {
  notificationId: string;
  type: EventType;
  /** When it happened, in ms since 1970. */
  timestamp: number;
  /** Who did it. Its name is never empty. */
  actionUser: EmbeddedUser;
  /** Whether it directly involves a recipient: mentioned, assigned, or answered in a thread of their own. */
  isDirect: boolean;
  /** What happened in one line of plain text, such as "Ada added a comment". */
  headline: string;
  /** The comment in plain text with the names of the mentioned people; missing where no comment belongs to the event. */
  text?: string | undefined;
  document: { documentId: string; documentName?: string | undefined };
  /** The thread as it is now, with all its comments. */
  thread: Thread;
  /** The comment that the event is about, of a new thread the first; missing: the comment is gone, or the event is about the thread. */
  commentId?: number | undefined;
}

/** What a channel sends at once. */
export interface ChannelMessage {
  /** The same for every attempt to send this message. */
  messageId: string;
  organization: { organizationId: string; data: StoredOrganization };
  /** One person or, in a shared channel, all who get the same message. */
  recipients: readonly MessageRecipient[];
  /** The oldest first. Several of them are a digest. */
  items: readonly MessageItem[];
  /** From 1. */
  attempt: number;
}

/** What became of a message. `later` is tried again by the schedule of the pipeline. */
export type SendOutcome = { status: "sent" } | { status: "failed" | "later"; why: string };

/**
 * A way to reach people beside their inbox. A channel is one file that exports one of these and stands in the list of
 * `channels.ts`; the pipeline knows no channel by its name.
 */
export interface NotificationChannel {
  /** Whether the channel is switched on for an event type of an organization. */
  isOn(settings: NoticeSettings, type: EventType, organization: StoredOrganization): boolean;
  /** Whether all recipients of a thing share one message, as in a chat room. Default: each person gets one. */
  isShared?: boolean;
  /**
   * Sends a message. A process that dies before the outcome is stored sends it once more.
   * An error that it throws counts as `later`.
   */
  send(call: WriteCall, settings: NoticeSettings, message: ChannelMessage): Promise<SendOutcome>;
}
