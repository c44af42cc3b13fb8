import { backoff } from "../backoff.ts";
import { AtriumError, type ErrorCode } from "../error.ts";
import type { AtriumClient, DocumentsStreamEvents } from "../generated/api.ts";
import type { StreamEvent } from "../reply.ts";
import type { Timing } from "../timing.ts";
import { cancelled, failure, isTemporary } from "./failure.ts";
import { callListener } from "./listener.ts";

/** Most editors that a stream follows. */
const MAX_EDITORS = 10;

/** An event of a document. */
export type DocumentEvent = StreamEvent<DocumentsStreamEvents>;

/** Who follows a document. */
export interface Subscription {
  listener(event: DocumentEvent): void;
  /** Editors whose updates it needs. */
  editors?: readonly string[];
  /** The connection has broken and is opened again. */
  onDisconnect?(cause: AtriumError): void;
  /** It has ended for good, with the reason: a refusal, or the end of the access. */
  onEnd?(error: AtriumError): void;
}

/** One stream for all who follow a document. */
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

  /** Whether its stream has room for further editors. */
  takes(editors: readonly string[]): boolean {
    return new Set([...this.#editors, ...editors]).size <= MAX_EDITORS;
  }

  get #editors(): string[] {
    return [...this.#subscriptions].flatMap(({ editors = [] }) => editors);
  }

  /** Who comes later makes the stream begin anew, since its beginning tells what is there. @returns ends the subscription. */
  subscribe(subscription: Subscription): () => void {
    this.#subscriptions.add(subscription);
    this.#plan();
    return () => {
      if (!this.#subscriptions.delete(subscription)) return;
      if (this.#subscriptions.size === 0) this.#running.abort();
    };
  }

  /** Those who subscribe together cause one beginning. */
  #plan(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    queueMicrotask(() => {
      this.#isPlanned = false;
      this.#running.abort();
      // Those who have subscribed may have ended it in the same turn.
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

  /** One stream, which comes back by itself once it was open. @returns why the server has ended it. */
  async #follow(signal: AbortSignal): Promise<AtriumError> {
    const editors = [...new Set(this.#editors)].map(encodeURIComponent).join();
    const input = editors ? { ...this.#place, editors } : this.#place;
    const onDisconnect = (cause: AtriumError) => this.#tellOfBreak(cause);
    for await (const event of this.#atrium.documents.stream(input, { signal, onDisconnect })) {
      signal.throwIfAborted();
      for (const { listener } of [...this.#subscriptions]) callListener(listener, event);
      if (event.event !== "bye") continue;
      const { status, message, details } = event.data.error;
      return new AtriumError(status as ErrorCode, message, { details });
    }
    return failure("The stream has ended without saying why.");
  }

  #tellOfBreak(cause: AtriumError): void {
    for (const { onDisconnect } of [...this.#subscriptions]) if (onDisconnect) callListener(onDisconnect, cause);
  }

  #finish(error: AtriumError): void {
    const ended = [...this.#subscriptions];
    this.#subscriptions.clear();
    for (const { onEnd } of ended) if (onEnd) callListener(onEnd, error);
  }
}
