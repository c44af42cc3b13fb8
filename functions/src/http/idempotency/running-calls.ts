/** After so many ms a call that has not ended is taken for dead: a second one beside it can't do its work twice. */
const LEASE = 60_000;

/** A call that this process is working on. */
export interface RunningCall {
  /** SHA-256 of its body, in hex. */
  bodyHash: string;
  /** Ms since 1970. */
  startedAt: number;
}

/**
 * Calls with an Idempotency-Key that one process is working on, by the path of their record. It only spares the work: that
 * one of two calls takes effect, on whatever process, follows from the record in their transactions.
 */
export class RunningCalls {
  readonly #calls = new Map<string, RunningCall>();

  /** Enters a call. @returns the one that is running already, in which case it is not entered. */
  enter(record: string, call: RunningCall): RunningCall | undefined {
    const other = this.#calls.get(record);
    if (other && other.startedAt + LEASE > call.startedAt) return other;
    this.#calls.set(record, call);
    return undefined;
  }

  /** Takes away a call that has ended, unless another one has taken its place. */
  leave(record: string, call: RunningCall): void {
    if (this.#calls.get(record) === call) this.#calls.delete(record);
  }
}
