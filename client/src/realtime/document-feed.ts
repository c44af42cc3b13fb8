import { AtriumError, type ErrorCode } from "../error.ts";
import type { AtriumClient, DocumentsStreamEvents } from "../generated/api.ts";
import type { StreamEvent } from "../reply.ts";

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
  onEnd?(error: unknown): void;
}

/** One stream for all who follow a document. */
export class DocumentFeed {
  readonly #atrium: AtriumClient;
  readonly #place: { organizationId: string; documentId: string };
  readonly #subscriptions = new Set<Subscription>();
  #running = new AbortController();
  #isPlanned = false;

  constructor(atrium: AtriumClient, place: { organizationId: string; documentId: string }) {
    this.#atrium = atrium;
    this.#place = place;
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
      this.#running = new AbortController();
      void this.#run(this.#running.signal);
    });
  }

  async #run(signal: AbortSignal): Promise<void> {
    const all = () => [...this.#subscriptions];
    if (all().length === 0) return;
    const editors = [...new Set(all().flatMap(({ editors = [] }) => editors))].map(encodeURIComponent).join();
    const onDisconnect = (cause: AtriumError) => {
      for (const { onDisconnect } of all()) onDisconnect?.(cause);
    };
    const input = editors ? { ...this.#place, editors } : this.#place;
    let end: unknown;
    try {
      for await (const event of this.#atrium.documents.stream(input, { signal, onDisconnect })) {
        if (signal.aborted) return;
        for (const { listener } of all()) listener(event);
        if (event.event !== "bye") continue;
        const { status, message, details } = event.data.error;
        end = new AtriumError(status as ErrorCode, message, { details });
      }
    } catch (error) {
      end = error;
    }
    if (signal.aborted) return;
    const ended = all();
    this.#subscriptions.clear();
    for (const { onEnd } of ended) onEnd?.(end);
  }
}
