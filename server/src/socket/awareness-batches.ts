import { type AuthoredAwareness, isNewer } from "@atrium/functions/domain/crdt/awareness";
import type { SetTimer } from "@atrium/functions/platform/async/timer";

/** Minimum pause between two messages to a room, in ms. */
const PAUSE = 50;
/** Total bytes sent to all connections of a room for which the pause grows by one ms. */
const BYTES_PER_MS = 32 * 1024;

/** The state of a client, and whether the client is connected to this process. */
interface NewState {
  awareness: AuthoredAwareness;
  isOwn: boolean;
}

/**
 * Batches awareness states during the pause after each message to a room. The first state is sent at once; later ones
 * are sent together after the pause, with only the newest state of each client.
 */
export class AwarenessBatches {
  readonly #timer: SetTimer;
  readonly #broadcast: (batch: readonly NewState[]) => number;
  #waiting = new Map<number, NewState>();
  #cancel: (() => void) | undefined;

  /** @param broadcast sends states. @returns from it: the total bytes sent to all connections. */
  constructor(timer: SetTimer, broadcast: (batch: readonly NewState[]) => number) {
    this.#timer = timer;
    this.#broadcast = broadcast;
  }

  add(states: readonly AuthoredAwareness[], isOwn: boolean): void {
    for (const state of states) {
      const before = this.#waiting.get(state.client);
      if (isNewer(state, before?.awareness)) this.#waiting.set(state.client, { awareness: state, isOwn });
    }
    if (!this.#cancel && this.#waiting.size > 0) this.#send();
  }

  /** Drops everything that was not sent. */
  stop(): void {
    this.#cancel?.();
    this.#waiting.clear();
  }

  #send(): void {
    const batch = [...this.#waiting.values()];
    this.#waiting = new Map();
    const pause = Math.max(PAUSE, this.#broadcast(batch) / BYTES_PER_MS);
    this.#cancel = this.#timer(pause, () => {
      this.#cancel = undefined;
      if (this.#waiting.size > 0) this.#send();
    });
  }
}
