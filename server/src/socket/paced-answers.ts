import type { SetTimer } from "@atrium/functions/platform/async/timer";

/** Least pause between two answers, in ms. */
const PAUSE = 50;
/** Bytes of an answer that each ms of the pause behind it stands for: about half of what making them takes. */
const BYTES_PER_MS = 16 * 1024;

/**
 * Answers what one client asks, and never spends much of the process on it: a question that comes while the last answer is being
 * paid for is answered after a pause, and of several only the newest.
 */
export class PacedAnswers<Question> {
  readonly #timer: SetTimer;
  readonly #answer: (question: Question) => number;
  #next: { question: Question } | undefined;
  #isPausing = false;

  /** @param answer answers at once. It returns how many bytes it has sent. */
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
