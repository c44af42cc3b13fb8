import { backoff } from "../backoff.ts";
import { AtriumError, type ErrorCode } from "../error.ts";
import type { AtriumClient, DocumentsStreamEvents } from "../generated/api.ts";
import type { StreamEvent } from "../reply.ts";
import type { Timing } from "../timing.ts";
import { cancelled, failure, isTemporary } from "./failure.ts";
import { callListener } from "./listener.ts";

/** Maximum number of editors that one stream follows. */
const MAX_EDITORS = 10;

/** An event of a document. */
export type DocumentEvent = StreamEvent<DocumentsStreamEvents>;

/** A subscriber to the events of a document. */
export interface Subscription {
  listener(event: DocumentEvent): void;
  /** Editors whose updates the subscriber needs. */
  editors?: readonly string[];
  /** Called when the connection has broken, before it reconnects. */
  onDisconnect?(cause: AtriumError): void;
  /** Called when the subscription has ended for good, with the reason: a refusal, or the end of access. */
  onEnd?(error: AtriumError): void;
}

/** One stream shared by all subscribers to a document. */
export class DocumentFeed {
  readonly #atrium: AtriumClient;
  readonly #timing: Timing;
  readonly #signal: AbortSignal | undefined;
  readonly #place: { organizationId: string; documentId: string };
  readonly #subscriptions = new Set<Subscription>();
  #running = new AbortController();
  #isPlanned = false;

  constructor(
    { atrium, timing, signal }: { atrium: AtriumClient; timing: Timing; signal: AbortSignal | undefined },
    place: { organizationId: string; documentId: string },
  ) {
    this.#atrium = atrium;
    this.#timing = timing;
    this.#signal = signal;
    this.#place = place;
  }

  /** Whether the stream has room for these editors. */
  takes(editors: readonly string[]): boolean {
    return new Set([...this.#editors, ...editors]).size <= MAX_EDITORS;
  }

  get #editors(): string[] {
    return [...this.#subscriptions].flatMap(({ editors = [] }) => editors);
  }

  /**
   * A new subscriber restarts the stream, because only the start of a stream reports the current state.
   * @returns ends the subscription.
   */
  subscribe(subscription: Subscription): () => void {
    this.#subscriptions.add(subscription);
    this.#plan();
    return () => {
      if (!this.#subscriptions.delete(subscription)) return;
      if (this.#subscriptions.size === 0) this.#running.abort();
    };
  }

  /** Several subscriptions in the same turn restart the stream only once. */
  #plan(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    queueMicrotask(() => {
      this.#isPlanned = false;
      this.#running.abort();
      // Subscribers may have unsubscribed in the same turn.
      if (this.#subscriptions.size === 0) return;
      this.#running = new AbortController();
      void this.#run(this.#running.signal);
    });
  }

  async #run(signal: AbortSignal): Promise<void> {
    const signals = [signal, this.#signal].filter((one) => one !== undefined);
    for (let attempts = 1; !signal.aborted; attempts++) {
      const end = await this.#follow(signal).catch((cause: unknown) => failure(cause));
      if (signal.aborted) return;
      if (this.#signal?.aborted) return this.#finish(cancelled(this.#signal));
      if (!isTemporary(end)) return this.#finish(end);
      this.#tellOfBreak(end);
      await this.#timing.sleep(backoff(attempts, end.retryAfter, this.#timing), signals).catch(() => undefined);
    }
  }

  /** Follows one stream, which reconnects by itself once it was open. @returns why the server ended it. */
  async #follow(signal: AbortSignal): Promise<AtriumError> {
    const editors = [...new Set(this.#editors)].map(encodeURIComponent).join();
    const input = editors ? { ...this.#place, editors } : this.#place;
    const onDisconnect = (cause: AtriumError) => this.#tellOfBreak(cause);
    for await (const event of this.#atrium.documents.stream(input, { signal, onDisconnect })) {
      signal.throwIfAborted();
      this.#each(({ listener }) => callListener(listener, event));
      if (event.event !== "bye") continue;
      const { status, message, details } = event.data.error;
      return new AtriumError(status as ErrorCode, message, { reason: message, details });
    }
    return failure("The stream has ended without saying why.");
  }

  #tellOfBreak(cause: AtriumError): void {
    this.#each(({ onDisconnect }) => onDisconnect && callListener(onDisconnect, cause));
  }

  /** Leaves out subscribers that begin or end during it. */
  #each(call: (subscription: Subscription) => void): void {
    for (const one of [...this.#subscriptions]) if (this.#subscriptions.has(one)) call(one);
  }

  #finish(error: AtriumError): void {
    const ended = [...this.#subscriptions];
    this.#subscriptions.clear();
    for (const { onEnd } of ended) if (onEnd) callListener(onEnd, error);
  }
}
