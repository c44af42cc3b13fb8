import {
  type AuthoredAwareness,
  type AwarenessState,
  isNewer,
  isOfAnother,
  LEFT,
  MAX_CLIENTS,
  MAX_STATE_LENGTH,
} from "@atrium/functions/domain/crdt/awareness";

/** Maximum estimated bytes kept for all clients of an editor: 2,000 cursors. Clients beyond that are not shown. */
const MAX_BYTES = 256 * 1024;
/** Estimated bytes that a client takes besides its state. */
const CLIENT_BYTES = 24;

/** The state of one client. */
interface ClientState<Owner> extends AwarenessState {
  owner: Owner;
}

/** The awareness states of an editor's clients, by the connection through which each arrives. Nothing is stored. */
export class Awareness<Owner extends { userId: string }> {
  readonly #clientStates = new Map<number, ClientState<Owner>>();
  readonly #clients = new Map<Owner, number>();
  #bytes = 0;
  #revision = 0;

  /** Increases with each change of a state. */
  get revision(): number {
    return this.#revision;
  }

  /** All current states. */
  get states(): AuthoredAwareness[] {
    return [...this.#clientStates.values()].map(toAuthored);
  }

  /** Whether the client of a state belongs to a connection of another user. */
  isOfAnother(state: AuthoredAwareness): boolean {
    const before = this.#clientStates.get(state.client);
    return isOfAnother(state, before && toAuthored(before));
  }

  /**
   * Accepts states from a connection.
   * @returns the states that others do not have yet. Nobody can set the state of another user's client; a new connection of
   * the same user takes over from an old one.
   */
  update(owner: Owner, states: readonly AwarenessState[]): AuthoredAwareness[] {
    return states.filter((one) => this.#take(owner, one)).map((one) => toAuthored({ ...one, owner }));
  }

  #take(owner: Owner, newState: AwarenessState): boolean {
    const { client, clock, state } = newState;
    const before = this.#clientStates.get(client);
    if (state.length > MAX_STATE_LENGTH || (before && before.owner.userId !== owner.userId)) return false;
    if (!isNewer(newState, before)) return false;
    if (before?.owner !== owner && (this.#clients.get(owner) ?? 0) >= MAX_CLIENTS) return false;
    if (state === LEFT) return before !== undefined && this.#forget(before);
    if (this.#bytes + sizeOf(newState) - (before ? sizeOf(before) : 0) > MAX_BYTES) return false;
    if (before) this.#forget(before);
    this.#clientStates.set(client, { client, clock, state, owner });
    this.#count(owner, 1, sizeOf(newState));
    return true;
  }

  #forget(clientState: ClientState<Owner>): boolean {
    this.#clientStates.delete(clientState.client);
    this.#count(clientState.owner, -1, -sizeOf(clientState));
    return true;
  }

  #count(owner: Owner, clients: number, bytes: number): void {
    const clientCount = (this.#clients.get(owner) ?? 0) + clients;
    if (clientCount > 0) this.#clients.set(owner, clientCount);
    else this.#clients.delete(owner);
    this.#bytes += bytes;
    this.#revision++;
  }

  /** Forgets a connection. @returns states that say that its clients have left. */
  leave(owner: Owner): AuthoredAwareness[] {
    if (!this.#clients.has(owner)) return [];
    const ownStates = [...this.#clientStates.values()].filter((clientState) => clientState.owner === owner);
    for (const clientState of ownStates) this.#forget(clientState);
    return ownStates.map((clientState) => toAuthored({ ...clientState, clock: clientState.clock + 1, state: LEFT }));
  }
}

function toAuthored<Owner extends { userId: string }>({
  client,
  clock,
  state,
  owner,
}: ClientState<Owner>): AuthoredAwareness {
  return { client, clock, state, userId: owner.userId };
}

function sizeOf({ state }: AwarenessState): number {
  return Buffer.byteLength(state) + CLIENT_BYTES;
}
