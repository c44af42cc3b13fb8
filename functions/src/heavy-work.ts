import { availableParallelism } from "node:os";
import { extname, join } from "node:path";
import type { Piscina } from "piscina";
import { ApiError, type ErrorCode, type ErrorExtras } from "./platform/error.ts";

/** What the threads can do: each name stands for a function of heavy-worker.ts. */
export type HeavyTaskName = "writeCrdt" | "parseLargeBody";

/** A task's value, or its refusal: an error loses its class between threads. */
export type HeavyTaskResult =
  | { value: unknown }
  | { error: { code: ErrorCode; message: string; extras: Omit<ErrorExtras, "cause"> } };

/** From so many bytes on it pays to hand work to another thread: 256 KiB. */
const LEAST_BYTES = 256 * 1024;
/** After so many ms without work a thread ends, and with it its memory. */
const IDLE_TIMEOUT = 10_000;
const MOST_THREADS = 4;

/** Stands beside this file, as source and in every bundle alike. */
const workerFile = join(import.meta.dirname, `heavy-worker${extname(import.meta.filename)}`);

/**
 * Work whose time grows with its input, such as parsing: large inputs go to a pool of threads, so that the event loop stays
 * free. The pool is loaded with the first of them.
 */
export class HeavyWork {
  readonly #leastBytes: number;
  #pool: Promise<Piscina> | undefined;

  /** @param leastBytes inputs below are worked on in this thread. */
  constructor(leastBytes = LEAST_BYTES) {
    this.#leastBytes = leastBytes;
  }

  /** Whether an input of so many bytes goes to another thread. */
  isHeavy(bytes: number): boolean {
    return bytes >= this.#leastBytes;
  }

  /**
   * Runs a task in another thread. What it is given and answers is copied.
   * @throws ApiError that the task throws.
   */
  async run<Result>(name: HeavyTaskName, input: object): Promise<Result> {
    this.#pool ??= openPool();
    const outcome: HeavyTaskResult = await (await this.#pool).run({ name, input });
    if ("error" in outcome) throw new ApiError(outcome.error.code, outcome.error.message, outcome.error.extras);
    return outcome.value as Result;
  }

  /** Ends all threads. */
  async close(): Promise<void> {
    await (await this.#pool)?.destroy();
    this.#pool = undefined;
  }
}

async function openPool(): Promise<Piscina> {
  const { default: piscina } = await import("piscina");
  return new piscina.Piscina({
    filename: workerFile,
    minThreads: 0,
    // One processor stays with the event loop.
    maxThreads: Math.max(1, Math.min(MOST_THREADS, availableParallelism() - 1)),
    idleTimeout: IDLE_TIMEOUT,
  });
}
