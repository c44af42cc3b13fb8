import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";

/** Where the service is, and who calls. */
export interface Credentials {
  /** Such as `http://127.0.0.1:5050`. */
  url: string;
  apiKey: string;
  authToken: string;
}

/** The `result` of a reply. */
export interface Result<Data> {
  status: string;
  message: string;
  data: Data;
  pageToken?: string;
  nextPageToken?: string;
}

/** A reply that a further try would not change. */
export class CallError extends Error {
  override readonly name = "CallError";
}

const MAX_TRIES = 8;
/** First pause in ms, doubled with each further try. */
const FIRST_PAUSE = 100;

/**
 * Calls the service: at most `concurrency` calls at a time, tried again when they may well succeed later. An
 * `Idempotency-Key` makes a call that is tried again happen once.
 */
export class RestClient {
  retries = 0;
  readonly #credentials: Credentials;
  readonly #sleep: (ms: number) => Promise<unknown>;
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(credentials: Credentials, { concurrency = 8, sleep = wait as (ms: number) => Promise<unknown> } = {}) {
    this.#credentials = credentials;
    this.#free = concurrency;
    this.#sleep = sleep;
  }

  /** @throws CallError when the service refuses the call, or does not answer after eight tries. */
  async call<Data>(path: string, data: object): Promise<Result<Data>> {
    if (this.#free === 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#free--;
    try {
      return await this.#callUntilAnswered(path, JSON.stringify({ data }));
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    }
  }

  /** Every element of a list, page by page. */
  async *pages<Item>(path: string, data: object): AsyncGenerator<Item> {
    let pageToken: string | undefined;
    do {
      const result: Result<Item[]> = await this.call(path, { ...data, pageToken });
      yield* result.data;
      pageToken = result.pageToken ?? result.nextPageToken;
    } while (pageToken);
  }

  async #callUntilAnswered<Data>(path: string, body: string): Promise<Result<Data>> {
    const { url, apiKey, authToken } = this.#credentials;
    const headers = {
      "content-type": "application/json",
      "x-service-api-key": apiKey,
      "x-service-auth-token": authToken,
      "idempotency-key": randomUUID(),
    };
    for (let attempt = 1; ; attempt++) {
      const answer = await send(url + path, headers, body);
      if ("result" in answer) return answer.result as Result<Data>;
      if (!answer.mayRetry || attempt === MAX_TRIES) throw new CallError(`${path}: ${answer.problem}`);
      this.retries++;
      const pause = FIRST_PAUSE * 2 ** (attempt - 1);
      await this.#sleep(answer.retryAfter ?? pause / 2 + (Math.random() * pause) / 2);
    }
  }
}

type Answer = { result: unknown } | { problem: string; mayRetry: boolean; retryAfter?: number };

/** Conflicts, limits and a service that is away or busy pass; anything else is an answer. */
const PASSING = new Set([409, 429, 502, 503, 504]);

async function send(url: string, headers: Record<string, string>, body: string): Promise<Answer> {
  try {
    const response = await fetch(url, { method: "POST", headers, body, signal: AbortSignal.timeout(30_000) });
    const text = await response.text();
    if (response.ok) return { result: JSON.parse(text).result };
    const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
    return {
      problem: `${response.status} ${text}`,
      mayRetry: PASSING.has(response.status),
      ...(seconds >= 0 && { retryAfter: seconds * 1000 }),
    };
  } catch (error) {
    return { problem: String((error as Error).cause ?? error), mayRetry: true };
  }
}
