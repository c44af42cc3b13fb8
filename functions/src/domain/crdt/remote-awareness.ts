import { type AuthoredAwareness, isNewer, isOfAnother, LEFT } from "./awareness.ts";

/** How long a client is shown that does not repeat its state, in ms: stock clients repeat it every 15 s. */
export const SHOWN_FOR = 30_000;
/** Approximate maximum of characters that are kept; the oldest states are dropped first. */
const MAX_LENGTH = 256 * 1024;
/** Approximate cost of a client besides its state, in characters. */
const CLIENT_LENGTH = 24;

/**
 * Awareness states of clients elsewhere, kept for clients that join later. States of clients that have left are kept
 * too, because an earlier state may arrive late.
 */
export class RemoteAwareness {
  readonly #monotonic: () => number;
  /** Ordered by the last repetition, the oldest first. */
  readonly #clientStates = new Map<number, AuthoredAwareness & { at: number }>();
  #length = 0;
  #revision = 0;

  /** @param monotonic a clock in ms. */
  constructor(monotonic: () => number) {
    this.#monotonic = monotonic;
  }

  /** Rises whenever the shown states change. */
  get revision(): number {
    this.#forgetOld();
    return this.#revision;
  }

  /** The states that are shown now. */
  get states(): AuthoredAwareness[] {
    this.#forgetOld();
    const presentStates = [...this.#clientStates.values()].filter(({ state }) => state !== LEFT);
    return presentStates.map(({ at: _, ...state }) => state);
  }

  /** Whether the client of a state is currently shown as another user's. */
  isOfAnother(state: AuthoredAwareness): boolean {
    this.#forgetOld();
    return isOfAnother(state, this.#clientStates.get(state.client));
  }

  /** Stores states, except those of clients of other users. @returns the states that were new. */
  take(states: readonly AuthoredAwareness[]): AuthoredAwareness[] {
    this.#forgetOld();
    const newStates = states.filter((state) => {
      const before = this.#clientStates.get(state.client);
      return isNewer(state, before) && !isOfAnother(state, before);
    });
    for (const { client, clock, state, userId } of newStates) {
      this.#forget(client);
      this.#clientStates.set(client, { client, clock, state, userId, at: this.#monotonic() });
      this.#length += state.length + CLIENT_LENGTH;
      this.#revision++;
    }
    for (const client of this.#clientStates.keys()) {
      if (this.#length <= MAX_LENGTH) break;
      this.#forget(client);
    }
    return newStates;
  }

  #forgetOld(): void {
    const since = this.#monotonic() - SHOWN_FOR;
    for (const { client, at } of this.#clientStates.values()) {
      if (at > since) break;
      this.#forget(client);
    }
  }

  #forget(client: number): void {
    const entry = this.#clientStates.get(client);
    if (!entry) return;
    this.#clientStates.delete(client);
    this.#length -= entry.state.length + CLIENT_LENGTH;
    this.#revision++;
  }
}
