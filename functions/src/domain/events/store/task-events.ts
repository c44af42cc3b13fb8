import type { SharedPart, TaskEvent } from "#domain/events/shared-part";
import type { WebhookEvent } from "#domain/events/webhook-event";

/** Maximum bytes of events in one task: a document of the store holds 1 MiB. */
const TASK_BYTES = 700_000;
/** An event above this size is sent with its ids only; receivers fetch the data by them. */
const EVENT_BYTES = 500_000;

/** JSON texts of the payload of a task: its events, and the parts that they share. */
export interface TaskTexts {
  events: string;
  parts?: string;
}

/** Collects events into tasks. A task stores a part once, however many of its events share it. */
export class TaskEvents {
  /** The payloads of the full tasks. */
  readonly #full: TaskTexts[] = [];
  readonly #texts = new Map<SharedPart, string>();
  #events: string[] = [];
  #parts = new Map<SharedPart, number>();
  #bytes = 0;

  /** @param shared parts by their field in the data of the event. */
  add(event: WebhookEvent, shared: Readonly<Record<string, SharedPart>> = {}): void {
    const text = limited(event);
    if (this.#bytes + this.#bytesOf(text, shared) > TASK_BYTES) this.#flush();
    this.#bytes += this.#bytesOf(text, shared);
    const fields = Object.entries(shared).map(([field, part]) => [field, this.#indexOf(part)] as const);
    const indexes: Required<Pick<TaskEvent, "shared">> = { shared: Object.fromEntries(fields) };
    // Spliced into the text so that a large event is not serialized again.
    this.#events.push(fields.length === 0 ? text : `${text.slice(0, -1)},${JSON.stringify(indexes).slice(1)}`);
  }

  /** The payloads of all tasks. */
  tasks(): TaskTexts[] {
    this.#flush();
    return this.#full;
  }

  #bytesOf(text: string, shared: Readonly<Record<string, SharedPart>>): number {
    const missing = Object.values(shared).filter((part) => !this.#parts.has(part));
    return [text, ...missing.map((part) => this.#textOf(part))].reduce((sum, one) => sum + Buffer.byteLength(one), 0);
  }

  #textOf(part: SharedPart): string {
    const text = this.#texts.get(part) ?? JSON.stringify(part.make());
    this.#texts.set(part, text);
    return text;
  }

  #indexOf(part: SharedPart): number {
    const index = this.#parts.get(part) ?? this.#parts.size;
    this.#parts.set(part, index);
    return index;
  }

  #flush(): void {
    if (this.#events.length === 0) return;
    const parts = [...this.#parts.keys()].map((part) => this.#textOf(part));
    const events = `[${this.#events.join(",")}]`;
    this.#full.push({ events, ...(parts.length > 0 && { parts: `[${parts.join(",")}]` }) });
    this.#events = [];
    this.#parts = new Map();
    this.#bytes = 0;
  }
}

function limited(event: WebhookEvent): string {
  const text = JSON.stringify(event);
  if (Buffer.byteLength(text) <= EVENT_BYTES) return text;
  const { metadata } = event.data;
  const ids = Object.entries(event.data).filter(([name, value]) => /Ids?$/.test(name) && typeof value !== "object");
  return JSON.stringify({ ...event, data: { ...Object.fromEntries(ids), isTruncated: true, metadata } });
}
