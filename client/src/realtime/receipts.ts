import type { Timing } from "../timing.ts";

/** Pause in which edits are collected before the service is asked about them, ms. */
const COLLECTING = 250;

/**
 * Finds out when the service has stored what was sent over a WebSocket. The protocol has no receipts, but the service answers a
 * question only when all that came before it is stored, so it is asked behind the edits. One question is open at a time.
 */
export class Receipts {
  readonly #timing: Timing;
  readonly #ask: () => void;
  readonly #stored: () => void;
  #isAsking = false;
  /** Whether edits were sent behind the open question, or before any. */
  #isDue = false;
  #isRefused = false;
  #stopWaiting: (() => void) | undefined;

  /** @param ask sends a question. @param stored is called when all that was sent is stored. */
  constructor(timing: Timing, ask: () => void, stored: () => void) {
    this.#timing = timing;
    this.#ask = ask;
    this.#stored = stored;
  }

  /** Asks at once, about what was sent before. */
  ask(): void {
    this.#stopWaiting?.();
    this.#stopWaiting = undefined;
    this.#isAsking = true;
    this.#isDue = false;
    this.#ask();
  }

  /** An edit was sent. */
  sent(): void {
    this.#isDue = true;
    this.#plan();
  }

  /** The service has answered. */
  answered(): void {
    this.#isAsking = false;
    if (this.#isDue) this.#plan();
    else if (!this.#isRefused) this.#stored();
  }

  /** The service has refused an edit: it is not stored until the service itself asks for it. */
  refused(isRefused: boolean): void {
    this.#isRefused = isRefused;
  }

  /** The connection has ended: nothing is asked any more. */
  stop(): void {
    this.#stopWaiting?.();
    this.#isAsking = true;
  }

  #plan(): void {
    if (!this.#isAsking) this.#stopWaiting ??= this.#timing.after(COLLECTING, () => this.ask());
  }
}
