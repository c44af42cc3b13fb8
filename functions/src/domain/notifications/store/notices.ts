import { hash } from "node:crypto";
import type { DropReason } from "#domain/notifications/decision";
import type { Channel } from "#domain/notifications/preference";
import { KEPT } from "#domain/retention/store/retention";
import { toPath } from "#store/paths";
import { type Doc, type DocData, type DocRef, type Patch, REMOVE } from "#store/port";

/** What became of a notice on one channel. */
export type ChannelOutcome = {
  channel: Channel;
  status: "pending" | "sent" | "failed";
  /** Milliseconds since 1970. */
  at: number;
  /** Why it failed, or why it will be tried again. */
  why?: string;
};

/** Stored form of what becomes of an event for one person: collection `notices` below an organization. Times in ms since 1970. */
export interface StoredNotice extends DocData {
  userId: string;
  notificationId: string;
  documentId: string;
  /** When the event happened. */
  timestamp: number;
  /** Whether the event directly involves the person. */
  isDirect: boolean;
  state: "held" | "batched" | "delivered" | "dropped";
  /** When it is to be decided; omitted once it has been. */
  heldUntil?: number;
  /** The ids of the batches in which it waits, and when the first of them closes at the latest. */
  batches?: string[];
  batchedUntil?: number;
  /** Why it was dropped. */
  why?: DropReason;
  /** The channels by which it is sent, with the outcome of each; omitted while it waits. */
  outcomes?: ChannelOutcome[];
  /** When it was last changed. */
  changedAt: number;
  deleteAt?: Date;
}

/** Path of the collection of all notices of an organization. */
export function noticesOf(organization: string): string {
  return `${organization}/notices`;
}

/** Path of a person's notice of a notification. It is deterministic, so that an event gives a person only one. */
export function noticePath(organization: string, userId: string, notificationId: string): DocRef<StoredNotice> {
  const id = hash("sha256", JSON.stringify([userId, notificationId])).slice(0, 32);
  return `${organization}/${toPath("notices", id)}`;
}

const { compare } = new Intl.Collator("en", { numeric: true });

/**
 * Sorts notices by their events. Those of one call have the same time, and ids that end in their position in the call.
 */
export function byEvent({ data: a }: Doc<StoredNotice>, { data: b }: Doc<StoredNotice>): number {
  return a.timestamp - b.timestamp || compare(a.notificationId, b.notificationId);
}

/** The patch for a notice that no longer waits. @param now ms since 1970. */
export function ended(change: Pick<StoredNotice, "state"> & Partial<StoredNotice>, now: number): Patch {
  const cleared = { heldUntil: REMOVE, batches: REMOVE, batchedUntil: REMOVE } satisfies Patch;
  return { ...cleared, ...change, changedAt: now, deleteAt: new Date(now + KEPT) };
}
