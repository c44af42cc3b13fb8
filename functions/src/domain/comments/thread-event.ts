import type { EventType } from "#domain/events/types";
import type { Thread } from "./thread.ts";

/** An event of a thread or its comments, for the customer's servers. */
export interface ThreadEvent {
  type: EventType;
  data: Record<string, unknown>;
  /** The notice to send instead of one about the event: none, or one that the thread has ended. */
  noticeInstead?: "none" | "endOfThread";
}

/** Maximum bytes of the list of users who see a thread, in each of its events. */
export const VISIBILITY_BYTES = 4000;

/**
 * Fields of every event of a thread: its id and, unless everyone sees the thread, its visibility. A list of users that
 * is too long is omitted, and `isTruncated` is set.
 */
export function threadReference({ annotationId, visibility }: Thread): { annotationId: string; visibility?: object } {
  if (visibility.type === "public") return { annotationId };
  const { userIds = [], organizationId, ...rest } = visibility;
  const isLong = Buffer.byteLength(JSON.stringify(userIds)) > VISIBILITY_BYTES;
  const organization = organizationId !== undefined && { organizationId, organizationIds: [organizationId] };
  return { annotationId, visibility: { ...rest, ...organization, ...(isLong ? { isTruncated: true } : { userIds }) } };
}
