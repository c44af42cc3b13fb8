import type { SetTimer } from "@atrium/functions/platform/async/timer";

/** Pause between two checks, in ms, reduced at random by up to a fifth. */
const PAUSE = 45_000;
/** Pause before a check that an event has made necessary, in ms, lengthened at random up to twice. */
const SOON = 200;
/** Pause before a failed check is repeated, in ms. */
const AGAIN = 2000;

/** What the access check of a connection needs. */
export interface AccessCheckParts {
  timer: SetTimer;
  random(): number;
  /** Decides again. @returns in how many ms the access ends at the latest. @throws if it has ended, or the check failed. */
  check(): Promise<number>;
  /** @returns whether this error ends the connection. */
  failed(error: unknown): boolean;
}

/**
 * Checks the access of a connection repeatedly while it is open, and soon after it begins: its first decision may have
 * been cached, and may have changed while the editor was opened.
 */
export class AccessCheck {
  readonly #parts: AccessCheckParts;
  #cancel: () => void = () => undefined;
  #isStopped = false;
  /** Whether something has happened since the running check began. */
  #isDoubtful = false;

  constructor(parts: AccessCheckParts) {
    this.#parts = parts;
    this.soon();
  }

  /** Checks soon, because access may have ended. */
  soon(): void {
    this.#isDoubtful = true;
    this.#schedule(SOON * (1 + this.#parts.random()));
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancel();
  }

  #plan(remaining: number): void {
    const pause = this.#isDoubtful ? SOON : PAUSE * (1 - this.#parts.random() / 5);
    this.#schedule(Math.max(0, Math.min(pause, remaining)));
  }

  #schedule(pause: number): void {
    this.#cancel();
    if (!this.#isStopped) this.#cancel = this.#parts.timer(pause, () => void this.#check());
  }

  async #check(): Promise<void> {
    this.#isDoubtful = false;
    try {
      const remaining = await this.#parts.check();
      if (!this.#isStopped) this.#plan(remaining);
    } catch (error) {
      if (!this.#isStopped && !this.#parts.failed(error)) this.#schedule(AGAIN);
    }
  }
}
