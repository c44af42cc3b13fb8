/** A call that runs longer than this, in ms, is presumed dead. A concurrent second call is safe, see below. */
const LEASE = 60_000;

/** A call in progress in this process. */
export interface RunningCall {
  /** SHA-256 of its body, in hex. */
  bodyHash: string;
  /** Ms since 1970. */
  startedAt: number;
}

/**
 * Calls with an Idempotency-Key in progress in one process, by the path of their record. This only saves work: the
 * record in their transactions ensures that only one of two calls takes effect, in whichever processes they run.
 */
export class RunningCalls {
  readonly #calls = new Map<string, RunningCall>();

  /** Registers a call. @returns the call that is already running, in which case nothing is registered. */
  enter(record: string, call: RunningCall): RunningCall | undefined {
    const other = this.#calls.get(record);
    if (other && other.startedAt + LEASE > call.startedAt) return other;
    this.#calls.set(record, call);
    return undefined;
  }

  /** Unregisters a call that has ended, unless another one has replaced it. */
  leave(record: string, call: RunningCall): void {
    if (this.#calls.get(record) === call) this.#calls.delete(record);
  }
}
