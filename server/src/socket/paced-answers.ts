import type { SetTimer } from "@atrium/functions/platform/async/timer";
import type { SlowWork } from "./slow-work.ts";

/** Minimum pause between two answers, in ms. */
const PAUSE = 50;
/** Bytes of an answer for which the pause after it grows by one ms: about half of the time that creating them takes. */
const BYTES_PER_MS = 16 * 1024;

/**
 * Answers the questions of one client without spending much of the process on it. A question that arrives during the
 * pause after an answer is answered after the pause; of several, only the newest is answered. After an answer that was
 * slow, the next one also takes its turn among the slow work of all connections.
 */
export class PacedAnswers<Question> {
  readonly #timer: SetTimer;
  readonly #slowWork: SlowWork;
  readonly #answer: (question: Question) => number | Promise<number>;
  #next: { question: Question } | undefined;
  #isPausing = false;
  #wasSlow = false;

  /** @param answer answers, at once unless it returns a promise, and returns how many bytes it has sent. */
  constructor(
    { timer, slowWork }: { timer: SetTimer; slowWork: SlowWork },
    answer: (question: Question) => number | Promise<number>,
  ) {
    this.#timer = timer;
    this.#slowWork = slowWork;
    this.#answer = answer;
  }

  ask(question: Question): void {
    this.#next = { question };
    if (!this.#isPausing) void this.#continue();
  }

  async #continue(): Promise<void> {
    if (!this.#next) return;
    this.#isPausing = true;
    const reply = () => this.#reply();
    this.#wasSlow = this.#wasSlow ? await this.#slowWork.turn(reply) : this.#slowWork.do(reply);
  }

  #reply(): void {
    const next = this.#next;
    this.#next = undefined;
    const bytes = next ? this.#answer(next.question) : 0;
    if (bytes instanceof Promise) void bytes.then((sent) => this.#pause(sent));
    else this.#pause(bytes);
  }

  #pause(bytes: number): void {
    this.#timer(Math.max(PAUSE, bytes / BYTES_PER_MS), () => {
      this.#isPausing = false;
      void this.#continue();
    });
  }
}
