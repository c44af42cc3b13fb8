import { type AwarenessState, isNews, LEFT, MAX_CLIENTS, MAX_STATE } from "@atrium/functions/domain/crdt/awareness";

/** What is known of one client. */
interface Known<Owner> extends AwarenessState {
  owner: Owner;
}

/** What the clients of an editor say of themselves, by the connection that they say it through. Nothing of it is stored. */
export class Awareness<Owner extends { userId: string }> {
  readonly #known = new Map<number, Known<Owner>>();
  #revision = 0;

  /** Rises with each change of what is said. */
  get revision(): number {
    return this.#revision;
  }

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

  #take(owner: Owner, said: AwarenessState): boolean {
    const { client, clock, state } = said;
    const before = this.#known.get(client);
    if (state.length > MAX_STATE || (before && before.owner.userId !== owner.userId)) return false;
    if (!isNews(said, before)) return false;
    if (before?.owner !== owner && this.#countOf(owner) >= MAX_CLIENTS) return false;
    this.#revision++;
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
    this.#revision++;
    return left.map(({ client, clock }) => ({ client, clock: clock + 1, state: LEFT }));
  }
}
