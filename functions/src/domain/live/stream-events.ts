import type { ThreadVisibility } from "#domain/comments/comment-annotation";

/** Kinds of items that a document stream sends. */
export type StreamKind = "presence" | "livestate" | "comment" | "notification";

/** The id field of each kind, as the read endpoints return it. */
const idField: { readonly [kind in StreamKind]: string } = {
  presence: "userId",
  livestate: "liveStateDataId",
  comment: "annotationId",
  notification: "id",
};

/** An event that waits to be sent. A later one with the same key replaces it. */
export interface WaitingEvent {
  readonly key: string;
  readonly frame: Buffer;
  /** Bytes that it takes for one stream alone; omitted if streams share it. */
  readonly ownBytes?: number;
}

/** A comment line that keeps the stream alive. */
export const HEART_BEAT = Buffer.from(": alive\n\n");

/** A server-sent event of the HTML standard. @param retry ms until a client reconnects. */
export function eventFrame(event: string, data: unknown, { retry }: { retry?: number } = {}): Buffer {
  return Buffer.from(
    `${retry === undefined ? "" : `retry: ${retry}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`,
  );
}

/** The id line of an event. A client sends the last id in `Last-Event-ID` when it reconnects. */
function idLine(id: string): Buffer {
  return Buffer.from(`id: ${id}\n`);
}

/** The new state of an item, or its removal. Its bytes are created once for all streams. */
export class StreamEvent {
  readonly kind: StreamKind;
  readonly id: string;
  readonly isRemoved: boolean;
  /** Visibility of a thread. */
  readonly visibility: ThreadVisibility | undefined;
  /** Recipient of a notification. */
  readonly userId: string | undefined;
  readonly #read: (() => object) | undefined;
  #frame: Buffer | undefined;

  /** @param read returns the item as the read endpoint does; omitted for a removal. */
  constructor(
    kind: StreamKind,
    id: string,
    { read, visibility, userId }: { read?: () => object; visibility?: ThreadVisibility; userId?: string },
  ) {
    this.kind = kind;
    this.id = id;
    this.isRemoved = read === undefined;
    this.visibility = visibility;
    this.userId = userId;
    this.#read = read;
  }

  /** Identifies the item, whatever its state. */
  get key(): string {
    return `${this.kind} ${this.id}`;
  }

  get frame(): Buffer {
    this.#frame ??= eventFrame(this.kind, this.#read?.() ?? { [idField[this.kind]]: this.id, removed: true });
    return this.#frame;
  }

  /** The removal of the same item. */
  removed(): StreamEvent {
    const { visibility, userId } = this;
    return new StreamEvent(this.kind, this.id, {
      ...(visibility && { visibility }),
      ...(userId !== undefined && { userId }),
    });
  }
}

/** Events that are sent together. */
export class StreamBatch {
  readonly events: readonly StreamEvent[];
  /** The position of a stream after these events. */
  readonly id: string;
  /** Events of items that are new. */
  readonly added: ReadonlySet<StreamEvent>;
  #bytes: Buffer | undefined;

  constructor(events: readonly StreamEvent[], id: string, added: ReadonlySet<StreamEvent>) {
    this.events = events;
    this.id = id;
    this.added = added;
  }

  /** All frames. Only the last event has the id, so that a client that disconnects earlier gets all of them again. */
  get bytes(): Buffer {
    this.#bytes ??= framed(
      this.events.map(({ frame }) => frame),
      this.id,
    );
    return this.#bytes;
  }
}

/** Concatenates frames; a single one is not copied. @param id is added to the last one. */
export function framed(frames: readonly Buffer[], id?: string): Buffer {
  const [first] = frames;
  if (id === undefined) return first && frames.length === 1 ? first : Buffer.concat(frames);
  return Buffer.concat([...frames.slice(0, -1), idLine(id), ...frames.slice(-1)]);
}
