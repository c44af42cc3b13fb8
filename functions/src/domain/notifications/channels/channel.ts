import type { Thread } from "#domain/comments/thread";
import type { EventType } from "#domain/events/types";
import type { NoticeSettings } from "#domain/notifications/notice-settings";
import type { StoredOrganization } from "#domain/organizations/store/organizations";
import type { EmbeddedUser } from "#platform/shapes/embedded-user";
import type { WriteCall } from "#src/call";

/** A person who receives a message. */
export interface MessageRecipient {
  userId: string;
  name?: string | undefined;
  /** Any text: it is checked only when a mail is sent to it. */
  email?: string | undefined;
}

/** One event that a message reports. */
export interface MessageItem {
  notificationId: string;
  type: EventType;
  /** When it happened, in ms since 1970. */
  timestamp: number;
  /** The user who caused it. The name is never empty. */
  actionUser: EmbeddedUser;
  /** Whether it directly involves a recipient: mentioned, assigned, or replied to in their own thread. */
  isDirect: boolean;
  /** What happened, in one line of plain text, such as "Ada added a comment". */
  headline: string;
  /** The comment in plain text with the names of mentioned people; omitted if the event has no comment. */
  text?: string | undefined;
  document: { documentId: string; documentName?: string | undefined };
  /** The thread in its current state, with all its comments. */
  thread: Thread;
  /**
   * The comment that the event is about, for a new thread the first; omitted if it is gone or the event is about the
   * thread.
   */
  commentId?: number | undefined;
}

/** What a channel sends in one message. */
export interface ChannelMessage {
  /** The same for every attempt to send this message. */
  messageId: string;
  organization: { organizationId: string; data: StoredOrganization };
  /** One person or, in a shared channel, everybody who gets the same message. */
  recipients: readonly MessageRecipient[];
  /** The oldest first. Several items make a digest. */
  items: readonly MessageItem[];
  /** Number of the attempt, from 1. */
  attempt: number;
}

/** What became of a message. After `later`, the pipeline tries again on its schedule. */
export type SendOutcome = { status: "sent" } | { status: "failed" | "later"; why: string };

/**
 * A way to reach people besides their inbox. A channel is one file that exports such an object and is listed in
 * `channels.ts`; the pipeline knows no channel by name.
 */
export interface NotificationChannel {
  /** Whether the channel is switched on for an event type of an organization. */
  isOn(settings: NoticeSettings, type: EventType, organization: StoredOrganization): boolean;
  /** Whether all recipients of an event share one message, as in a chat room. Default: each person gets one. */
  isShared?: boolean;
  /**
   * Sends a message. If the process dies before the outcome is stored, the message is sent once more.
   * An error that it throws counts as `later`.
   */
  send(call: WriteCall, settings: NoticeSettings, message: ChannelMessage): Promise<SendOutcome>;
}
