import { availableParallelism } from "node:os";
import { extname, join } from "node:path";
import type { Piscina } from "piscina";
import { encodeInChunks } from "#platform/text/large-text";
import { ApiError, type ErrorCode, type ErrorExtras } from "./platform/error.ts";

/** Tasks that the threads run: each name is a function of heavy-worker.ts. */
export type HeavyTaskName = "writeCrdt" | "foldState" | "exchangeUpdates" | "parseLargeBody" | "redactContent";

/** What a thread is asked to do. */
export interface HeavyOrder {
  name: HeavyTaskName;
  /** Fields of the task's input. */
  input: Record<string, unknown>;
  /** Further fields of it, which are text, as UTF-8 in chunks. */
  texts: Record<string, Uint8Array<ArrayBuffer>[]>;
}

/** The result of a task: its value, or the fields of its `ApiError`, which would lose its class between threads. */
export type HeavyTaskResult =
  | { value: unknown }
  | { error: { code: ErrorCode; message: string; extras: Omit<ErrorExtras, "cause"> } };

/** Inputs of at least this many bytes are worth handing to another thread. */
const MIN_BYTES = 256 * 1024;
/** A thread that is idle for this long, in ms, ends and frees its memory. */
const IDLE_TIMEOUT = 10_000;
const MAX_THREADS = 4;

/** The worker file is beside this one, in the source and in every bundle. */
const workerFile = join(import.meta.dirname, `heavy-worker${extname(import.meta.filename)}`);

/**
 * Runs work whose time grows with its input, such as parsing: large inputs go to a pool of threads, so that the event loop
 * stays free. The pool is loaded with the first large input.
 */
export class HeavyWork {
  readonly #minBytes: number;
  #pool: Promise<Piscina> | undefined;

  /** @param minBytes smaller inputs are processed in the calling thread. */
  constructor(minBytes = MIN_BYTES) {
    this.#minBytes = minBytes;
  }

  /** Whether an input of so many bytes goes to another thread. */
  isHeavy(bytes: number): boolean {
    return bytes >= this.#minBytes;
  }

  /**
   * Runs a task in another thread. Its input and its result are copied; texts of the input, each a string or a list of its
   * parts, are handed over as bytes, since copying large ones would keep the event loop.
   * @throws ApiError that the task throws.
   */
  async run<Result>(name: HeavyTaskName, input: object): Promise<Result> {
    this.#pool ??= openPool();
    const order: HeavyOrder = { name, input: {}, texts: {} };
    for (const [field, value] of Object.entries(input))
      if (isText(value)) order.texts[field] = await encodeInChunks(value);
      else order.input[field] = value;
    const transferList = Object.values(order.texts).flatMap((chunks) => chunks.map(({ buffer }) => buffer));
    const outcome: HeavyTaskResult = await (await this.#pool).run(order, { transferList });
    if ("error" in outcome) throw new ApiError(outcome.error.code, outcome.error.message, outcome.error.extras);
    return outcome.value as Result;
  }

  /** Ends all threads. */
  async close(): Promise<void> {
    await (await this.#pool)?.destroy();
    this.#pool = undefined;
  }
}

function isText(value: unknown): value is string | readonly string[] {
  return typeof value === "string" || Array.isArray(value);
}

async function openPool(): Promise<Piscina> {
  const { default: piscina } = await import("piscina");
  return new piscina.Piscina({
    filename: workerFile,
    minThreads: 0,
    // One processor is left to the event loop.
    maxThreads: Math.max(1, Math.min(MAX_THREADS, availableParallelism() - 1)),
    idleTimeout: IDLE_TIMEOUT,
  });
}
