import type { Timing } from "../timing.ts";

/** Shortest time for which edits are collected before the service is asked about them, in ms. */
const COLLECTING = 250;
/**
 * Bytes of a question for which this time grows by one ms. A question names every client that has ever edited the
 * document, so those of a document with 2,000 past clients have 16 kB.
 */
const BYTES_PER_MS = 16;

/**
 * Finds out when the service has stored what was sent over a WebSocket. The protocol has no receipts, but the service
 * answers a question only once everything sent before it is stored, so a question is sent after the edits. Only one
 * question is open at a time.
 */
export class Receipts {
  readonly #timing: Timing;
  readonly #ask: () => number;
  readonly #onStored: () => void;
  #isAsking = false;
  /** Whether edits were sent after the open question, or before the first one. */
  #isDue = false;
  #isRefused = false;
  #collecting = COLLECTING;
  #stopWaiting: (() => void) | undefined;

  /**
   * @param ask sends a question, and returns its size in bytes.
   * @param onStored is called when everything that was sent is stored.
   */
  constructor(timing: Timing, ask: () => number, onStored: () => void) {
    this.#timing = timing;
    this.#ask = ask;
    this.#onStored = onStored;
  }

  /** Asks at once about everything sent so far. */
  ask(): void {
    this.#stopWaiting?.();
    this.#stopWaiting = undefined;
    this.#isAsking = true;
    this.#isDue = false;
    this.#collecting = Math.max(COLLECTING, this.#ask() / BYTES_PER_MS);
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
    else if (!this.#isRefused) this.#onStored();
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
    if (!this.#isAsking) this.#stopWaiting ??= this.#timing.after(this.#collecting, () => this.ask());
  }
}
