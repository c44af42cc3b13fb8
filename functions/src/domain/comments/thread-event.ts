import type { EventType } from "#domain/events/types";
import type { Thread } from "./thread.ts";

/** Something that happened to a thread or its comments, as it is told to the customer's servers. */
export interface ThreadEvent {
  type: EventType;
  data: Record<string, unknown>;
}

/** Most bytes of the list of those who see a thread, in each of its events. */
export const VISIBILITY_BYTES = 4000;

/**
 * What every event of a thread says: which it is and, unless everyone sees it, who does. A long list of these stays out;
 * `isTruncated` tells so.
 */
export function onThread({ annotationId, visibility }: Thread): { annotationId: string; visibility?: object } {
  if (visibility.type === "public") return { annotationId };
  const { userIds = [], ...rest } = visibility;
  const isLong = Buffer.byteLength(JSON.stringify(userIds)) > VISIBILITY_BYTES;
  return { annotationId, visibility: { ...rest, ...(isLong ? { isTruncated: true } : { userIds }) } };
}
