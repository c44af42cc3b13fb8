import { type AwarenessState, LEFT } from "@atrium/functions/domain/crdt/awareness";

/** Number of clients to remember; the oldest are forgotten first. */
const MAX_CLIENTS = 4096;

/**
 * Remembers the clocks with which the connections of a room were told that clients have left. A stock client that
 * returns begins with the clock it had before, or with 0 if its page has created a new provider for the same Yjs
 * document. The others ignore its states until its clock has passed the one of its departure.
 */
export class Departures {
  readonly #clocks = new Map<number, number>();

  /** Call it with all states that are sent to the room. */
  record(states: readonly AwarenessState[]): void {
    for (const { client, clock, state } of states) {
      if (clock < (this.#clocks.get(client) ?? 0)) continue;
      this.#clocks.delete(client);
      if (state === LEFT) this.#clocks.set(client, clock);
    }
    for (const client of this.#clocks.keys()) {
      if (this.#clocks.size <= MAX_CLIENTS) break;
      this.#clocks.delete(client);
    }
  }

  /**
   * The departures because of which the others ignore these states. A client that receives its own departure answers
   * with the same state and a clock that the others accept.
   */
  hiding(states: readonly AwarenessState[]): AwarenessState[] {
    return states.flatMap(({ client, clock, state }) => {
      const departure = this.#clocks.get(client);
      const isHidden = state !== LEFT && departure !== undefined && clock <= departure;
      return isHidden ? [{ client, clock: departure, state: LEFT }] : [];
    });
  }
}
