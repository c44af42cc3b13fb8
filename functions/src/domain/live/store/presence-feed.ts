import { StreamEvent } from "#domain/live/stream-events";
import { type StoredPresence, toPresenceEntry, unexpired } from "#domain/presence/store/presence";
import type { SetTimer } from "#platform/timer";
import type { KeyCall } from "#src/call";
import type { Doc } from "#store/port";
import type { Change } from "./document-sources.ts";

/** Entries end one by one, but are looked at so many ms apart at least. */
const SHORTEST = 100;

/** Who is in a document: an entry that has expired is gone, although nothing changes in the store. */
export class PresenceFeed {
  readonly #call: Pick<KeyCall, "now">;
  readonly #timer: SetTimer;
  readonly #tell: (changes: Change[]) => void;
  /** Those that are there, by user. */
  readonly #entries = new Map<string, Doc<StoredPresence>>();
  #cancel: (() => void) | undefined;

  /** @param tell is told who has gone by the time. */
  constructor(call: Pick<KeyCall, "now">, timer: SetTimer, tell: (changes: Change[]) => void) {
    this.#call = call;
    this.#timer = timer;
    this.#tell = tell;
  }

  change(doc: Doc<StoredPresence>, isGone: boolean): Change[] {
    const before = this.#entries.get(doc.id);
    if (isGone || !unexpired(this.#call, doc)) return before ? [this.#remove(before)] : [];
    this.#entries.set(doc.id, doc);
    this.#wake();
    const event = new StreamEvent("presence", doc.id, { read: () => toPresenceEntry(doc) });
    // Staying is said every few seconds and news to nobody: leaving is told.
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

  /** Entries are renewed for the same time, so what comes never ends before what is there. */
  #wake(): void {
    if (this.#cancel) return;
    const ends = Array.from(this.#entries.values(), ({ data }) => data.expiresAt ?? Number.POSITIVE_INFINITY);
    const first = ends.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
    if (first === Number.POSITIVE_INFINITY) return;
    this.#cancel = this.#timer(Math.max(SHORTEST, first - this.#call.now()), () => {
      this.#cancel = undefined;
      const gone = [...this.#entries.values()].filter((entry) => !unexpired(this.#call, entry));
      this.#tell(gone.map((entry) => this.#remove(entry)));
      this.#wake();
    });
  }
}

function describe({ data: { name, email, status } }: Doc<StoredPresence>): string {
  return JSON.stringify([name, email, status]);
}
