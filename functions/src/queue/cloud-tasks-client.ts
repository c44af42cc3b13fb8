import type { v2 } from "@google-cloud/tasks";
import { pause, type SetTimer } from "#platform/async/timer";
import { backoff } from "./retry.ts";

/** Options of the client; the cloud needs none. */
export type ClientOptions = NonNullable<ConstructorParameters<typeof v2.CloudTasksClient>[0]>;

/** A request that creates a task. */
export type TaskRequest = Parameters<v2.CloudTasksClient["createTask"]>[0] & object;

/** The service that creates tasks. */
export interface TaskService {
  /** Creates a task. Succeeds when a task of this name exists or recently existed. @throws when creation fails. */
  create(request: TaskRequest): Promise<void>;
  /** Closes the connection. */
  close(): Promise<void>;
}

const ALREADY_EXISTS = 6;
/** DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED, ABORTED, INTERNAL, UNAVAILABLE. */
const TRANSIENT = new Set([4, 8, 10, 13, 14]);
const retry = { attempts: 5, minBackoff: 100, maxBackoff: 1000 };
/** Timeout of one attempt, in ms. */
const CALL_TIMEOUT = 5000;

/** The client of Cloud Tasks. It is loaded at its first use, because loading is slow and not every process needs it. */
export class CloudTasksClient implements TaskService {
  readonly #options: { client: ClientOptions; timer: SetTimer; random: () => number };
  #client: Promise<v2.CloudTasksClient> | undefined;

  constructor(options: { client: ClientOptions; timer: SetTimer; random: () => number }) {
    this.#options = options;
  }

  /**
   * Creates a task. Succeeds when a task of this name exists or recently existed. Transient errors are retried for a few
   * seconds.
   * @throws the error of the last attempt.
   */
  async create(request: TaskRequest): Promise<void> {
    this.#client ??= this.#load();
    const client = await this.#client;
    for (let attempt = 1; ; attempt++) {
      try {
        await client.createTask(request, { timeout: CALL_TIMEOUT });
        return;
      } catch (error) {
        const code = Number((error as { code?: unknown }).code);
        if (code === ALREADY_EXISTS) return;
        if (!TRANSIENT.has(code) || attempt === retry.attempts) throw error;
        await pause(backoff(retry, attempt, this.#options.random), this.#options.timer);
      }
    }
  }

  async #load(): Promise<v2.CloudTasksClient> {
    const tasks = await import("@google-cloud/tasks");
    return new tasks.v2.CloudTasksClient(this.#options.client);
  }

  async close(): Promise<void> {
    await (await this.#client)?.close();
  }
}
