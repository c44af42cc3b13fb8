import type { AwarenessState } from "./frames.ts";

/** Most clients that one connection may speak for, and most characters that one of them may say of itself. */
const MAX_CLIENTS = 8;
const MAX_STATE = 8192;
/** What a client that has left says. */
const LEFT = "null";

/** What is known of one client. */
interface Known<Owner> extends AwarenessState {
  owner: Owner;
}

/** What the clients of an editor say of themselves, by the connection that they say it through. Nothing of it is stored. */
export class Awareness<Owner extends { userId: string }> {
  readonly #known = new Map<number, Known<Owner>>();

  /** Everything that is said now. */
  get states(): AwarenessState[] {
    return [...this.#known.values()].map(({ client, clock, state }) => ({ client, clock, state }));
  }

  /**
   * Takes what a connection says.
   * @returns what is news to others: nobody speaks for the client of another user, and a new connection of a user takes over from an old one.
   */
  update(owner: Owner, states: readonly AwarenessState[]): AwarenessState[] {
    return states.filter((one) => this.#take(owner, one));
  }

  #take(owner: Owner, { client, clock, state }: AwarenessState): boolean {
    const before = this.#known.get(client);
    if (state.length > MAX_STATE || (before && before.owner.userId !== owner.userId)) return false;
    if (before && (clock < before.clock || (clock === before.clock && state !== LEFT))) return false;
    if (before?.owner !== owner && this.#countOf(owner) >= MAX_CLIENTS) return false;
    if (state === LEFT) return this.#known.delete(client);
    this.#known.set(client, { client, clock, state, owner });
    return true;
  }

  #countOf(owner: Owner): number {
    let count = 0;
    for (const known of this.#known.values()) if (known.owner === owner) count++;
    return count;
  }

  /** Forgets a connection. @returns that its clients have left. */
  leave(owner: Owner): AwarenessState[] {
    const left = [...this.#known.values()].filter((known) => known.owner === owner);
    for (const { client } of left) this.#known.delete(client);
    return left.map(({ client, clock }) => ({ client, clock: clock + 1, state: LEFT }));
  }
}
