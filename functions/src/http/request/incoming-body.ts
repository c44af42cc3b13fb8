import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { hostTimer, type SetTimer } from "#platform/async/timer";
import { ApiError } from "#platform/error";
import { tooLarge } from "./body.ts";
import type { BodyBudget } from "./body-budget.ts";

/** Time limit for receiving a body, in ms: otherwise a slow sender would hold its share of the budget for ever. */
export const BODY_DEADLINE = 60_000;

/**
 * Received bytes from which the whole body is allocated at once: copying megabytes blocks the event loop for many ms,
 * and the system uses no memory for allocated space that nothing is written to.
 */
const LARGE = 1024 * 1024;

const NOTHING: Buffer = Buffer.alloc(0);

/** What a body needs from its host. */
interface IncomingBodyParts {
  budget: BodyBudget;
  /** The headers as the client sent them, if the host has changed those of the stream. */
  headers?: IncomingHttpHeaders | undefined;
  timer?: SetTimer | undefined;
  /** Wraps the wait for bytes that the client has not sent yet. Default: only waits. */
  aside?: (<T>(arrival: Promise<T>) => Promise<T>) | undefined;
}

/** The unread body of one request. It counts against the budget until the request is answered. */
export class IncomingBody {
  readonly #stream: IncomingMessage;
  readonly #budget: BodyBudget;
  readonly #announced: number;
  readonly #timer: SetTimer;
  readonly #aside: <T>(arrival: Promise<T>) => Promise<T>;
  /** The received bytes, followed by free capacity. */
  #buffer: Buffer = NOTHING;
  #size = 0;
  #reserved = 0;
  #stop: () => void = () => undefined;

  constructor(
    stream: IncomingMessage,
    { budget, headers = stream.headers, timer = hostTimer, aside = (arrival) => arrival }: IncomingBodyParts,
  ) {
    this.#stream = stream;
    this.#budget = budget;
    this.#announced = Number(headers["content-length"] ?? 0);
    this.#timer = timer;
    this.#aside = aside;
  }

  /**
   * Reads the whole body; may be called once.
   * @throws ApiError INVALID_ARGUMENT (413) above `maxBytes`, as soon as that is known; UNAVAILABLE when the process holds
   * too many bytes of bodies; DEADLINE_EXCEEDED when it takes longer than 60 s; CANCELLED when the connection ends.
   */
  async read(maxBytes: number): Promise<Uint8Array> {
    const stream = this.#stream;
    const announced = this.#announced;
    if (announced > maxBytes) throw tooLarge(maxBytes);
    // Most bodies have already arrived; reading them synchronously keeps requests in order.
    const whole = stream.complete ? (stream.read() as Buffer | null) : null;
    if (whole) {
      if (whole.length > maxBytes) throw tooLarge(maxBytes);
      this.#hold(whole.length);
      return whole;
    }
    this.#budget.requireRoom(announced);
    await this.#aside(this.#receive(maxBytes, announced));
    return this.#buffer.subarray(0, this.#size);
  }

  /** Stops reading and releases the budget. Call it when the request is answered, successfully or not. */
  release(): void {
    this.#stop();
    this.#buffer = NOTHING;
    this.#budget.release(this.#reserved);
    this.#reserved = 0;
  }

  #receive(maxBytes: number, announced: number): Promise<void> {
    const stream = this.#stream;
    return new Promise((resolve, reject) => {
      const onClose = () => fail(new ApiError("CANCELLED", "The connection ended before the body did."));
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
        stream.off("data", onData).off("end", onEnd).off("close", onClose);
      };
      // The connection may have closed while the credentials were checked; no event would report that.
      if (stream.destroyed && !stream.complete) return onClose();
      // An unhandled error event would end the process.
      stream.on("data", onData).on("end", onEnd).on("close", onClose).on("error", onClose);
    });
  }

  /** Copies a chunk, since thousands of small chunks would take many times their size. @param most total bytes. */
  #append(chunk: Buffer, most: number): void {
    const needed = this.#size + chunk.length;
    this.#hold(chunk.length);
    if (needed > this.#buffer.length) {
      // The announced length alone must not allocate memory.
      const capacity = needed < LARGE ? Math.max(needed, Math.min(this.#buffer.length * 2, most)) : most;
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
