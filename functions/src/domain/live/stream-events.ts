import type { ThreadVisibility } from "#domain/comments/comment-annotation";

/** What a stream tells of a document. */
export type StreamKind = "presence" | "livestate" | "comment" | "notification";

/** Field that names a thing of each kind, as the read endpoints give it out. */
const idField: { readonly [kind in StreamKind]: string } = {
  presence: "userId",
  livestate: "liveStateDataId",
  comment: "annotationId",
  notification: "id",
};

/** A line that says nothing and shows that the stream lives. */
export const HEART_BEAT = Buffer.from(": alive\n\n");

/** An event as it is sent: server-sent events of the HTML standard. @param retry ms until a client comes back. */
export function eventFrame(event: string, data: unknown, { retry }: { retry?: number } = {}): Buffer {
  return Buffer.from(
    `${retry === undefined ? "" : `retry: ${retry}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`,
  );
}

/** The line before an event by which a client says, in `Last-Event-ID`, how far it has come. */
function idLine(id: string): Buffer {
  return Buffer.from(`id: ${id}\n`);
}

/** How something of a document is now, or that it is gone. Its bytes are made once, for all streams that tell it. */
export class StreamEvent {
  readonly kind: StreamKind;
  readonly id: string;
  readonly isRemoved: boolean;
  /** Who may see it, of a thread. */
  readonly visibility: ThreadVisibility | undefined;
  /** Whom it is for, of a notification. */
  readonly userId: string | undefined;
  readonly #read: (() => object) | undefined;
  #frame: Buffer | undefined;

  /** @param read what the read endpoint gives out; missing: it is gone. */
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

  /** The same for what is about the same thing. */
  get key(): string {
    return `${this.kind} ${this.id}`;
  }

  get frame(): Buffer {
    this.#frame ??= eventFrame(this.kind, this.#read?.() ?? { [idField[this.kind]]: this.id, removed: true });
    return this.#frame;
  }

  /** That it is gone. */
  removed(): StreamEvent {
    const { visibility, userId } = this;
    return new StreamEvent(this.kind, this.id, {
      ...(visibility && { visibility }),
      ...(userId !== undefined && { userId }),
    });
  }
}

/** Events that are told together. */
export class StreamBatch {
  readonly events: readonly StreamEvent[];
  /** How far who has been told them has come. */
  readonly id: string;
  /** Those of its events that are about something new. */
  readonly added: ReadonlySet<StreamEvent>;
  #bytes: Buffer | undefined;

  constructor(events: readonly StreamEvent[], id: string, added: ReadonlySet<StreamEvent>) {
    this.events = events;
    this.id = id;
    this.added = added;
  }

  /** All of it. Only the last event carries the id: who is cut off before gets all of them again. */
  get bytes(): Buffer {
    this.#bytes ??= framed(
      this.events.map(({ frame }) => frame),
      this.id,
    );
    return this.#bytes;
  }
}

/** Frames in a row. @param id stands with the last one. */
export function framed(frames: readonly Buffer[], id?: string): Buffer {
  if (id === undefined) return Buffer.concat(frames);
  return Buffer.concat([...frames.slice(0, -1), idLine(id), ...frames.slice(-1)]);
}
