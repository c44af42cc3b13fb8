import { availableParallelism } from "node:os";
import { extname, join } from "node:path";
import type { ResourceLimits } from "node:worker_threads";
import type { Piscina } from "piscina";
import { hostTimer, type SetTimer } from "#platform/async/timer";
import { Turns } from "#platform/async/turns";
import { copyInChunks, encodeInChunks } from "#platform/text/large-text";
import { ApiError, type ErrorCode, type ErrorExtras } from "./platform/error.ts";

/** Tasks that the threads run: each name is a function of heavy-worker.ts. */
export type HeavyTaskName =
  | "writeCrdt"
  | "foldState"
  | "exchangeAndOutline"
  | "lackedInSlices"
  | "sliceUpdate"
  | "listClients"
  | "parseLargeBody"
  | "namesInState"
  | "redactState"
  | "traitsInDoc"
  | "redactLargeDoc";

/** A task for a thread. */
export interface HeavyOrder {
  name: HeavyTaskName;
  /** Fields of the task's input. */
  input: Record<string, unknown>;
  /** Further fields of the input that are text, as UTF-8 in chunks. */
  texts: Record<string, Uint8Array<ArrayBuffer>[]>;
  /** Further fields of the input that are bytes, in chunks. */
  bytes: Record<string, Uint8Array<ArrayBuffer>[]>;
}

/** The result of a task: its value, or the fields of its `ApiError`, which would lose its class between threads. */
export type HeavyTaskResult =
  | { value: unknown }
  | { error: { code: ErrorCode; message: string; extras: Omit<ErrorExtras, "cause"> } };

/** Inputs of at least this many bytes are worth handing to another thread. */
const MIN_BYTES = 256 * 1024;
/** A thread that is idle for this long, in ms, ends and frees its memory. */
const IDLE_TIMEOUT = 10_000;
/**
 * At most two, because each may use as much memory as the limits below allow; one processor is left to the event loop.
 */
const THREADS = availableParallelism() > 2 ? 2 : 1;
/** Maximum number of concurrent calls with a large body: each holds several times its body, besides its thread. */
const MAX_LARGE_CALLS = 2;
/** Memory limits of a thread. The heaviest content of 10 MiB takes 500 to 600 MB of objects. */
const MEMORY: ResourceLimits = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 16 };
/** Code of Node's error when a thread exceeds these limits. */
const OUT_OF_MEMORY = "ERR_WORKER_OUT_OF_MEMORY";
/**
 * Longest time for a task, in ms. The heaviest content of 10 MiB takes some seconds, and longer on a busy host, because
 * threads have a low priority.
 */
const MAX_DURATION = 60_000;

/** The worker file is beside this one, in the source and in every bundle. */
const workerFile = join(import.meta.dirname, `heavy-worker${extname(import.meta.filename)}`);

/**
 * Runs work whose time grows with its input, such as parsing: large inputs go to a pool of threads, so that the event loop
 * stays free. The pool is loaded with the first large input.
 */
export class HeavyWork {
  readonly #minBytes: number;
  readonly #memory: ResourceLimits;
  readonly #timer: SetTimer;
  readonly #calls = new Turns(MAX_LARGE_CALLS);
  /** Queues tasks here, because the pool's own queue would stall behind a thread that has died. */
  readonly #tasks = new Turns(THREADS);
  #pool: Promise<Piscina> | undefined;

  /**
   * @param minBytes smaller inputs are processed in the calling thread.
   * @param memory limits of each thread.
   * @param timer ends tasks that take too long.
   */
  constructor(minBytes = MIN_BYTES, memory = MEMORY, timer = hostTimer) {
    this.#minBytes = minBytes;
    this.#memory = memory;
    this.#timer = timer;
  }

  /** Whether an input of this many bytes goes to another thread. */
  isHeavy(bytes: number): boolean {
    return bytes >= this.#minBytes;
  }

  /** Handles a call with a large body, two at a time; others wait in order. */
  inTurn<Result>(handle: () => Promise<Result>): Promise<Result> {
    return this.#calls.run(handle);
  }

  /**
   * Runs a task in another thread. Input and result are copied. Bytes and texts of the input (a string or a list of
   * strings) are copied in chunks, because copying large ones at once would block the event loop.
   * @throws ApiError that the task throws; INVALID_ARGUMENT (413) if it needs more memory than a thread may use;
   *   DEADLINE_EXCEEDED if it takes longer than a minute.
   */
  async run<Result>(name: HeavyTaskName, input: object): Promise<Result> {
    this.#pool ??= openPool(this.#memory);
    const order: HeavyOrder = { name, input: {}, texts: {}, bytes: {} };
    for (const [field, value] of Object.entries(input))
      if (isText(value)) order.texts[field] = await encodeInChunks(value);
      else if (value instanceof Uint8Array) order.bytes[field] = await copyInChunks(value);
      else order.input[field] = value;
    const chunks = [order.texts, order.bytes].flatMap((fields) => Object.values(fields).flat());
    const transferList = chunks.map(({ buffer }) => buffer);
    const pool = await this.#pool;
    const outcome = await this.#tasks.run(() => this.#runInTime(pool, order, transferList)).catch(refuseExcess);
    if ("error" in outcome) throw new ApiError(outcome.error.code, outcome.error.message, outcome.error.extras);
    return outcome.value as Result;
  }

  /** Runs a task; if it takes too long, its thread is ended, and the pool starts another one for the next task. */
  async #runInTime(pool: Piscina, order: HeavyOrder, transferList: ArrayBuffer[]): Promise<HeavyTaskResult> {
    const limit = new AbortController();
    const cancel = this.#timer(MAX_DURATION, () => limit.abort());
    try {
      return await pool.run(order, { transferList, signal: limit.signal });
    } finally {
      cancel();
    }
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

function refuseExcess(error: Error & { code?: string }): HeavyTaskResult {
  const hint =
    "Send less content, or write it under another editorId if the editor has often been rewritten as a whole.";
  if (error.code === OUT_OF_MEMORY) {
    const message = "The content takes more memory than one call may use.";
    return { error: { code: "INVALID_ARGUMENT", message, extras: { httpStatus: 413, hint } } };
  }
  // How long it takes depends on the load of the host, too, so this must not count as a fault of the content.
  const message = "The content takes longer to process than one call may take.";
  if (error.name === "AbortError") return { error: { code: "DEADLINE_EXCEEDED", message, extras: { hint } } };
  throw error;
}

async function openPool(resourceLimits: ResourceLimits): Promise<Piscina> {
  const { default: piscina } = await import("piscina");
  return new piscina.Piscina({
    filename: workerFile,
    minThreads: 0,
    maxThreads: THREADS,
    idleTimeout: IDLE_TIMEOUT,
    resourceLimits,
  });
}
