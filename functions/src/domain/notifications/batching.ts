import { addToBatch, type Batch, closingBy, isFull, withoutNotices } from "./batch.ts";
import type { BatchSettings } from "./notice-settings.ts";

/** A batch to which a notice belongs. `id` is the same for all notices of the batch. */
export interface BatchPlace {
  id: string;
  settings: BatchSettings;
}

/** Notices for one user that are sent together. */
export interface ClosedBatch {
  userId: string;
  notificationIds: readonly string[];
}

/**
 * Puts notices into batches. A full batch is sent at once, and its notices leave all others; if one of its notices is
 * not at hand, the batch closes and is sent later.
 */
export class Batching {
  readonly #batches: Map<string, Batch | undefined>;
  readonly #storedBatches: ReadonlyMap<string, Batch | undefined>;
  readonly #isAtHand: (userId: string, notificationId: string) => boolean;
  readonly #now: number;
  /** The batches to send, in the order in which they became full. */
  readonly closed: ClosedBatch[] = [];

  /**
   * @param storedBatches the current batches by id, including all to which a notice at hand belongs.
   * @param isAtHand whether a notice can be sent now.
   * @param now ms since 1970.
   */
  constructor(
    storedBatches: ReadonlyMap<string, Batch | undefined>,
    isAtHand: (userId: string, notificationId: string) => boolean,
    now: number,
  ) {
    this.#batches = new Map(storedBatches);
    this.#storedBatches = storedBatches;
    this.#isAtHand = isAtHand;
    this.#now = now;
  }

  /** Adds a notice. @returns false if a full batch must be sent first. */
  add(notice: { userId: string; notificationId: string }, places: readonly BatchPlace[]): boolean {
    const inTheWay = places.filter((place) => this.#isFull(place) && !this.#closeIfAtHand(place));
    for (const { id } of inTheWay) this.#batches.set(id, closingBy(this.#batches.get(id), this.#now));
    if (inTheWay.length > 0) return false;
    for (const { id, settings } of places)
      this.#batches.set(id, addToBatch(this.#batches.get(id), notice, settings, this.#now));
    for (const place of places) if (this.#isFull(place)) this.#closeIfAtHand(place);
    return true;
  }

  #isFull({ id, settings }: BatchPlace): boolean {
    return isFull(this.#batches.get(id), settings);
  }

  #closeIfAtHand({ id }: BatchPlace): boolean {
    const batch = this.#batches.get(id);
    if (!batch?.notificationIds.every((one) => this.#isAtHand(batch.userId, one))) return false;
    const { userId, notificationIds } = batch;
    const gone = new Set(notificationIds);
    for (const [other, one] of this.#batches)
      if (one?.userId === userId) this.#batches.set(other, withoutNotices(one, gone));
    this.closed.push({ userId, notificationIds });
    return true;
  }

  /** The batch of a place as it is now. */
  get(id: string): Batch | undefined {
    return this.#batches.get(id);
  }

  /** The batches that have changed; undefined if nothing waits in one any more. */
  changed(): [id: string, batch: Batch | undefined][] {
    return [...this.#batches].filter(([id, batch]) => batch !== this.#storedBatches.get(id));
  }
}
