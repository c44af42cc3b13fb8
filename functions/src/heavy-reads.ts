import { ApiError } from "#platform/error";
import type { Doc, DocData, Query } from "#store/port";
import { type ScanPage, scan } from "#store/scan";
import type { KeyCall } from "./call.ts";
import { processPart, type ReadContext } from "./context.ts";

/**
 * Maximum number of concurrent heavy reads if reading occupies the event loop: with two, one proceeds while the other
 * waits.
 */
const AT_ONCE = 2;
/** The same if reads mostly wait for a network. */
const REMOTE_AT_ONCE = 20;
/** Maximum number of waiting heavy reads. */
const MAX_WAITING = 100;
/** Seconds after which a refused call may be sent again. */
const RETRY_AFTER = 2;

/** The heavy reads of the process. */
export const heavyReads = processPart(
  ({ store }: ReadContext) => new HeavyReads(store.remembers ? REMOTE_AT_ONCE : AT_ONCE),
);

/** Like `scan`, but waits its turn among the heavy reads before it reads more than a page. */
export function scanInTurn<T extends DocData>(
  call: KeyCall,
  query: Query,
  size: number,
  keep: (docs: Doc<T>[]) => Doc<T>[] | Promise<Doc<T>[]>,
): Promise<ScanPage<T>> {
  return heavyReads(call).runOnceHeavy(call.apiKey.apiKeyId, (beforeMore) =>
    scan(call.store, query, size, keep, { beforeMore }),
  );
}

/**
 * Limits how many calls run at once that read or decide a lot, so that small calls are not held up and not all of them
 * use memory at the same time. The others wait; API keys take turns.
 */
export class HeavyReads {
  #free: number;
  readonly #maxWaiting: number;
  /** By API key, the next in turn first. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #waitingCount = 0;

  /**
   * @param atOnce maximum number of concurrent reads.
   * @param maxWaiting maximum number that wait; further ones are refused.
   */
  constructor(atOnce: number, maxWaiting = MAX_WAITING) {
    this.#free = atOnce;
    this.#maxWaiting = maxWaiting;
  }

  /** Runs `read` when its turn has come. @throws ApiError UNAVAILABLE with `Retry-After` if too many wait. */
  run<Result>(apiKeyId: string, read: () => Promise<Result>): Promise<Result> {
    return this.runOnceHeavy(apiKeyId, async (begin) => {
      await begin();
      return read();
    });
  }

  /**
   * Runs `read` at once; it may turn out to be heavy.
   * @param read calls `begin` before it reads a lot, and continues when that resolves: it then has a turn until it
   * ends. `begin` rejects with ApiError UNAVAILABLE with `Retry-After` if too many wait.
   */
  async runOnceHeavy<Result>(apiKeyId: string, read: (begin: () => Promise<void>) => Promise<Result>): Promise<Result> {
    let hasTurn = false;
    const begin = async () => {
      if (hasTurn) return;
      if (this.#free > 0) this.#free--;
      else await this.#turnOf(apiKeyId);
      hasTurn = true;
    };
    try {
      return await read(begin);
    } finally {
      if (hasTurn) this.#next();
    }
  }

  #turnOf(apiKeyId: string): Promise<void> {
    if (this.#waitingCount >= this.#maxWaiting)
      throw new ApiError(
        "UNAVAILABLE",
        "The server has too many calls at once that read a lot of data. Try again shortly.",
        {
          retryAfter: RETRY_AFTER,
          hint: "Send such calls one after another.",
        },
      );
    this.#waitingCount++;
    return new Promise((resolve) => {
      const ofKey = this.#waiting.get(apiKeyId);
      if (ofKey) ofKey.push(resolve);
      else this.#waiting.set(apiKeyId, [resolve]);
    });
  }

  #next(): void {
    const [first] = this.#waiting;
    if (!first) {
      this.#free++;
      return;
    }
    const [apiKeyId, ofKey] = first;
    const resume = ofKey.shift();
    this.#waitingCount--;
    // The API key goes to the end of the line.
    this.#waiting.delete(apiKeyId);
    if (ofKey.length > 0) this.#waiting.set(apiKeyId, ofKey);
    resume?.();
  }
}
