import type { SetTimer } from "@atrium/functions/platform/async/timer";

/** Minimum pause between two answers, in ms. */
const PAUSE = 50;
/** Bytes of an answer for which the pause after it grows by one ms: about half of the time that creating them takes. */
const BYTES_PER_MS = 16 * 1024;

/**
 * Answers the questions of one client without spending much of the process on it. A question that arrives during the
 * pause after an answer is answered after the pause; of several, only the newest is answered.
 */
export class PacedAnswers<Question> {
  readonly #timer: SetTimer;
  readonly #answer: (question: Question) => number;
  #next: { question: Question } | undefined;
  #isPausing = false;

  /** @param answer answers at once, and returns how many bytes it has sent. */
  constructor(timer: SetTimer, answer: (question: Question) => number) {
    this.#timer = timer;
    this.#answer = answer;
  }

  ask(question: Question): void {
    if (this.#isPausing) this.#next = { question };
    else this.#reply(question);
  }

  #reply(question: Question): void {
    const pause = Math.max(PAUSE, this.#answer(question) / BYTES_PER_MS);
    this.#isPausing = true;
    this.#timer(pause, () => {
      this.#isPausing = false;
      const next = this.#next;
      this.#next = undefined;
      if (next) this.#reply(next.question);
    });
  }
}
