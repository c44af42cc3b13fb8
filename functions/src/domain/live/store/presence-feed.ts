import { StreamEvent } from "#domain/live/stream-events";
import { type StoredPresence, toPresenceEntry, unexpired } from "#domain/presence/store/presence";
import type { SetTimer } from "#platform/async/timer";
import type { KeyCall } from "#src/call";
import type { Doc } from "#store/port";
import type { Change } from "./document-sources.ts";

/** Shortest time between two checks for expired entries, in ms. */
const MIN_CHECK_INTERVAL = 100;

/** The presence entries of a document. It removes entries when they expire, which changes nothing in the store. */
export class PresenceFeed {
  readonly #call: Pick<KeyCall, "now">;
  readonly #timer: SetTimer;
  readonly #emit: (changes: Change[]) => void;
  /** Unexpired entries by user. */
  readonly #entries = new Map<string, Doc<StoredPresence>>();
  #cancel: (() => void) | undefined;

  /** @param emit receives the removals of expired entries. */
  constructor(call: Pick<KeyCall, "now">, timer: SetTimer, emit: (changes: Change[]) => void) {
    this.#call = call;
    this.#timer = timer;
    this.#emit = emit;
  }

  change(doc: Doc<StoredPresence>, isGone: boolean): Change[] {
    const before = this.#entries.get(doc.id);
    if (isGone || !unexpired(this.#call, doc)) return before ? [this.#remove(before)] : [];
    this.#entries.set(doc.id, doc);
    this.#wake();
    const event = new StreamEvent("presence", doc.id, { read: () => toPresenceEntry(doc) });
    // Heartbeats are not broadcast; departures are.
    const isQuiet = before !== undefined && describe(before) === describe(doc);
    return [{ event, versions: [["presence", doc.version]], isQuiet }];
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #remove({ id, version }: Doc<StoredPresence>): Change {
    this.#entries.delete(id);
    return { event: new StreamEvent("presence", id, {}), versions: [["presence", version]] };
  }

  /** Schedules the next check. A new entry never expires before an existing one, because all have the same lifetime. */
  #wake(): void {
    if (this.#cancel) return;
    const ends = Array.from(this.#entries.values(), ({ data }) => data.expiresAt ?? Number.POSITIVE_INFINITY);
    const first = ends.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
    if (first === Number.POSITIVE_INFINITY) return;
    this.#cancel = this.#timer(Math.max(MIN_CHECK_INTERVAL, first - this.#call.now()), () => {
      this.#cancel = undefined;
      const gone = [...this.#entries.values()].filter((entry) => !unexpired(this.#call, entry));
      this.#emit(gone.map((entry) => this.#remove(entry)));
      this.#wake();
    });
  }
}

function describe({ data: { name, email, status } }: Doc<StoredPresence>): string {
  return JSON.stringify([name, email, status]);
}
