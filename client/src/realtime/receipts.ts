import type { Timing } from "../timing.ts";

/** Time for which edits are collected before the service is asked about them, in ms. */
const COLLECTING = 250;

/**
 * Finds out when the service has stored what was sent over a WebSocket. The protocol has no receipts, but the service
 * answers a question only once everything sent before it is stored, so a question is sent after the edits. Only one
 * question is open at a time.
 */
export class Receipts {
  readonly #timing: Timing;
  readonly #ask: () => void;
  readonly #stored: () => void;
  #isAsking = false;
  /** Whether edits were sent after the open question, or before the first one. */
  #isDue = false;
  #isRefused = false;
  #stopWaiting: (() => void) | undefined;

  /** @param ask sends a question. @param onStored is called when everything that was sent is stored. */
  constructor(timing: Timing, ask: () => void, onStored: () => void) {
    this.#timing = timing;
    this.#ask = ask;
    this.#stored = onStored;
  }

  /** Asks at once about everything sent so far. */
  ask(): void {
    this.#stopWaiting?.();
    this.#stopWaiting = undefined;
    this.#isAsking = true;
    this.#isDue = false;
    this.#ask();
  }

  /** Call it when an edit was sent. */
  sent(): void {
    this.#isDue = true;
    this.#plan();
  }

  /** Call it when the service has answered the question. */
  answered(): void {
    this.#isAsking = false;
    if (this.#isDue) this.#plan();
    else if (!this.#isRefused) this.#stored();
  }

  /** Call it when the service has refused an edit, which is not stored until the service itself asks for it. */
  refused(isRefused: boolean): void {
    this.#isRefused = isRefused;
  }

  /** Call it when the connection has ended: no more questions are asked. */
  stop(): void {
    this.#stopWaiting?.();
    this.#isAsking = true;
  }

  #plan(): void {
    if (!this.#isAsking) this.#stopWaiting ??= this.#timing.after(COLLECTING, () => this.ask());
  }
}
