import type { IncomingMessage } from "node:http";
import { ApiError } from "#platform/error";
import { hostTimer, type SetTimer } from "#platform/timer";
import { tooLarge } from "./body.ts";
import type { BodyBudget } from "./body-budget.ts";

/** Time in ms in which a body must arrive: a slow sender would hold its share of the budget for ever. */
export const BODY_DEADLINE = 60_000;

const NOTHING: Buffer = Buffer.alloc(0);

/** The body of one request, which nobody has read yet. It counts against the budget until the request is answered. */
export class IncomingBody {
  readonly #stream: IncomingMessage;
  readonly #budget: BodyBudget;
  readonly #timer: SetTimer;
  /** What has arrived, with room for more behind it. */
  #buffer: Buffer = NOTHING;
  #size = 0;
  #reserved = 0;
  #stop: () => void = () => undefined;

  constructor(
    stream: IncomingMessage,
    { budget, timer = hostTimer }: { budget: BodyBudget; timer?: SetTimer | undefined },
  ) {
    this.#stream = stream;
    this.#budget = budget;
    this.#timer = timer;
  }

  /**
   * Reads all of it, once.
   * @throws ApiError INVALID_ARGUMENT (413) above `maxBytes`, before all of them are here; UNAVAILABLE when the process holds
   * too many bytes of bodies; DEADLINE_EXCEEDED when it takes longer than 60 s; CANCELLED when the connection ends.
   */
  async read(maxBytes: number): Promise<Uint8Array> {
    const stream = this.#stream;
    const announced = Number(stream.headers["content-length"] ?? 0);
    if (announced > maxBytes) throw tooLarge(maxBytes);
    // Most bodies are here by now; taking them at once keeps the requests in step.
    const whole = stream.complete ? (stream.read() as Buffer | null) : null;
    if (whole) {
      if (whole.length > maxBytes) throw tooLarge(maxBytes);
      this.#hold(whole.length);
      return whole;
    }
    this.#budget.requireRoom(announced);
    await this.#receive(maxBytes, announced);
    return this.#buffer.subarray(0, this.#size);
  }

  /** Ends the reading and gives back what is held. Called when the request is answered, however that came about. */
  release(): void {
    this.#stop();
    this.#buffer = NOTHING;
    this.#budget.release(this.#reserved);
    this.#reserved = 0;
  }

  #receive(maxBytes: number, announced: number): Promise<void> {
    const stream = this.#stream;
    return new Promise((resolve, reject) => {
      const gone = () => fail(new ApiError("CANCELLED", "The connection ended before the body did."));
      const fail = (error: unknown) => {
        this.#stop();
        stream.pause();
        reject(error);
      };
      const onData = (chunk: Buffer) => {
        try {
          if (this.#size + chunk.length > maxBytes) throw tooLarge(maxBytes);
          this.#append(chunk, announced || maxBytes);
        } catch (error) {
          fail(error);
        }
      };
      const onEnd = () => {
        this.#stop();
        resolve();
      };
      const late = `The request body must arrive within ${BODY_DEADLINE / 1000} seconds.`;
      const cancel = this.#timer(BODY_DEADLINE, () => fail(new ApiError("DEADLINE_EXCEEDED", late)));
      this.#stop = () => {
        this.#stop = () => undefined;
        cancel();
        stream.off("data", onData).off("end", onEnd).off("close", gone);
      };
      // It may have gone while the credentials were checked: then nothing would tell.
      if (stream.destroyed && !stream.complete) return gone();
      // An error is followed by a close; one that nobody listens to would end the process.
      stream.on("data", onData).on("end", onEnd).on("close", gone).on("error", gone);
    });
  }

  /** Copies a chunk: thousands of small ones kept as they came would take many times their size. @param most bytes in all. */
  #append(chunk: Buffer, most: number): void {
    const needed = this.#size + chunk.length;
    if (needed > this.#buffer.length) {
      const doubled = this.#buffer.length * 2;
      // What is announced is no reason to take memory before it is here.
      const capacity = Math.max(needed, Math.min(doubled, most));
      this.#hold(capacity - this.#reserved);
      const grown = Buffer.allocUnsafe(capacity);
      this.#buffer.copy(grown, 0, 0, this.#size);
      this.#buffer = grown;
    }
    chunk.copy(this.#buffer, this.#size);
    this.#size = needed;
  }

  #hold(bytes: number): void {
    this.#budget.reserve(bytes);
    this.#reserved += bytes;
  }
}
