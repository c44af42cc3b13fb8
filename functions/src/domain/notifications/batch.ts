import type { BatchSettings } from "./notice-settings.ts";

/** Notices for one user that wait to be sent together. Times in ms since 1970. */
export interface Batch {
  userId: string;
  /** When it is sent. */
  closesAt: number;
  /** Ids of the notifications, in the order of their arrival. */
  notificationIds: readonly string[];
}

/** Adds a notice to the batch of its user, or to a new one. A batch that becomes full closes at once. */
export function addToBatch(
  batch: Batch | undefined,
  notice: { userId: string; notificationId: string },
  { window, maxActivities }: BatchSettings,
  now: number,
): Batch {
  const notificationIds = [...new Set([...(batch?.notificationIds ?? []), notice.notificationId])];
  const closesAt = notificationIds.length >= maxActivities ? now : (batch?.closesAt ?? now + window);
  return { userId: notice.userId, closesAt: Math.min(closesAt, batch?.closesAt ?? closesAt), notificationIds };
}

/** Whether a batch must be sent before anything is added to it. */
export function isFull(batch: Batch | undefined, { maxActivities }: BatchSettings): boolean {
  return (batch?.notificationIds.length ?? 0) >= maxActivities;
}

/** The same batch, closing now at the latest. */
export function closingBy(batch: Batch | undefined, now: number): Batch | undefined {
  return batch && { ...batch, closesAt: Math.min(batch.closesAt, now) };
}

/** The batch without notices that are sent elsewhere; undefined if none is left. */
export function withoutNotices(batch: Batch, notificationIds: ReadonlySet<string>): Batch | undefined {
  const remainingIds = batch.notificationIds.filter((id) => !notificationIds.has(id));
  return remainingIds.length > 0 ? { ...batch, notificationIds: remainingIds } : undefined;
}
