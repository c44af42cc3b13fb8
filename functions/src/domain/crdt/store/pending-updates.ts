import { setImmediate as nextTurn } from "node:timers/promises";
import type { Author, LiveChange } from "./live-listener.ts";
import { StoreProgress } from "./store-progress.ts";

/** Bytes of updates that are not stored yet, above which clients have to wait. */
const MAX_BYTES = 1024 * 1024;

/** An update of a client that waits to be stored. */
export interface PendingUpdate extends Author {
  update: Uint8Array;
}

/** Stores what clients have sent. */
export interface UpdateStorage {
  /** Stores updates together. */
  store(batch: readonly PendingUpdate[]): Promise<LiveChange>;
  /** Called when they are stored. */
  stored(change: LiveChange): void;
  /** Called when nothing waits any longer. */
  drained(): void;
  /** Called when storing has failed; everything that waits is dropped. */
  failed(error: unknown): void;
}

/**
 * The updates of an editor's clients that are not stored yet. Those that arrive while others are being stored are
 * stored together afterwards, so at most one write is under way.
 */
export class PendingUpdates {
  readonly #storage: UpdateStorage;
  readonly #progress = new StoreProgress();
  #waiting: PendingUpdate[] = [];
  #bytes = 0;
  #saving: Promise<void> | undefined;

  constructor(storage: UpdateStorage) {
    this.#storage = storage;
  }

  /** Size of all updates that are not stored yet, in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Whether clients should send no more until everything is stored. */
  get isFull(): boolean {
    return this.#bytes > MAX_BYTES;
  }

  /** Resolves when all updates so far are stored or dropped; undefined if none is pending. */
  get stored(): Promise<void> | undefined {
    return this.#progress.stored;
  }

  add(update: PendingUpdate): void {
    this.#waiting.push(update);
    this.#bytes += update.update.length;
    this.#progress.take();
    this.#saving ??= this.#save();
  }

  /** Calls `done` when no write is under way and none follows: at once, if that is so already. */
  afterwards(done: () => void): void {
    if (this.#saving) void this.#saving.then(done);
    else done();
  }

  /** Drops what is not stored: nobody needs to wait for it any longer. */
  drop(): void {
    this.#waiting = [];
    this.#bytes = 0;
    this.#progress.giveUp();
  }

  async #save(): Promise<void> {
    try {
      while (this.#waiting.length > 0) {
        // Everything that arrives in this turn of the event loop becomes one entry and reaches each client in one
        // piece.
        await nextTurn();
        const batch = this.#takeTogether();
        if (batch.length > 0) await this.#store(batch);
        this.#progress.store(batch.length);
      }
      this.#storage.drained();
    } catch (error) {
      // Clients still have what was not stored, and send it again when they reconnect.
      this.#storage.failed(error);
      this.drop();
    } finally {
      this.#saving = undefined;
    }
  }

  async #store(batch: readonly PendingUpdate[]): Promise<void> {
    const change = await this.#storage.store(batch);
    this.#bytes -= batch.reduce((sum, { update }) => sum + update.length, 0);
    this.#storage.stored(change);
  }

  /**
   * Takes the updates for one entry: all that wait or, if authors have quotas, those of the first author up to
   * another's.
   */
  #takeTogether(): PendingUpdate[] {
    const [first] = this.#waiting;
    const end = first?.checkQuota ? this.#waiting.findIndex(({ from }) => from !== first.from) : -1;
    return this.#waiting.splice(0, end < 0 ? this.#waiting.length : end);
  }
}
